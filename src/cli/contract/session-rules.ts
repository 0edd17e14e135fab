import {everyRoute, type Rule} from './rule.js';
import {Broken, expectStatus, NotTried, type Shop} from './shop.js';

const route = 'POST /session';
const again = 'sent again under the same Idempotency-Key';

/** Opening a session: once, twice, at once, and after an answer that was lost. */
export const sessionRules = [
  {
    check: 'session',
    section: route,
    kept: 'A session opens, with all that a page needs.',
    next: 'Answer 200 with the fields of the table, each of its type. npx card-vault check says more of what stands in the way.',
    async attempt(shop) {
      const session = await shop.open({key: shop.firstKey});
      const {expiresAt} = session.session;
      if (Date.parse(expiresAt) <= Date.now())
        throw new Broken(`The session's expires_at, ${expiresAt}, has passed already.`);
      shop.first = session;
      return undefined;
    },
  },
  {
    check: 'same-key',
    section: everyRoute,
    kept: 'A request that is sent again under its Idempotency-Key opens no second tracker.',
    next: 'Keep the tracker by shopper and Idempotency-Key, or pass a key made of both on to the service as the Idempotency-Key of the request that opens the tracker.',
    async attempt(shop) {
      const {session} = await shop.open({key: firstOf(shop)}, again);
      requireOne(shop, [shop.session.session.tracker, session.tracker], `A session request, ${again},`);
      const other = await shop.open();
      if (other.session.tracker === session.tracker)
        throw new Broken('Two sessions under two Idempotency-Keys have one tracker.');
      return undefined;
    },
  },
  {
    check: 'at-once',
    section: everyRoute,
    kept: 'Two requests at once under one Idempotency-Key open one tracker.',
    next: 'Answer both with the one tracker, or the later one with 409 and the code idempotency.in_flight until the first is done.',
    async attempt(shop) {
      firstOf(shop);
      const key = crypto.randomUUID();
      const how = 'sent twice at once under one Idempotency-Key';
      const both = await Promise.all([shop.open({key}, how), shop.open({key}, how)]);
      const trackers = both.map(({session}) => session.tracker);
      requireOne(shop, trackers, `A session request, ${how},`);
      return undefined;
    },
  },
  {
    check: 'lost-answer',
    section: everyRoute,
    kept: 'A request whose answer was lost can be sent again.',
    next: 'Let nothing stay locked when a browser is gone: the request that comes again under the key gets the answer.',
    async attempt(shop) {
      const {returnUrl} = shop.session.session;
      const key = crypto.randomUUID();
      const gone = new AbortController();
      const lost = shop.ask(shop.address, {key, signal: gone.signal, mayBeStopped: true});
      // By the time that another answer is here, the first request has reached the shop.
      await shop.go(returnUrl);
      gone.abort();
      await lost;
      await shop.open({key}, 'sent again after its answer was lost');
      return undefined;
    },
  },
  {
    check: 'body',
    section: everyRoute,
    kept: 'Broken, foreign and endless bodies are refused.',
    next: 'Read at most 16 kB. Refuse more with 413, another type than application/json with 415, and what is no JSON object with 400, before a tracker is opened.',
    async attempt(shop) {
      firstOf(shop);
      for (const [how, wanted, body, type] of bodies) {
        const isTooLong = wanted.includes(413);
        const reply = await shop.ask(shop.address, {body, type, mayBeStopped: isTooLong});
        // Closing the connection refuses it, too.
        if (isTooLong && 'failure' in reply.answer) continue;
        expectStatus(reply, wanted, how);
      }
      return undefined;
    },
  },
] as const satisfies readonly Rule[];

const json = 'application/json';
const bodies: readonly (readonly [how: string, wanted: readonly number[], body: string, type: string])[] = [
  ['with a body that is no JSON', [400], '{"broken', json],
  ['with a body of JSON that is no object', [400], '"words"', json],
  ['with a body of the type text/plain', [400, 415], '{}', 'text/plain'],
  ['with a body of 64 kB', [400, 413], JSON.stringify({filler: 'a'.repeat(65_536)}), json],
];

/** The key of the first session. */
function firstOf(shop: Shop): string {
  if (!shop.first) throw new NotTried('no session was opened');
  return shop.firstKey;
}

/** At a service without idempotency keys a shop cannot do better: the second tracker stays empty. */
function requireOne(shop: Shop, trackers: readonly string[], what: string): void {
  if (new Set(trackers).size === 1) return;
  if (shop.session.session.features?.includes('idempotency-keys'))
    throw new Broken(`${what} opens a second tracker.`);
  throw new NotTried(
    "the session's features name no idempotency-keys: a second tracker is opened, which stays empty",
  );
}
