/** Pseudo-random numbers that depend only on their inputs. */

/** Mixes 32 bits, so that similar inputs give very different outputs (the finalizer of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/** A pseudo-random number from 0 up to, but not including, 1. The same inputs always give the same number. */
export function randomFraction(...inputs: readonly number[]): number {
  let bits = 0;
  for (const input of inputs) bits = mix(bits + Math.imul(input | 0, 0x9e3779b1) + 0x7f4a7c15);
  return bits / 2 ** 32;
}

/** A whole number from `low` to `high`, both included. `fraction` is from 0 up to 1. */
export const scaleToRange = ([low, high]: readonly [number, number], fraction: number): number =>
  low + Math.floor(fraction * (high - low + 1));
