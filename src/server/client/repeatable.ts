export interface Repeatable {
  /**
   * At a service with the feature `idempotency-keys`, a call repeated under the same key has one effect. At any other, read the
   * truth before you repeat a call; `payments` of one client remember their latest keys there too. Any text that is not empty, in any
   * language: what a header cannot hold is sent as a digest. Default: a fresh key.
   *
   * Of a payment or refund it is the name, 1 to 255 characters: at a service with the feature `lasting-names` it lasts for good, and
   * another amount, currency, customer or card under it is refused. A refund without one has no key at all.
   */
  readonly idempotencyKey?: string;
}
