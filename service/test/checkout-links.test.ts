import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {rounds} from '../../test/support/rounds.js';
import {goodAddresses, hostileAddresses} from './support/addresses.js';
import {insertPlan} from './support/billing.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';
import {HostedBrowser, asksToContinue, jsonOf, linksOf} from './support/hosted-browser.js';

describe('links of the hosted pages', () => {
  let api: TestService;
  let links: ReturnType<typeof linksOf>;
  let plan: string;
  let customer: string;
  before(async () => {
    api = await startTestService();
    links = linksOf(api);
    plan = (await insertPlan(api, {name: 'Tea <b>club</b>'})).token;
    customer = await api.customer();
  });
  after(() => api.service.close());
  const openPage = (path: string) => new HostedBrowser(api).get(path);

  it('redirect at once, so that no address keeps the token; the page uses an HttpOnly cookie', async () => {
    const link = await links.subscribe(plan, customer);
    const token = new URLSearchParams(link.split('?')[1]).get('auth_token')!;
    const browser = new HostedBrowser(api);
    const entered = await browser.get(link);
    assert.equal(entered.status, 303);
    assert.match(entered.location, /^\/checkout\/session\/chk_[0-9a-f-]{36}$/);
    assert.equal(entered.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(entered.headers.get('cache-control'), 'no-store');
    assert.equal(entered.headers.get('set-cookie'), null);
    const pressed = await browser.press(entered.location);
    assert.deepEqual([pressed.status, pressed.location], [303, `${entered.location}?lang=en`]);
    assert.match(
      pressed.headers.get('set-cookie') ?? '',
      /^__Host-cv-chk_[0-9a-f-]{36}=[0-9a-f]{64}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    const page = await browser.get(entered.location);
    assert.equal(page.status, 200);
    assert.ok(!page.text.includes(token) && !page.text.includes(api.service.keys.secretKey));
    assert.ok(page.text.includes('Tea &lt;b&gt;club&lt;/b&gt;'), 'texts are escaped');
  });

  it('pages allow only scripts with a fresh nonce, use Trusted Types, and are neither framed nor cached', async () => {
    const browser = new HostedBrowser(api);
    const {self, page} = await browser.open(await links.subscribe(plan, customer));
    const policy = page.headers.get('content-security-policy') ?? '';
    const nonce = /script-src 'nonce-([^']+)' 'strict-dynamic';/.exec(policy)?.[1] ?? '';
    assert.equal(Buffer.from(nonce, 'base64').length, 16);
    assert.ok(!policy.includes('unsafe'));
    for (const part of [
      "default-src 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
      `frame-src 'self' ${api.service.urls.fields}`,
      "require-trusted-types-for 'script'",
      'trusted-types lit-html card-vault',
    ]) {
      assert.ok(policy.split('; ').includes(part), part);
    }
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.equal(page.headers.get('x-content-type-options'), 'nosniff');
    assert.notEqual((await browser.get(self)).headers.get('content-security-policy'), policy);
    const scripts = [...page.text.matchAll(/<script (?!type="application\/json")[^>]*>/g)].map(
      ([tag]) => tag,
    );
    assert.equal(scripts.length, 2);
    for (const tag of scripts) assert.ok(tag.includes(`nonce="${nonce}"`), tag);
    const element = /src="(\/checkout\/element\/[^"]+)"/.exec(page.text)![1]!;
    const file = await browser.get(element);
    assert.equal(file.status, 200);
    assert.match(file.text, /card-vault/);
    assert.equal((await browser.get(element.replace(/element\/\w+/, 'element/000000000000'))).status, 404);
    assert.equal(
      (await browser.get(element.replace('card-vault.js', 'card-vault/..%2F..%2Fpackage.json'))).status,
      404,
    );
  });

  const refused: readonly (readonly [string, number, () => Promise<string>])[] = [
    ['no token', 403, () => Promise.resolve(`/checkout/subscribe?plan_id=${plan}`)],
    [
      'a token without a valid signature',
      403,
      () => Promise.resolve(`/checkout/subscribe?plan_id=${plan}&auth_token=a.b.c`),
    ],
    [
      'a plan that is not this merchant’s',
      403,
      async () =>
        `/checkout/subscribe?plan_id=plan_nobody&auth_token=${await api.token({scope: 'checkout', user: customer})}`,
    ],
    [
      'another plan than the token’s',
      403,
      async () => (await links.subscribe(plan, customer)).replace(/plan_id=[^&]+/, 'plan_id=plan_other'),
    ],
    [
      'a portal’s token at the checkout',
      403,
      async () =>
        `/checkout/subscribe?plan_id=${plan}&auth_token=${await api.token({scope: 'portal', user: customer})}`,
    ],
    [
      'a checkout’s token at the portal',
      403,
      async () => `/portal?auth_token=${await api.token({scope: 'checkout', user: customer})}`,
    ],
    ['a token without a scope at the portal', 403, async () => `/portal?auth_token=${await api.token()}`],
    [
      'a tracker’s token at the checkout',
      403,
      async () => {
        const token = await api.token({tracker: await api.tracker(), origin: shop});
        return `/checkout/subscribe?plan_id=${plan}&auth_token=${token}`;
      },
    ],
    [
      'a token that is bound to a shop’s pages, at the embedded page',
      403,
      async () => {
        const tracker = await api.tracker();
        return `/embedded?tracker=${tracker}&tbt=${await api.token({tracker, origin: shop})}`;
      },
    ],
    [
      'a plan that is not active',
      410,
      async () => links.subscribe((await insertPlan(api, {active: false})).token, customer),
    ],
    [
      'a plan that was archived',
      410,
      async () =>
        links.subscribe((await insertPlan(api, {archived_at: api.service.clock.now()})).token, customer),
    ],
    [
      'a guest',
      403,
      async () => links.subscribe(plan, await api.customer({first_name: 'G', is_guest: true})),
    ],
    [
      'another tracker than the token’s',
      403,
      async () =>
        (await links.embedded(await api.tracker())).replace(
          /tracker=[^&]+/,
          `tracker=${await api.tracker()}`,
        ),
    ],
    ['a payment that nobody opened', 403, () => Promise.resolve('/checkout/pay?beacon=track_1&env=sandbox')],
  ];
  for (const [what, status, link] of refused) {
    it(`${what}: a page says so, and leads nowhere`, async () => {
      const page = await openPage(await link());
      assert.equal(page.status, status, page.text);
      assert.equal(page.location, '');
      assert.equal(page.headers.get('set-cookie'), null);
      assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
      assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
      assert.match(page.text, /<h1>[^<]+<\/h1>/);
      assert.ok(!page.text.includes('<script'));
    });
  }

  it('accept what public clients send: unscoped and tracker tokens, a trailing slash (wire 1.10)', async () => {
    const tracker = await api.tracker();
    const unscoped = await api.token();
    const ofTracker = await api.token({scope: 'checkout', tracker});
    const back = `redirect_url=${encodeURIComponent(`${shop}/cards`)}&cancel_url=${encodeURIComponent(shop)}`;
    const forms: readonly (readonly [string, RegExp])[] = [
      [`/checkout/subscribe?env=sandbox&plan_id=${plan}&auth_token=${unscoped}&${back}`, /About you/],
      [
        `/embedded/?environment=sandbox&tracker=${tracker}&tbt=${unscoped}&source=hosted&${back}`,
        /Save a card/,
      ],
      [
        `/embedded?environment=sandbox&tracker=${tracker}&tbt=${ofTracker}&is_implicit=true&order_id=7`,
        /Save a card/,
      ],
    ];
    for (const [link, text] of forms) assert.match((await new HostedBrowser(api).open(link)).page.text, text);
  });

  it('the page of an archived plan still links to the shop', async () => {
    const page = await openPage(
      await links.subscribe((await insertPlan(api, {active: false})).token, customer),
    );
    assert.ok(page.text.includes(`href="${shop}/plans"`));
  });

  it('an expired token is refused', async () => {
    const own = await startTestService();
    const link = await linksOf(own).subscribe((await insertPlan(own)).token, await own.customer());
    own.service.clock.advanceTo(new Date(own.service.clock.now().getTime() + 16 * 60_000));
    assert.equal((await new HostedBrowser(own).get(link)).status, 403);
    await own.service.close();
  });

  it('none of many hostile return URLs is accepted, and every good one is (B4, V23)', async () => {
    const token = await api.token({scope: 'checkout', user: customer, plan});
    const tracker = await api.tracker();
    await api.setUp(tracker);
    const open = (name: string, address: string) =>
      openPage(
        `/checkout/subscribe?${new URLSearchParams({plan_id: plan, auth_token: token, [name]: address}).toString()}`,
      );
    const hostile = hostileAddresses(rounds(3) * 100);
    assert.equal(hostile.length, rounds(3) * 100);
    for (const [index, address] of hostile.entries()) {
      const ofStepUp = ['success_url', 'failure_url'][index % 4];
      if (ofStepUp !== undefined) {
        const {status, text} = await api.enroll(tracker, 'frictionless', {[ofStepUp]: address});
        assert.equal(status, 400, `${JSON.stringify(address)}: ${text}`);
        continue;
      }
      const page = await open(index % 4 === 2 ? 'redirect_url' : 'cancel_url', address);
      // A request with a NUL character is refused before it reaches a page.
      const withNul = address.includes('\u0000') && page.status === 400;
      assert.ok(
        withNul || (page.status === 400 && /does not lead back to the shop/.test(page.text)),
        JSON.stringify(address),
      );
      assert.ok(!page.text.includes('evil.example'));
    }
    for (const address of goodAddresses(200)) {
      assert.equal((await open('redirect_url', address)).status, 303, address);
    }
  });

  it('a page opens only in the browser in which its shopper pressed, for an hour', async () => {
    const own = await startTestService();
    const browser = new HostedBrowser(own);
    const {self} = await browser.open(
      await linksOf(own).subscribe((await insertPlan(own)).token, await own.customer()),
    );
    const stranger = await new HostedBrowser(own).get(self);
    assert.match(stranger.text, /belongs to another browser/);
    assert.ok(!asksToContinue(stranger) && !stranger.text.includes('Subscribe'));
    const card = await new HostedBrowser(own).post(`${self}/card`, {});
    assert.deepEqual([card.status, jsonOf(card)['code'] as unknown], [410, 'checkout.session_over']);
    own.service.clock.advanceTo(new Date(own.service.clock.now().getTime() + 61 * 60_000));
    const late = await browser.get(self);
    assert.equal(late.status, 410);
    assert.ok(late.text.includes(`href="${shop}/plans"`));
    await own.service.close();
  });

  it('requests from pages of other origins change nothing', async () => {
    const browser = new HostedBrowser(api);
    const {self} = await browser.open(await links.subscribe(plan));
    const foreign: readonly Readonly<Record<string, string>>[] = [
      {'sec-fetch-site': 'cross-site', origin: 'https://evil.example'},
      {'sec-fetch-site': 'same-site', origin: 'http://localhost:5173'},
      {'sec-fetch-site': 'none'},
    ];
    for (const headers of foreign) {
      const script = await browser.post(`${self}/card`, {}, headers);
      assert.deepEqual([script.status, jsonOf(script)['code'] as unknown], [403, 'checkout.page_refused']);
      const form = new URLSearchParams({first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com'});
      assert.equal((await browser.post(`${self}/customer`, form, headers)).status, 403);
    }
    const [row] = await api.service.database.query<{customer: string | null}>(
      'SELECT customer FROM checkout_sessions WHERE token = $1',
      [self.split('/').at(-1)],
    );
    assert.equal(row!.customer, null);
  });

  it('a customer’s link reopens the same page; a link without a customer opens a new one', async () => {
    const link = await links.subscribe(plan, customer);
    const [first, second] = [
      await new HostedBrowser(api).look(link),
      await new HostedBrowser(api).look(link),
    ];
    assert.equal(first.self, second.self);
    const shared = await links.subscribe(plan);
    assert.notEqual(
      (await new HostedBrowser(api).open(shared)).self,
      (await new HostedBrowser(api).open(shared)).self,
    );
  });

  it('the card page gets sessions for the element that are bound to the service’s own origin', async () => {
    const browser = new HostedBrowser(api);
    const {self} = await browser.open(await links.subscribe(plan, customer));
    const session = jsonOf(await browser.post(`${self}/card`, {}));
    assert.equal(session['is_account_verification'] as unknown, true);
    assert.equal(session['frame_url'] as unknown, '/checkout/frame');
    const {api: ownOrigin} = api.service.urls;
    const tracker = string(session['tracker']);
    const token = string(session['time_based_token']);
    assert.equal((await api.act(tracker, {origin: ownOrigin}, {token, origin: ownOrigin})).status, 200);
    assert.equal((await api.act(tracker, {origin: shop}, {token, origin: shop})).status, 403);
    const strange = await browser.post(`${self}/card/${await api.tracker()}/complete`, {});
    assert.deepEqual([strange.status, jsonOf(strange)['code'] as unknown], [404, 'tracker.not_found']);
    for (let count = 1; count < 20; count++)
      assert.equal((await browser.post(`${self}/card`, {})).status, 200);
    assert.equal((await browser.post(`${self}/card`, {})).status, 429);
  });

  it('shell and return page are framed only by the service’s pages and run one hashed script', async () => {
    for (const path of ['/checkout/frame', '/checkout/return']) {
      const page = await openPage(path);
      const policy = page.headers.get('content-security-policy') ?? '';
      assert.match(policy, /frame-ancestors 'self'/);
      assert.match(policy, /script-src 'self'/);
      assert.match(page.text, /integrity="sha256-/);
      assert.equal(/form-action 'self' https:/.test(policy), path === '/checkout/frame');
    }
  });
});
