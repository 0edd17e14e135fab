import {Refusal} from './answers.js';

/** Sessions that one customer may open within the window, where the option names no other number. */
export const mostSessions = 120;
const windowMs = 10 * 60_000;
const mostCustomers = 10_000;

/** Counts the sessions that each customer opens: each is several requests of the service, and a tracker that the sweep looks at. */
export interface SessionLimit {
  /** @throws Refusal 429 above the limit, with the time after which there is room again. One that is refused does not count. */
  count(customer: string): void;
}

/** A limit for one process. It remembers the last ten thousand customers. */
export function createSessionLimit(most: number, now: () => number): SessionLimit {
  const opened = new Map<string, readonly number[]>();
  return {
    count(customer) {
      const times = (opened.get(customer) ?? []).filter((at) => now() - at < windowMs);
      const [first = 0] = times;
      if (times.length >= most) {
        const seconds = Math.ceil((first + windowMs - now()) / 1000);
        const says = `This shopper has opened ${most} sessions within ten minutes. There is room for another in ${seconds} seconds.`;
        throw new Refusal(429, 'rate_limited', says, {'Retry-After': String(seconds)});
      }
      opened.delete(customer);
      opened.set(customer, [...times, now()]);
      const [oldest] = opened.keys();
      if (opened.size > mostCustomers && oldest !== undefined) opened.delete(oldest);
    },
  };
}
