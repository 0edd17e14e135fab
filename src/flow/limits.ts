import type {Timers} from './ports.js';

/**
 * Begins something that is given a signal, and answers with what it comes to, or with `late()` once `ms` have
 * passed: then its own signal is aborted and a later answer is dropped. Aborting `signal` aborts it too and
 * rejects.
 */
export function untilLimit<T>(
  timers: Timers,
  ms: number,
  signal: AbortSignal,
  begin: (signal: AbortSignal) => Promise<T>,
  late: () => T,
): Promise<T> {
  const own = new AbortController();
  return new Promise<T>((resolve, reject) => {
    const stopTimer = timers.after(ms, () => {
      settle();
      resolve((async () => late())());
      own.abort();
    });
    const give = (): void => {
      settle();
      own.abort(signal.reason);
      reject(signal.reason as Error);
    };
    const settle = (): void => {
      stopTimer();
      signal.removeEventListener('abort', give);
    };
    if (signal.aborted) return give();
    signal.addEventListener('abort', give);
    // Begun at once; a begin that throws instead of rejecting is a rejection all the same.
    void (async () => begin(own.signal))().then(resolve, reject).finally(settle);
  });
}
