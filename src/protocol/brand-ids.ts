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
