/** An instant as the wire shows it. */
export const seconds = (at: Date) => ({
  seconds: Math.floor(at.getTime() / 1000),
  nanos: (at.getTime() % 1000) * 1e6,
});
