/** The pieces of a form that a page places itself. */
export const pieces = {
  expiryMonthLabel: 'Expiry month',
  expiryYearLabel: 'Expiry year',
  expiryMonthPlaceholder: 'MM',
  expiryYearPlaceholder: 'YY',
} as const;
