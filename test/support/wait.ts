import {waitUntil as until} from '@open-wc/testing';

/** Waits for a condition nearly as long as a test may take: on a busy machine it comes late, which is no failure. */
export const waitUntil = (condition: () => unknown, message?: string): Promise<void> =>
  until(condition, message, {timeout: 90_000, interval: 10});
