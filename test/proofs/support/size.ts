/** How many of something a proof does. */
interface Sizes {
  readonly bar: boolean;
  /** What the short run does. */
  readonly slice: number;
  /** The full figure. */
  readonly full: number;
}

/** The short or the full figure, unless the environment names another size, for a machine that is busy. */
export function sizeOf(variable: string, {bar, slice, full}: Sizes): number {
  const named = Number(process.env[variable] ?? 0);
  return named > 0 ? named : bar ? full : slice;
}
