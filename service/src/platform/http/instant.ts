/** An instant in wire format: seconds since the epoch, and nanoseconds. */
export const seconds = (at: Date) => ({
  seconds: Math.floor(at.getTime() / 1000),
  nanos: (at.getTime() % 1000) * 1e6,
});
