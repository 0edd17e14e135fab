import type {BrandId} from '../../../../src/protocol/index.js';

/** A decrypted card. It is never logged and never stored unencrypted. */
export interface ClearCard {
  readonly number: string;
  /** Two digits. */
  readonly expirationMonth: string;
  /** Four digits. */
  readonly expirationYear: string;
  readonly securityCode?: string;
  readonly brand: BrandId | 'unknown';
}

/** Name on a card, as the shopper typed it (wire 1.6.1). */
export interface Cardholder {
  /** In any script, at most 256 characters. */
  readonly name: string;
  /** For messages that take basic Latin alone, 2 to 45 characters; missing where the name has too few. */
  readonly latin?: string;
}
