/** The service's clock. All code reads this one, because development moves it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = {now: () => new Date()};
