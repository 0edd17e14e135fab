export interface Repeatable {
  /**
   * At a service with the feature `idempotency-keys`, a call repeated under the same key has one effect. At any other, read the
   * truth before you repeat a call; `payments` of one client remember their latest keys there too. Any text that is not empty, in any
   * language: what a header cannot hold is sent as a digest. Default: a fresh key.
   */
  readonly idempotencyKey?: string;
}
