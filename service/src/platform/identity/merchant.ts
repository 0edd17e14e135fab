import type {Queries} from '../storage/database.js';

/**
 * One of the merchants of a service: who its keys belong to and what it is enabled for. Kept apart from all
 * others.
 */
export interface Merchant {
  readonly id: string;
  readonly name: string;
  /** `merchant_api_key` on the wire (wire 0). Public. */
  readonly publicKey: string;
  /** Stands for the PCI certificate of spec 4.3. */
  readonly allowRaw: boolean;
  /** Loopback shops are welcome, also over plain http. Never in production. */
  readonly development: boolean;
}

/** Web origins of one merchant's shops: configured, or vouched for with the secret key. */
export interface OriginList {
  /** True for an origin (as a browser writes it) that may call, embed fields and be sent shoppers. */
  allows(origin: string): Promise<boolean>;
  /** Adds an origin, in a transaction if one is given. Call it only for a holder of the secret key. */
  add(origin: string, tx?: Queries): Promise<void>;
}

/** The origins of every merchant. */
export interface Origins {
  /**
   * Whether any merchant has the origin. A preflight has no credentials, so this is all it can be checked by.
   */
  any(origin: string): Promise<boolean>;
  of(merchant: Pick<Merchant, 'id'>): OriginList;
}

/** What a guard asks of the merchants; the room `merchants` of the domain knows them. */
export interface KnownMerchants {
  bySecretKey(text: string): Promise<Merchant | undefined>;
  byId(id: string): Promise<Merchant | undefined>;
}
