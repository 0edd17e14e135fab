/** What a sealed text is bound to. It cannot be opened for another record or merchant. */
export interface SealContext {
  /** Unique id of the record that holds the sealed text, such as `card_…`. */
  readonly record: string;
  readonly merchant: string;
}

/** Encryption at rest: AES-256-GCM, with a separate data key for each record. */
export interface Vault {
  /** Encrypts bytes or text into one printable string, to be stored in a text column. */
  seal(plain: string | Uint8Array, context: SealContext): Promise<string>;
  /** Decrypts the result of `seal`. Throws if the text, the context or the key does not match. */
  open(sealed: string, context: SealContext): Promise<Uint8Array>;
  /**
   * A keyed hash (HMAC-SHA256, hex). Equal texts of one merchant have equal fingerprints; nothing else can
   * be learned from it.
   */
  fingerprint(text: string, merchant: string): string;
}
