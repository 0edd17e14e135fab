export interface Repeatable {
  /** A call repeated under the same key has one effect. Default: a fresh key. */
  readonly idempotencyKey?: string;
}
