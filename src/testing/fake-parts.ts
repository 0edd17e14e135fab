import {testCards} from './test-cards.js';

/** The test card whose last four digits a transient token shows (wire 2.4), if it shows those of one. */
export function numberOf(transientToken: string): string | undefined {
  try {
    const claims = atob((transientToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const lastFour = /"maskedValue":"X*(\d{4})"/.exec(claims)?.[1];
    return lastFour && testCards.find(({number}) => number.endsWith(lastFour))?.number;
  } catch {
    return undefined;
  }
}

export function untilAborted(gate: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, {once: true});
    void gate.then(() => {
      signal.removeEventListener('abort', abort);
      resolve();
    });
  });
}
