/** Mixes 32 bits, so that similar inputs give very different outputs (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * A pseudo-random number from 0 up to, but not including, 1, which depends only on its inputs. Every rule
 * counts its own matches, so its values do not depend on the order of other requests.
 */
export function randomFraction(...inputs: readonly number[]): number {
  return (
    inputs.reduce((state, input) => mix(state + Math.imul(input | 0, 0x9e3779b1) + 0x7f4a7c15), 0) / 2 ** 32
  );
}

/** A whole number from `low` to `high`, both included, for a fraction of that range. */
export const scaleToRange = ([low, high]: readonly [number, number], fraction: number): number =>
  low + Math.floor(fraction * (high - low + 1));
