export const brandIds = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'maestro',
  'unionpay',
] as const;
export type BrandId = (typeof brandIds)[number];

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
