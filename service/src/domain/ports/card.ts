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
