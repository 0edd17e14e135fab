/** A 32 bit mix (the finalizer of MurmurHash3): near inputs come out far apart. */
function mix(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * A number from 0 up to 1 that follows from its inputs alone. Every rule of a plan counts its own matches, so
 * what one rule draws does not depend on how requests of others interleave.
 */
export function drawn(...inputs: readonly number[]): number {
  return (
    inputs.reduce((state, input) => mix(state + Math.imul(input | 0, 0x9e3779b1) + 0x7f4a7c15), 0) / 2 ** 32
  );
}

/** A whole number from `low` to `high`, both included. */
export const between = ([low, high]: readonly [number, number], share: number): number =>
  low + Math.floor(share * (high - low + 1));
