/** What a sealed string is bound to. It cannot be opened for another record or merchant. */
export interface SealContext {
  /** Unique id of the record that holds the sealed text, such as `card_…`. */
  readonly record: string;
  readonly merchant: string;
}

/**
 * Seals a value again if an old key sealed it; returns any other value as it is. Where a row does not say what
 * its value is bound to, several contexts are given, and the one that fits is used.
 */
export type SealAgain = (sealed: string, ...contexts: SealContext[]) => Promise<string>;

/** A row of a column with sealed values. */
export interface SealedRow {
  readonly id: string;
  /** Empty if the table has no merchants. */
  readonly merchant: string;
  /** The ids of all merchants, for a table that does not name them. */
  readonly merchants: readonly string[];
}

/** A column with sealed values. Its room names it here, so that an operator can take an old key away. */
export interface SealedColumn {
  readonly table: string;
  /** The primary key, of type text. */
  readonly key: string;
  readonly column: string;
  readonly type?: 'jsonb';
  /** The column with the merchant's id, if there is one. */
  readonly merchant?: string;
  /** Seals the strings in a value again. Returns the new value. */
  readonly sealAgain: (value: string, row: SealedRow, again: SealAgain) => Promise<string>;
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
