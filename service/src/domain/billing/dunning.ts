/** When failed and unanswered charges are retried. */
const dayMs = 24 * 3_600_000;
/** Days after the first failure on which a charge is retried (guarantees 4.6). */
const retryDays = [1, 3, 5, 7] as const;

/**
 * When a failed charge is retried; undefined after the last retry. Retries missed during downtime are
 * skipped, so that a card is not charged twice in a row.
 *
 * @param now - When it failed this time.
 */
export function nextRetry(firstFailedAt: Date, now: Date): Date | undefined {
  return retryDays.map((days) => new Date(firstFailedAt.getTime() + days * dayMs)).find((day) => day > now);
}

/** The delay before an unanswered attempt is repeated. It doubles from one second up to five minutes. */
export const retryAfterMs = (tries: number): number => 1000 * Math.min(2 ** tries, 300);
