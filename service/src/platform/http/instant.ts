import {Temporal} from 'temporal-polyfill';

/** An instant in the wire's format: whole seconds since the epoch, and nanoseconds. */
export const wireInstant = (at: Date) => ({
  seconds: Math.floor(at.getTime() / 1000),
  nanos: (at.getTime() % 1000) * 1e6,
});

export const instantExpected =
  'an ISO 8601 instant from 1970 to 9999 with its offset, such as 2027-01-31T00:00:00Z';

const latest = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Whether every database and every reader of JSON holds the instant. */
export const isHeld = (milliseconds: number): boolean => milliseconds >= 0 && milliseconds <= latest;

/** Reads an instant. Undefined for a day that no month has, without an offset, or too far away. */
export function readInstant(text: string): Date | undefined {
  try {
    const {epochMilliseconds} = Temporal.Instant.from(text);
    return isHeld(epochMilliseconds) ? new Date(epochMilliseconds) : undefined;
  } catch {
    return undefined;
  }
}
