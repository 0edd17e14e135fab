/** Seconds to wait before each try (guarantees 4.7): the example of the Standard Webhooks specification. */
const delays = [
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

/** From the first try to the last, in seconds: 75 h 35 min 5 s. */
export const horizonSeconds = delays.reduce<number>((sum, delay) => sum + delay, 0);
const spread = 0.2;
const longestRetryAfterSeconds = 24 * 3600;

/** An endpoint that asks to be left alone is, for half a minute at first, then twice as long each time. */
const firstSlowdownSeconds = 30;
const longestSlowdownSeconds = 30 * 60;

/** What a failed try leaves behind. */
export interface FailedTry {
  /** Tries made so far of this run of the schedule, this one included. */
  readonly step: number;
  /** When the first of them was due. */
  readonly since: Date;
  readonly now: Date;
  /** What the receiver asked for. */
  readonly retryAfterSeconds?: number | undefined;
}

/**
 * When to try again, in whole seconds; nothing when that was the last try. Each wait is up to 20 % shorter or
 * longer, so that what failed together does not come back together; the last try is never earlier than the
 * whole horizon.
 *
 * @param random From 0 to 1.
 */
export function nextTry(failed: FailedTry, random: () => number = Math.random): Date | undefined {
  const delay = delays[failed.step];
  if (delay === undefined) return undefined;
  const jittered = delay * (1 - spread + 2 * spread * random());
  const asked = Math.min(failed.retryAfterSeconds ?? 0, longestRetryAfterSeconds);
  const at = failed.now.getTime() + Math.max(jittered, asked) * 1000;
  const earliest =
    failed.step === delays.length - 1 ? failed.since.getTime() + horizonSeconds * 1000 : -Infinity;
  return new Date(Math.ceil(Math.max(at, earliest) / 1000) * 1000);
}

/**
 * When an endpoint may be called again that said it is called too often (429) or is behind a struggling proxy
 * (502, 504).
 */
export function resumeAt(now: Date, slowdowns: number, retryAfterSeconds: number | undefined): Date {
  const usual = Math.min(firstSlowdownSeconds * 2 ** (slowdowns - 1), longestSlowdownSeconds);
  const asked = Math.min(retryAfterSeconds ?? 0, longestRetryAfterSeconds);
  return new Date(now.getTime() + Math.max(usual, asked) * 1000);
}

/** `Retry-After` in seconds from now: a number, or a date by the receiver's own clock. */
export function readRetryAfter(header: string | undefined, date: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // Only the form that HTTP dates have: the parser makes dates of the oddest texts.
  const at = Date.parse(/^[A-Z][a-z]{2,8}, /.test(header) ? header : '');
  const from = Date.parse(date ?? '');
  if (Number.isNaN(at)) return undefined;
  return Math.max(0, Math.round((at - (Number.isNaN(from) ? Date.now() : from)) / 1000));
}
