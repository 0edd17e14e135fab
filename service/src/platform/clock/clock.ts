/** The service's one clock. Development moves it; nothing in the service asks another. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = {now: () => new Date()};
