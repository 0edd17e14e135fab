import {createHmac, timingSafeEqual} from 'node:crypto';

const cookieName = 'sorrel';

/**
 * The shop's login. This shop knows its shoppers by a signed cookie that holds their customer tokens, one for the account
 * and one for buying as a guest; a real shop would look them up behind its own session.
 */
export function createVisitors({secret, customers}) {
  const sign = (text) => createHmac('sha256', `sorrel cookie ${secret}`).update(text).digest('base64url');

  function read(request) {
    const cookies = request.headers.get('cookie') ?? '';
    const value = cookies.match(new RegExp(`(?:^|;\\s*)${cookieName}=([\\w-]+)\\.([\\w-]+)`));
    if (!value) return undefined;
    const [, text, signature] = value;
    const expected = Buffer.from(sign(text));
    const given = Buffer.from(signature);
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) return undefined;
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  }

  function cookieFor(visitor) {
    const text = Buffer.from(JSON.stringify(visitor)).toString('base64url');
    return `${cookieName}=${text}.${sign(text)}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000`;
  }

  async function isKnown(token) {
    return token
      ? customers()
          .read(token)
          .then(
            () => true,
            () => false,
          )
      : false;
  }

  const create = (person, isGuest) =>
    customers()
      .create({...person, isGuest})
      .then(({token}) => token);

  return {
    /** The customer of a request, by its cookie and by whether the page is a guest's. */
    customerOf(request) {
      const visitor = read(request);
      return visitor && (isGuest(request) ? visitor.guest : visitor.account);
    },

    /** Everybody who opens a page gets an account: this is a demo. Answers the visitor, and a cookie when it is new. */
    async welcome(request) {
      const visitor = read(request);
      // The service may have been started on an empty database since the cookie was set.
      if (visitor && (await isKnown(visitor.account))) return {visitor};
      const fresh = {
        account: await create(persons.account, false),
        guest: await create(persons.guest, true),
      };
      return {visitor: fresh, cookie: cookieFor(fresh)};
    },

    /** The cookie of a visitor who has chosen the card to pay with. */
    cookieFor,
    read,
  };
}

/** True for an address that carries `guest=on`. */
export function isGuest(request) {
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
