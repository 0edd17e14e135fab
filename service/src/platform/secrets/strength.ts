/**
 * Whether a key looks as if a person had made it up: too few different bytes, a repeated part, or bytes that
 * follow each other in regular steps. Of a hundred million random keys of 24 hexadecimal digits, one may.
 */
export function isGuessable(key: Uint8Array): boolean {
  const needed = Math.min(6, Math.ceil(key.length / 3));
  return new Set(key).size < needed || new Set(stepsOf(key)).size < needed || isRepetition(key);
}

const stepsOf = (key: Uint8Array) =>
  Array.from(key.subarray(1), (byte, index) => (byte - key[index]! + 256) % 256);

/** Whether a part of at most half the key makes up the whole. */
function isRepetition(key: Uint8Array): boolean {
  const lengths = Array.from({length: Math.floor(key.length / 2)}, (_, index) => index + 1);
  return lengths.some((length) => key.every((byte, index) => byte === key[index % length]));
}
