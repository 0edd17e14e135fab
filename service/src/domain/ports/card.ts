import type {BrandId} from '../../../../src/protocol/index.js';

/** A card number and its security code inside the process. Never logged, never stored in clear. */
export interface ClearCard {
  readonly number: string;
  /** Two digits. */
  readonly expirationMonth: string;
  /** Four digits. */
  readonly expirationYear: string;
  readonly securityCode?: string;
  readonly brand: BrandId | 'unknown';
}
