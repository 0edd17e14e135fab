/** One merchant of the service. Each merchant sees only its own data. */
export interface Merchant {
  readonly id: string;
  readonly name: string;
  /** `merchant_api_key` on the wire (wire 0). Public. */
  readonly publicKey: string;
  /** Whether it may send card numbers in plain text. Replaces the PCI certificate that spec 4.3 requires. */
  readonly allowRaw: boolean;
  /** Whether origins on this machine are accepted, also over plain http. Always false in production. */
  readonly development: boolean;
}

/** Web origins of one merchant's shops: named in the options, or added by the merchant's server. */
export interface OriginList {
  /** Whether an origin may call the API, embed card fields, and have shoppers sent back to it. */
  allows(origin: string): Promise<boolean>;
  /** @throws {ServiceError} 403 `origin_not_allowed`. */
  require(origin: string): Promise<void>;
}

/** The origins of every merchant. */
export interface Origins {
  /**
   * Whether any merchant has the origin. A preflight names no merchant, so only this can be checked for it.
   */
  anyAllows(origin: string): Promise<boolean>;
  ofMerchant(merchant: Pick<Merchant, 'id'>): OriginList;
}

/** Finds merchants for the guards; implemented by `domain/merchants`. */
export interface KnownMerchants {
  bySecretKey(secretKey: string): Promise<Merchant | undefined>;
  byId(id: string): Promise<Merchant | undefined>;
  /** SHA-256 of each secret key that works. */
  keyDigests(id: string): Promise<readonly string[]>;
}
