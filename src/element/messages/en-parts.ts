/** English of the parts that a page places. */
export const enParts = {
  expiryMonthLabel: 'Expiry month',
  expiryYearLabel: 'Expiry year',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
  fieldsMoved: 'The page has changed. Please enter the card number and code again.',
} as const;
