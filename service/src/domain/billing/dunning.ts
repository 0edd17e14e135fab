/** When failed and unanswered charges are retried. */
const dayMs = 24 * 3_600_000;
/** Days after the first failure on which a charge is retried (guarantees 4.6). */
const retryDays = [1, 3, 5, 7] as const;

/**
 * When a failed charge is retried; undefined after the last retry. Retries missed during downtime are
 * skipped, so that a card is not charged twice in a row.
 *
 * @param failedAt - When it failed this time.
 */
export function nextRetry(firstFailedAt: Date, failedAt: Date): Date | undefined {
  const retryTimes = retryDays.map((days) => new Date(firstFailedAt.getTime() + days * dayMs));
  return retryTimes.find((time) => time > failedAt);
}

/**
 * The delay before an unanswered attempt is sent again: two seconds before the second sending, twice as long
 * before each further one, at most five minutes.
 */
export const repeatDelayMs = (sending: number): number => 1000 * Math.min(2 ** (sending - 1), 300);
