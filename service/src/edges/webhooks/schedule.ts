/** When tries are repeated, and when an overloaded endpoint is called again. */

/** Seconds before each try (guarantees 4.7), as in the example of the Standard Webhooks specification. */
const delaysSeconds = [
  0,
  5,
  5 * 60,
  30 * 60,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
] as const;

/** Seconds from the first try to the last: 75 h 35 min 5 s. */
export const scheduleSeconds = delaysSeconds.reduce<number>((sum, delay) => sum + delay, 0);
/**
 * Each delay is up to this share longer or shorter, so that tries that failed together are not repeated
 * together.
 */
const jitter = 0.2;
const maxRetryAfterSeconds = 24 * 3600;

/** How long an overloaded endpoint is left alone. The time doubles with each slowdown in a row. */
const firstSlowdownSeconds = 30;
const maxSlowdownSeconds = 30 * 60;

/** A failed try. */
export interface FailedTry {
  /** Tries in the current schedule, including this one. */
  readonly step: number;
  /** When the first of them was due. */
  readonly since: Date;
  /** When this one failed. */
  readonly now: Date;
  /** The pause that the receiver requested. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * When to try again, in whole seconds; undefined after the last try. The last try is never before the end of
 * the whole schedule.
 *
 * @param random - Returns a number from 0 to 1.
 */
export function nextTry(failed: FailedTry, random: () => number = Math.random): Date | undefined {
  const delay = delaysSeconds[failed.step];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - jitter + 2 * jitter * random());
  const requested = Math.min(failed.retryAfterSeconds ?? 0, maxRetryAfterSeconds);
  let atMs = failed.now.getTime() + Math.max(jittered, requested) * 1000;
  const isLast = failed.step === delaysSeconds.length - 1;
  if (isLast) atMs = Math.max(atMs, failed.since.getTime() + scheduleSeconds * 1000);
  return new Date(Math.ceil(atMs / 1000) * 1000);
}

/**
 * When an endpoint may be called again after it answered that it is called too often (429), or its proxy
 * reported an overload (502, 504).
 */
export function resumeAt(now: Date, slowdowns: number, retryAfterSeconds: number | undefined): Date {
  const backoff = Math.min(firstSlowdownSeconds * 2 ** (slowdowns - 1), maxSlowdownSeconds);
  const requested = Math.min(retryAfterSeconds ?? 0, maxRetryAfterSeconds);
  return new Date(now.getTime() + Math.max(backoff, requested) * 1000);
}

/**
 * Reads `Retry-After` as seconds from now. It is a number of seconds, or a date by the receiver's clock,
 * which `date` shows.
 */
export function readRetryAfter(header: string | undefined, date: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // `Date.parse` accepts many other texts than HTTP dates, which begin with the day of the week.
  if (!/^[A-Z][a-z]{2,8}, /.test(header)) return undefined;
  const retryAtMs = Date.parse(header);
  if (Number.isNaN(retryAtMs)) return undefined;
  const receiverMs = Date.parse(date ?? '');
  const nowMs = Number.isNaN(receiverMs) ? Date.now() : receiverMs;
  return Math.max(0, Math.round((retryAtMs - nowMs) / 1000));
}
