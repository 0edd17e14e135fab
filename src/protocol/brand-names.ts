import type {BrandId} from './brand-ids.js';

export {brandIds, type BrandId} from './brand-ids.js';

/** What a brand is called, everywhere. */
export const brandNames: Readonly<Record<BrandId, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
};
