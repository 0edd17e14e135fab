import {Answer} from '../../protocol/answer.js';

/** The code with which the service says that another request has to end first; nothing for any other answer. */
export function busyCode(status: number, json: unknown): string | undefined {
  const code = status === 409 ? new Answer(json).at('code').display() : '';
  return code === 'idempotency.in_flight' || code === 'tracker.busy' ? code : undefined;
}

/**
 * Milliseconds that the service asks to be left alone; a second when it does not say. Up to a fifth is added by chance, so that requests
 * that were refused together do not meet again.
 */
export function retryAfter(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? '1');
  const asked = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 1000;
  return asked * (1 + Math.random() / 5);
}

/** Rejects when the signal ends it. */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, {once: true});
  });
}
