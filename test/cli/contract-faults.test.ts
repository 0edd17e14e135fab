// Further: servers with one fault each; the command: `test/cli/contract.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {ContractFinding} from '../../src/cli/contract/index.js';
import {html} from './support/broken-shop.js';
import {login, openStreet, otherLogin, run, type Changes, type Street} from './support/shop.js';

type Between = NonNullable<Changes['between']>;
/** Faults that remember something are made anew for each shop. */
interface Broken {
  readonly between: Between;
  readonly fetch?: typeof fetch;
}
type Fault = Between | {readonly make: () => Broken};
const anew = (make: () => Broken): Fault => ({make});

const pathOf = ({url}: Request) => new URL(url).pathname;
const isSession = (request: Request) => pathOf(request) === '/card-vault/session';
const isOfSession = (request: Request) => pathOf(request).includes('/session');
const hasToken = (body: object): boolean => 'time_based_token' in body;
const ofTracker = /^\/card-vault\/session\/[\w-]+\/(token|complete|payment)$/;
const refusal = (status: number, code: string) => Response.json({code, message: 'No.'}, {status});

/** A request with other headers. */
function withHeader(request: Request, name: string, value: string | undefined): Request {
  const changed = new Request(request);
  if (value === undefined) changed.headers.delete(name);
  else changed.headers.set(name, value);
  return changed;
}

/** Changes the JSON of successes on some routes. */
const answering =
  (isMeant: (request: Request) => boolean, change: (body: Record<string, unknown>) => object): Between =>
  async (request, handle) => {
    const response = await handle(request);
    if (!isMeant(request) || response.status !== 200) return response;
    return Response.json(change((await response.json()) as Record<string, unknown>), {
      headers: {'cache-control': 'no-store'},
    });
  };

/** Answers for the first shopper on some routes, whoever asks. */
const asFirst =
  (isMeant: (request: Request) => boolean): Between =>
  (request, handle) =>
    handle(isMeant(request) ? withHeader(request, 'cookie', login) : request);

/** Bodies as they are read before the kit sees them. */
const reading =
  (change: (body: string, request: Request) => Request | Response): Between =>
  async (request, handle) => {
    if (!isSession(request)) return handle(request);
    const changed = change(await request.clone().text(), request);
    return changed instanceof Request ? handle(changed) : changed;
  };
const withBody = (request: Request, body: string) =>
  withHeader(
    new Request(request.url, {method: 'POST', headers: request.headers, body}),
    'content-length',
    undefined,
  );

