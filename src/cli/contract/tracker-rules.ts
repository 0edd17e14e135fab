import {isRecord} from '../../protocol/answer.js';
import {readPayment} from '../../protocol/index.js';
import {codeOf} from '../check/session.js';
import type {Rule} from './rule.js';
import {Broken, expectStatus, NotTried, readAs, type Asking, type Reply, type Shop} from './shop.js';

const top = "What a shop's server answers";
const token = 'POST /session/<tracker>/token';
const complete = 'POST /session/<tracker>/complete';

/** The routes of one tracker. */
export const trackerRules = [
  {
    check: 'token',
    section: token,
    kept: 'The token of a tracker is renewed.',
    next: 'Ask the service for a new time-based token for this tracker at each request, and answer with the same session.',
    async attempt(shop) {
      const {tokenUrl, timeBasedToken, session} = shop.session;
      const renewed = shop.read(await shop.ask(tokenUrl));
      requireTracker(renewed.session.tracker, shop, 'token_url');
      if (renewed.timeBasedToken === timeBasedToken)
        throw new Broken('token_url answers with the token that the page has already.');
      if (renewed.session.accountVerification !== session.accountVerification)
        throw new Broken(
          'token_url answers with another is_account_verification than the session was opened with.',
        );
      return undefined;
    },
  },
  {
    check: 'resume',
    section: token,
    kept: 'A page that knows nothing but the tracker, as after a redirect, gets a token.',
    next: 'Answer POST <session>/<tracker>/token below the session route, whatever token_url names.',
    async attempt(shop) {
      const {pathname, search} = new URL(shop.address);
      const path = `${pathname.replace(/\/?$/, '/')}${encodeURIComponent(shop.session.session.tracker)}/token${search}`;
      const renewed = shop.read(await shop.ask(new URL(path, shop.address).href));
      requireTracker(renewed.session.tracker, shop, 'the address below the session route');
      return undefined;
    },
  },
  {
    check: 'complete',
    section: complete,
    kept: 'A tracker without a card is completed with payment_method null, and the same each time.',
    next: 'Answer 200 with tracker, reversed, payment_method null, a code and a message, also when it is asked again: a bank that says no is no error.',
    async attempt(shop) {
      const first = await completed(shop);
      for (const how of ['sent again', 'sent again and at once']) {
        const more = await Promise.all([completed(shop, how), completed(shop, how)]);
        if (more.some((one) => one !== first))
          throw new Broken(`complete_url, ${how}, answers otherwise than at first.`);
      }
      return undefined;
    },
  },
  {
    check: 'payment',
    section: top,
    kept: 'payment_url says how the payment of the tracker stands.',
    next: "Pass on what the service's reporter answers, or leave payment_url out.",
    async attempt(shop) {
      const {paymentUrl, session} = shop.session;
      if (paymentUrl === undefined)
        throw new NotTried('the session names no payment_url: pages read payments at the service');
      const payment = readAs(await shop.ask(paymentUrl, {method: 'GET'}), readPayment);
      if (payment.tracker !== session.tracker) throw new Broken('payment_url answers with another tracker.');
      return undefined;
    },
  },
  {
    check: 'unknown-tracker',
    section: 'Rules of every route',
    kept: 'A tracker that does not exist is refused with 404.',
    next: 'Answer 404 with the code tracker.not_found where the service knows no such tracker.',
    async attempt(shop) {
      const replies = await ofTracker(shop, (url) => shop.unknown(url));
      for (const reply of replies) expectStatus(reply, [404], 'for a tracker that does not exist');
      return undefined;
    },
  },
  {
    check: 'foreign-shopper',
    section: 'Rules of every route',
    kept: 'A tracker of another shopper looks like one that does not exist.',
    next: 'Compare the customer of the tracker with the one whose cookie came along on each route of a tracker, and make keys of the shopper and the Idempotency-Key.',
    async attempt(shop) {
      const {tracker} = shop.session.session;
      if (!shop.hasOther) throw new NotTried("no other shopper was named; use --other-header 'Cookie: …'");
      const how = 'sent with the cookie of another shopper';
      const other = await shop.open({as: 'other', key: shop.firstKey}, how);
      if (other.session.tracker === tracker)
        throw new Broken(
          'A second shopper who uses the Idempotency-Key of the first gets the tracker of the first.',
        );
      const unknown = await ofTracker(shop, (url) => shop.unknown(url), 'other');
      for (const [index, reply] of (await ofTracker(shop, (url) => url, 'other')).entries()) {
        const [code, expected] = [expectStatus(reply, [404], how), unknown[index]!.answer].map((one) =>
          'status' in one ? codeOf(one) : '',
        );
        if (code !== expected)
          throw new Broken(
            `${reply.route}, ${how}, answers with the code ${code}, and for one that does not exist with ${expected}.`,
          );
      }
      return undefined;
    },
  },
] as const satisfies readonly Rule[];

/** Answers of each route of the first tracker. */
async function ofTracker(
  shop: Shop,
  address: (url: string) => string,
  as: Asking['as'] = 'own',
): Promise<readonly Reply[]> {
  const {tokenUrl, completeUrl, paymentUrl} = shop.session;
  const replies = [];
  for (const url of [tokenUrl, completeUrl]) replies.push(await shop.ask(address(url), {as}));
  if (paymentUrl !== undefined) replies.push(await shop.ask(address(paymentUrl), {as, method: 'GET'}));
  return replies;
}

function requireTracker(tracker: string, shop: Shop, what: string): void {
  if (tracker !== shop.session.session.tracker)
    throw new Broken(`The session that ${what} answers with has another tracker.`);
}

/** The completion of a tracker without a card, as text that can be compared. */
async function completed(shop: Shop, how?: string): Promise<string> {
  const {completeUrl, session} = shop.session;
  const reply = await shop.ask(completeUrl);
  return readAs(
    reply,
    (body) => {
      const {tracker, payment_method: method, code, message, reversed} = isRecord(body) ? body : {};
      if (method !== null) throw new Error('No card was saved, and payment_method is not null.');
      if (tracker !== session.tracker) throw new Error('tracker is not that of the session.');
      if (typeof reversed !== 'boolean') throw new Error('reversed is neither true nor false.');
      if (typeof code !== 'string' || typeof message !== 'string')
        throw new Error('Beside payment_method null it has no code and no message.');
      return `${code} ${reversed}`;
    },
    how,
  );
}
