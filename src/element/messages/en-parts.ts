/** English of the parts that a page places. */
export const enParts = {
  expiryMonthLabel: 'Expiry month',
  expiryYearLabel: 'Expiry year',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
} as const;
