/** The button of `<card-vault-subscribe>`. */
export const subscribe = {
  subscribe: 'Subscribe',
  subscriptions: 'My subscriptions',
  priceDay: '{price} a day',
  priceWeek: '{price} a week',
  priceMonth: '{price} a month',
  priceYear: '{price} a year',
  priceEvery: '{price} every {period}',
  checkoutUnavailable: 'We can’t open the checkout right now. Please try again later.',
} as const;
