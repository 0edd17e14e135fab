/** What a sealed text is bound to: with another record, merchant or key it cannot be opened. */
export interface SealContext {
  /** Unique id of the record that keeps the sealed text, such as `card_…`. */
  readonly record: string;
  readonly merchant: string;
}

/** Encryption at rest: AES-256-GCM under a data key of its own for each record. */
export interface Vault {
  /** Encrypts bytes or text into one printable string for a text column. */
  seal(plain: string | Uint8Array, context: SealContext): Promise<string>;
  /** Decrypts what `seal` made; throws if the text, the context or the key does not match. */
  open(sealed: string, context: SealContext): Promise<Uint8Array>;
  /**
   * A fingerprint that is equal for the same text and merchant and reveals nothing else (HMAC-SHA256, hex).
   */
  fingerprint(text: string, merchant: string): string;
}
