/** An instant in the wire's format: whole seconds since the epoch, and nanoseconds. */
export const wireInstant = (at: Date) => ({
  seconds: Math.floor(at.getTime() / 1000),
  nanos: (at.getTime() % 1000) * 1e6,
});
