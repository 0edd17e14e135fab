/**
 * The text in these bytes, which are cleared: what is left of a secret would be in a core dump until its
 * place is used again.
 */
export function wipedText(bytes: Uint8Array): string {
  try {
    return new TextDecoder().decode(bytes);
  } finally {
    bytes.fill(0);
  }
}
