// Stands for the shop's own login: the cookie is the customer token itself. Yours is a session that leads to the shopper's record.
export const shopper = {
  firstName: 'Ada',
  lastName: 'Byron',
  email: 'ada@shop.example',
  phoneNumber: '+15550100',
  country: 'US',
};

/** The customer token of the shopper who is logged in. */
export const customerIn = (cookies: string | null | undefined): string | undefined =>
  /(?:^|; )shopper=([\w-]+)/.exec(cookies ?? '')?.[1];
