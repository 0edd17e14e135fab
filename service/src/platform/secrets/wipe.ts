/**
 * Decodes bytes to text and overwrites the bytes with zeros, so that a core dump does not contain them.
 */
export function decodeAndWipe(bytes: Uint8Array): string {
  try {
    return new TextDecoder().decode(bytes);
  } finally {
    bytes.fill(0);
  }
}
