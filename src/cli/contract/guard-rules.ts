import {everyRoute, type Rule} from './rule.js';
import {expectStatus, NotTried, type Shop} from './shop.js';

/** Rules of who may ask at all. */
export const guardRules = [
  {
    check: 'login',
    section: 'Errors',
    kept: 'A request without a login is refused with 401.',
    next: 'Answer 401 with a code and a message, and no login page: the page then sends its shopper to log in.',
    async attempt(shop) {
      void shop.session;
      if (!shop.isLoggedIn) throw new NotTried("no login was given; use --header 'Cookie: …'");
      const reply = await shop.ask(shop.address, {as: 'guest'});
      const {status} = expectStatus(reply, [200, 401], 'without a login');
      if (status === 401) return undefined;
      shop.read(reply, 'without a login');
      return 'A request without a login opens the session of a guest.';
    },
  },
  {
    check: 'foreign-origin',
    section: everyRoute,
    kept: 'Requests that change something are refused to pages of other sites.',
    next: "Compare the whole header Origin with the shop's own origin first, on each route that changes something, and answer 403 where it is another.",
    async attempt(shop) {
      const {tokenUrl, completeUrl} = shop.session;
      const origins = ['https://elsewhere.example', `${shop.origin}.elsewhere.example`, 'null'];
      for (const url of [shop.address, tokenUrl, completeUrl])
        for (const origin of origins) await expectRefusal(shop, url, origin);
      return undefined;
    },
  },
] as const satisfies readonly Rule[];

async function expectRefusal(shop: Shop, url: string, origin: string): Promise<void> {
  expectStatus(await shop.ask(url, {origin}), [403], `sent by a page of ${origin}`);
}
