import {createHmac, timingSafeEqual} from 'node:crypto';
import type {NewCustomer, ServiceClient} from 'card-vault/server';

/** What the cookie holds: the customer tokens, and of each the card that pays for the box. */
export interface Shopper {
  readonly account: string;
  readonly guest: string;
  readonly card?: string;
  readonly guestCard?: string;
}

interface ShoppersOptions {
  /** Signs the cookie. */
  readonly secret: string;
  readonly customers: () => ServiceClient['customers'];
}

const cookieName = 'sorrel';

/**
 * The shop's login. This shop knows its shoppers by a signed cookie that holds their customer tokens, one for the account
 * and one for buying as a guest; a real shop would look them up behind its own session.
 */
export function createShoppers({secret, customers}: ShoppersOptions) {
  const sign = (text: string): string =>
    createHmac('sha256', `sorrel cookie ${secret}`).update(text).digest('base64url');

  function read(request: Request): Shopper | undefined {
    const cookies = request.headers.get('cookie') ?? '';
    const value = cookies.match(new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)\\.([\\w-]+)`));
    const [, text, signature] = value ?? [];
    if (!text || !signature) return undefined;
    const expected = Buffer.from(sign(text));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Shopper;
  }

  function cookieFor(shopper: Shopper): string {
    const text = Buffer.from(JSON.stringify(shopper)).toString('base64url');
    return `${cookieName}=${text}.${sign(text)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`;
  }

  const isKnown = (token: string): Promise<boolean> =>
    customers()
      .read(token)
      .then(
        () => true,
        () => false,
      );

  async function create(person: NewCustomer, isGuest: boolean): Promise<string> {
    const {token} = await customers().create({...person, isGuest});
    return token;
  }

  return {
    /** The customer of a request, by its cookie and by whether the page is a guest's. */
    customerOf(request: Request): string | undefined {
      const shopper = read(request);
      return shopper && (isGuest(request) ? shopper.guest : shopper.account);
    },

    /** Everybody who opens a page gets an account: this is a demo. Answers the shopper, and a cookie when it is new. */
    async welcome(request: Request): Promise<{readonly shopper: Shopper; readonly cookie?: string}> {
      const shopper = read(request);
      // The service may have been started on an empty database since the cookie was set.
      if (shopper && (await isKnown(shopper.account))) return {shopper};
      const fresh = {
        account: await create(persons.account, false),
        guest: await create(persons.guest, true),
      };
      return {shopper: fresh, cookie: cookieFor(fresh)};
    },

    /** The cookie of a shopper who has chosen the card to pay with. */
    cookieFor,
    read,
  };
}

export type Shoppers = ReturnType<typeof createShoppers>;

/** True for an address that carries `guest=on`. */
export function isGuest(request: Request): boolean {
  return new URL(request.url).searchParams.get('guest') === 'on';
}

const persons = {
  account: {
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor@sorrel.example',
    phoneNumber: '+923001234567',
    country: 'PK',
  },
  guest: {
    firstName: 'Guest',
    lastName: 'Shopper',
    email: 'guest@sorrel.example',
    phoneNumber: '+923007654321',
    country: 'PK',
  },
};
