/** English of the button of `<card-vault-subscribe>`. */
export const enSubscribe = {
  subscribe: 'Subscribe',
  checkoutUnavailable: 'We can’t open the checkout right now. Please try again later.',
} as const;