const faults: Readonly<Record<string, readonly [Fault, Readonly<Record<string, RegExp>>]>> = {
  'the session lacks a field': [
    answering(isSession, ({expires_at: _, ...rest}) => rest),
    {session: /POST \/card-vault\/session answers 200, but the page cannot read it.*\/expires_at.*missing/},
  ],
  'the session has ended when it opens': [
    answering(isSession, (body) => ({...body, expires_at: '2020-01-01T00:00:00Z'})),
    {session: /expires_at, 2020-01-01T00:00:00Z, has passed already/},
  ],
  'keys are not kept': [
    (request, handle) => handle(withHeader(request, 'idempotency-key', undefined)),
    {'same-key': /sent again .* opens a second tracker/, 'at-once': /sent twice at once .* opens a second/},
  ],
  'the later of two requests at once is refused for good': [
    anew(() => {
      const running = new Map<string, Promise<Response>>();
      return {
        between: async (request, handle) => {
          const key = request.headers.get('idempotency-key') ?? '';
          if (!isSession(request)) await Promise.all(running.values());
          if (!isSession(request)) return handle(request);
          if (running.has(key)) return refusal(409, 'request.duplicate');
          const answer = handle(request);
          running.set(key, answer);
          return answer.finally(() => running.delete(key));
        },
      };
    }),
    {'at-once': /sent twice at once under one Idempotency-Key, answers 409 \(request\.duplicate\), not 200/},
  ],
  'a key stays locked when its browser is gone': [
    anew(() => {
      const locked = new Set<string>();
      return {
        fetch: (url, init = {}) => {
          const key = new Headers(init.headers).get('idempotency-key') ?? '';
          init.signal?.addEventListener('abort', () => void locked.add(key));
          return fetch(url, init);
        },
        between: async (request, handle) =>
          locked.has(request.headers.get('idempotency-key') ?? '')
            ? refusal(409, 'request.locked')
            : handle(request),
      };
    }),
    {'lost-answer': /sent again after its answer was lost, answers 409 \(request\.locked\)/},
  ],
  'a broken body counts as none': [
    reading((body, request) => withBody(request, body.startsWith('{"broken') ? '{}' : body)),
    {body: /with a body that is no JSON, answers 200, not 400/},
  ],
  'a broken body breaks the server': [
    reading((body, request) =>
      body.startsWith('{"broken') ? refusal(500, 'error') : withBody(request, body),
    ),
    {body: /with a body that is no JSON, answers 500 \(error\), not 400/},
  ],
  'the type of a body does not matter': [
    reading((body, request) => withHeader(withBody(request, body), 'content-type', 'application/json')),
    {body: /of the type text\/plain, answers 200, not 400 or 415/},
  ],
  'a body is read to its end, however long': [
    reading((body, request) => withBody(request, body.length > 9999 ? '{}' : body)),
    {body: /with a body of 64 kB, answers 200, not 400 or 413/},
  ],
  'a login page takes the place of 401': [
    async (request, handle) => {
      const response = await handle(request);
      const isForm = response.status === 401 && isSession(request);
      return isForm ? Response.redirect(new URL('/login', request.url)) : response;
    },
    {login: /without a login, answers 302 with a redirect to http:\/\/localhost:\d+\/login, not 200 or 401/},
  ],
  'requests of every origin are taken': [
    (request, handle, {origin}) =>
      handle(isOfSession(request) ? withHeader(request, 'origin', origin) : request),
    {'foreign-origin': /sent by a page of https:\/\/elsewhere\.example, answers 200, not 403/},
  ],
  'the origin is compared by its beginning': [
    (request, handle, {origin}) => {
      const isAlike = request.headers.get('origin')?.startsWith(origin);
      return handle(isAlike ? withHeader(request, 'origin', origin) : request);
    },
    {'foreign-origin': /sent by a page of http:\/\/localhost:\d+\.elsewhere\.example, answers 200/},
  ],
  'a renewed session has the old token': [
    anew(() => {
      let first: unknown;
      return {
        between: answering(isOfSession, (body) => {
          first ??= body['time_based_token'];
          return hasToken(body) ? {...body, time_based_token: first} : body;
        }),
      };
    }),
    {token: /token_url answers with the token that the page has already/},
  ],
  'only token_url renews a token': [
    anew(() => ({
      between: async (request, handle, shop) => {
        const {pathname} = new URL(request.url);
        if (/\/session\/[\w-]+\/token$/.test(pathname)) return refusal(404, 'route.not_found');
        const renewed = /^\/renew\/([\w-]+)$/.exec(pathname);
        const inner = renewed ? new URL(`/card-vault/session/${renewed[1]}/token`, request.url) : request.url;
        return answering(isOfSession, (body) => ({
          ...body,
          ...(hasToken(body) && {token_url: `/renew/${String(body['tracker'])}`}),
        }))(renewed ? new Request(inner, request) : request, handle, shop);
      },
    })),
    {resume: /\/session\/<tracker>\/token answers 404 \(route\.not_found\), not 200/},
  ],
  'a tracker without a card is an error': [
    async (request, handle) => {
      const response = await handle(request);
      if (!pathOf(request).endsWith('/complete')) return response;
      const body = (await response.clone().json()) as {payment_method?: unknown};
      return body.payment_method === null ? refusal(409, 'payment.not_completed') : response;
    },
    {complete: /\/complete answers 409 \(payment\.not_completed\), not 200/},
  ],
  'a tracker is completed once': [
    anew(() => {
      const done = new Set<string>();
      return {
        between: async (request, handle) => {
          const path = pathOf(request);
          if (!path.endsWith('/complete') || request.headers.get('cookie') !== login) return handle(request);
          if (done.has(path)) return refusal(404, 'tracker.not_found');
          const response = await handle(request);
          if (response.status === 200) done.add(path);
          return response;
        },
      };
    }),
    {complete: /sent again, answers 404/, 'saved-card': /answers 404 \(tracker\.not_found\), not 200/},
  ],
  'an unknown tracker breaks the server': [
    async (request, handle) => {
      const response = await handle(request);
      const isLost = ofTracker.test(pathOf(request)) && response.status === 404;
      return isLost && request.headers.get('cookie') === login ? refusal(500, 'error') : response;
    },
    {'unknown-tracker': /for a tracker that does not exist, answers 500 \(error\), not 404/},
  ],
  'every shopper may ask for a tracker': [
    asFirst((request) => ofTracker.test(pathOf(request))),
    {'foreign-shopper': /\/token, sent with the cookie of another shopper, answers 200, not 404/},
  ],
  'one shopper may know which trackers another has': [
    async (request, handle) => {
      const response = await handle(request);
      const isForeign = request.headers.get('cookie') === otherLogin && !/0000-4000/.test(request.url);
      return isForeign && ofTracker.test(pathOf(request)) ? refusal(404, 'tracker.foreign') : response;
    },
    {'foreign-shopper': /the code tracker\.foreign, and for one that does not exist with tracker\.not_found/},
  ],
  'keys count for all shoppers together': [
    anew(() => {
      const kept = new Map<string, object>();
      return {
        between: async (request, handle, shop) => {
          const key = request.headers.get('idempotency-key') ?? '';
          const isOther = request.headers.get('cookie') === otherLogin;
          return answering(isSession, (body) => {
            if (!isOther) kept.set(key, body);
            return kept.get(key) ?? body;
          })(request, handle, shop);
        },
      };
    }),
    {'foreign-shopper': /who uses the Idempotency-Key of the first gets the tracker of the first/},
  ],
  'a guard refuses forms of other sites at the return page': [
    async (request, handle) =>
      pathOf(request).endsWith('/return') && request.method === 'POST'
        ? new Response('Cross-site POST form submissions are forbidden', {status: 403})
        : handle(request),
    {return: /with a form posted to it without a login: .*\/return answers 403/},
  ],
  'the return page is another page of the shop': [
    async (request, handle) => (pathOf(request).endsWith('/return') ? html('Thank you!') : handle(request)),
    {return: /with GET without a login: .*answers with another page of the shop/},
  ],
  'nothing is reversed': [
    anew(() => ({
      between: async (request, handle, {vault}) => {
        const [, tracker] = /\/session\/([\w-]+)\/complete$/.exec(pathOf(request)) ?? [];
        const record = tracker && (await vault.client.trackers.fetch(tracker).catch(() => undefined));
        const method = record ? record.paymentMethod : undefined;
        if (!method) return handle(request);
        const {token, brand, lastFour: last_four} = method;
        const body = {tracker, payment_method: {token, brand, last_four, single_use: false}, reversed: false};
        return Response.json(body, {headers: {'cache-control': 'no-store'}});
      },
    })),
    {'saved-card': /stays held: no reversal was made/},
  ],
  'every shopper is listed the cards of the first': [
    asFirst((request) => pathOf(request) === '/card-vault/payment-methods' && request.headers.has('cookie')),
    {list: /Two shoppers are listed the same card/},
  ],
  'every shopper may remove a card': [
    asFirst((request) => request.method === 'DELETE'),
    {'list-of-saved-card': /DELETE .*<token>, for a card of another shopper, answers 200, not 404/},
  ],
  'another site may remove a card': [
    (request, handle, {origin}) =>
      handle(request.method === 'DELETE' ? withHeader(request, 'origin', origin) : request),
    {list: /DELETE .*<token>, sent by a page of another site, answers 404 .*not 403/},
  ],
  'answers may be kept on the way': [
    async (request, handle) => {
      const response = await handle(request);
      if (pathOf(request).endsWith('/token')) response.headers.delete('cache-control');
      return response;
    },
    {headers: /\/token answers with Cache-Control: \(none\)/},
  ],
  'the framework refuses broken JSON with a page of its own': [
    reading((body, request) => {
      if (!body.startsWith('{"broken')) return withBody(request, body);
      return new Response('<h1>Bad Request</h1>', {status: 400, headers: {'content-type': 'text/html'}});
    }),
    {errors: /POST \/card-vault\/session answers 400 without a code and a message in JSON/},
  ],
};

describe('npx card-vault contract, against servers with one fault, names it when', () => {
  let street: Street;
  before(async () => (street = await openStreet()));
  after(() => street.close());

  for (const [title, [fault, expected]] of Object.entries(faults)) {
    it(title, async () => {
      const {between, fetch = undefined} = typeof fault === 'function' ? {between: fault} : fault.make();
      const {session} = await street.shop({options: {entryMode: 'raw'}, between});
      const {exitCode, text} = await run(
        [
          ...['contract', session, '--json', '--card', '4000000000002701'],
          ...['--header', `Cookie: ${login}`, '--other-header', `Cookie: ${otherLogin}`],
        ],
        fetch ? {fetch} : {},
      );
      const {checks} = JSON.parse(text) as {checks: readonly ContractFinding[]};
      const wrong = checks.filter(({result}) => result === 'wrong');
      assert.deepEqual(
        wrong.map(({check}) => check),
        Object.keys(expected),
        JSON.stringify(wrong, null, 1),
      );
      for (const {check, says} of wrong) assert.match(says, expected[check]!);
      assert.equal(exitCode, 1);
    });
  }
});
