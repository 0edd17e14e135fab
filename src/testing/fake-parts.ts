import {decliningTestCards} from './declining-cards.js';
import {furtherTestCards, testCards} from './test-cards.js';

/**
 * Reads what a transient token shows of the card (wire 2.4): the number of the test card with its last four digits, or as much of another
 * number as the fake's own fields tell, and whether the bank will find the security code wrong.
 */
export function shownBy(transientToken: string | undefined): {
  readonly number?: string | undefined;
  readonly isCodeWrong: boolean;
} {
  try {
    const claims = atob((transientToken?.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
    const [, bin = '', lastFour] = /"maskedValue":"(\d*)X*(\d{4})"/.exec(claims) ?? [];
    const found = [...testCards, ...furtherTestCards, ...decliningTestCards].find(
      ({number}) => lastFour && number.startsWith(bin) && number.endsWith(lastFour),
    );
    return {
      number: found?.number ?? (bin && lastFour && bin + lastFour),
      isCodeWrong: claims.includes('"isCodeWrong":true'),
    };
  } catch {
    return {isCodeWrong: false};
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
