/** Where a sealed text belongs. It is bound to all of it: another record, merchant or key opens nothing. */
export interface SealContext {
  /** Unique id of the record that keeps the sealed text, such as `card_…`. */
  readonly record: string;
  readonly merchant: string;
}

/** The vault's locks (AES-256-GCM under a data key of its own for each record). */
export interface Vault {
  /** Seals bytes or text into one printable string that a text column can keep. */
  seal(plain: string | Uint8Array, context: SealContext): Promise<string>;
  /** Opens what `seal` made; throws when the text, the context or the key does not fit. */
  open(sealed: string, context: SealContext): Promise<Uint8Array>;
  /**
   * A fingerprint that is equal for the same text and merchant and reveals nothing else (HMAC-SHA256, hex).
   */
  fingerprint(text: string, merchant: string): string;
}
