// Further: links and cookies of two browsers; one browser’s checkout: `service/test/checkout.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {maskedName} from '../src/domain/customers/masked-name.js';
import {insertPlan, subscriptionsOf} from './support/billing.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';
import {HostedBrowser, asksToContinue, jsonOf, linksOf, type Seen} from './support/hosted-browser.js';

const mallory = {first_name: 'Mallory', last_name: 'Marsh', email: 'mallory@evil.example'};

describe('a link that was made for a customer (decision 0076)', () => {
  let api: TestService;
  let customer: string;
  let links: Readonly<Record<'subscribe' | 'embedded' | 'portal', () => Promise<string>>>;
  before(async () => {
    api = await startTestService();
    customer = await api.customer(mallory);
    const plan = (await insertPlan(api)).token;
    const make = linksOf(api);
    links = {
      subscribe: () => make.subscribe(plan, customer),
      embedded: async () => make.embedded(await api.tracker({user: customer}, mallory)),
      portal: () => make.portal(customer),
    };
  });
  after(() => api.service.close());

  const browserOf = async (self: string) => {
    const [row] = await api.service.database.query<{browser: string | null}>(
      'SELECT browser FROM checkout_sessions WHERE token = $1',
      [self.split('/').at(-1)],
    );
    return row!.browser;
  };
  const namesOnlyMasked = ({text}: Seen) => {
    assert.ok(text.includes('M•••') && text.includes('m•••@e•••.example'), text);
    assert.doesNotMatch(text, /Mallory|mallory@|evil\.example/);
  };

  for (const kind of ['subscribe', 'embedded', 'portal'] as const) {
    // shows: attack 3
    it(`${kind}: looking changes nothing; the press gives it to one browser, and another can do nothing`, async () => {
      const link = await links[kind]();
      const [scanner, shopper, stranger] = [1, 2, 3].map(() => new HostedBrowser(api)) as [
        HostedBrowser,
        HostedBrowser,
        HostedBrowser,
      ];
      const {self, page} = await scanner.look(link);
      for (const seen of [page, await scanner.get(self), (await stranger.look(link)).page]) {
        assert.equal(seen.status, 200);
        assert.ok(asksToContinue(seen));
        assert.equal(seen.headers.get('set-cookie'), null);
        namesOnlyMasked(seen);
      }
      assert.equal((await scanner.get(`${self}/continue`)).status, 303);
      assert.equal((await stranger.post(`${self}/card`, {})).status, 410);
      assert.equal(await browserOf(self), null);

      const {page: own} = await shopper.open(link);
      assert.ok(own.status === 200 && !asksToContinue(own));
      const claim = await browserOf(self);
      const refused = [
        await stranger.get(self),
        await stranger.press(self),
        await stranger.post(`${self}/customer`, new URLSearchParams({first_name: 'V'})),
        await stranger.post(`${self}/card`, {}),
        await stranger.post(`${self}/subscribe`, {payment_method: 'pm_x', tries: 0, agreed: ''}),
        await stranger.post(`${self}/change-card`, {payment_method: 'pm_x', tries: 0, subscription: 'sub_x'}),
      ];
      assert.deepEqual(
        refused.map(({status}) => status),
        [200, 403, 403, 410, 410, 410],
      );
      assert.match(refused[0]!.text, /belongs to another browser/);
      for (const {headers} of refused) assert.equal(headers.get('set-cookie'), null);
      assert.equal(await browserOf(self), claim);
      assert.ok(!asksToContinue((await shopper.open(link)).page));
    });
  }

  it('the customer’s masked name stands in the form of each page that takes a card', async () => {
    const tracker = await api.tracker({user: customer, is_account_verification: true});
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    const paymentMethod = string((await api.payment(tracker))['payment_method']!['token']);
    const {token: plan, merchant} = await insertPlan(api);
    const request = {merchant, customer, plan, paymentMethod};
    const {token: subscription} = await subscriptionsOf(api).create(undefined, request);
    const pages: readonly (readonly [string, string])[] = [
      [await links.subscribe(), ''],
      [await links.embedded(), ''],
      [await links.portal(), `?card=${subscription}`],
    ];
    for (const [link, query] of pages) {
      const browser = new HostedBrowser(api);
      const {self} = await browser.open(link);
      const page = await browser.get(`${self}${query}`);
      assert.match(page.text, /<form id="choose"/, link);
      namesOnlyMasked(page);
      assert.match(page.text, /(<h2>|<legend>)Pay with\s+<span class="whose"\s*>for \u2068M•••/);
    }
  });

  it('one browser has at most eight pages side by side, and loses the first', async () => {
    const browser = new HostedBrowser(api);
    const pages: string[] = [];
    for (let count = 0; count < 10; count++) pages.push((await browser.open(await links.portal())).self);
    const states = await Promise.all(pages.map(async (self) => (await browser.get(self)).text));
    assert.deepEqual(
      states.map((text) => !text.includes('belongs to another browser')),
      [false, false, ...Array<boolean>(8).fill(true)],
    );
  });

  it('the cookie of a page has a prefix that keeps sibling hosts from setting it, but in WebKit on plain http', async () => {
    const setBy = async (userAgent: string) => {
      const browser = new HostedBrowser(api);
      const {self} = await browser.look(await links.portal());
      const headers = {'user-agent': userAgent};
      const pressed = await browser.post(`${self}/continue`, new URLSearchParams(), headers);
      const page = await browser.get(self, headers);
      assert.doesNotMatch(page.text, /belongs to another browser/);
      return pressed.headers.get('set-cookie') ?? '';
    };
    const secure =
      /^__Host-cv-chk_[0-9a-f-]+=[0-9a-f]{64}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/;
    assert.match(
      await setBy('Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'),
      secure,
    );
    assert.match(
      await setBy('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'),
      secure,
    );
    assert.match(
      await setBy(
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      ),
      /^cv-chk_[0-9a-f-]+=[0-9a-f]{64}; Max-Age=3600; Path=\/checkout\/session\/chk_[0-9a-f-]+; HttpOnly; SameSite=Lax$/,
    );
  });

  it('of two presses at once, one has it', async () => {
    const link = await links.portal();
    const browsers = [new HostedBrowser(api), new HostedBrowser(api)];
    const {self} = await browsers[0]!.look(link);
    const presses = await Promise.all(browsers.map((browser) => browser.press(self)));
    assert.deepEqual(presses.map(({status}) => status).sort(), [303, 403]);
  });

  it('a page of another site cannot press', async () => {
    const browser = new HostedBrowser(api);
    const {self} = await browser.look(await links.portal());
    const senders: readonly Readonly<Record<string, string>>[] = [
      {'sec-fetch-site': 'cross-site', origin: 'https://evil.example'},
      {'sec-fetch-site': 'none'},
    ];
    for (const headers of senders)
      assert.equal((await browser.post(`${self}/continue`, new URLSearchParams(), headers)).status, 403);
    assert.equal(await browserOf(self), null);
  });

  describe('that the shop’s server vouched for', () => {
    const vouched = () => linksOf(api).vouched(customer);

    it('opens without a press in the browser that asked, and there again by Back, a reload and in two tabs', async () => {
      const {link, verifier} = await vouched();
      const [shopper, stranger] = [new HostedBrowser(api), new HostedBrowser(api)];
      // A scanner of the shop's traffic looks first.
      assert.ok(asksToContinue((await stranger.look(link)).page));
      const {self, page} = await shopper.prove(link, verifier);
      assert.ok(page.status === 200 && !asksToContinue(page) && !page.text.includes('another browser'));
      for (const {page: again} of [await shopper.prove(link, verifier), await shopper.look(link)])
        assert.ok(again.status === 200 && !again.text.includes('another browser'));
      assert.match((await stranger.get(self)).text, /belongs to another browser/);
      assert.match((await stranger.prove(link, verifier)).page.text, /belongs to another browser/);
    });

    it('asks as ever where the post is late, wrong, of another site, or the link was followed', async () => {
      const {link, verifier} = await vouched();
      const unvouched = await links.portal();
      const asking = [
        (await new HostedBrowser(api).look(link)).page,
        (await new HostedBrowser(api).prove(link, `${verifier}x`)).page,
        (await new HostedBrowser(api).prove(link, '')).page,
        (await new HostedBrowser(api).prove(unvouched, verifier)).page,
      ];
      for (const origin of ['https://evil.example', 'null', `${shop}.evil.example`])
        asking.push((await new HostedBrowser(api).prove(link, verifier, {origin})).page);
      for (const page of asking) assert.ok(page.status === 200 && asksToContinue(page), page.text);
      const {self} = await new HostedBrowser(api).look(link);
      assert.equal(await browserOf(self), null);
      const {clock} = api.service;
      clock.advanceTo(new Date(clock.now().getTime() + 61_000));
      assert.ok(asksToContinue((await new HostedBrowser(api).prove(link, verifier)).page));
    });

    it('a challenge is a hash, and needs the return URL that names the shop', async () => {
      const mint = (body: object) =>
        api.call('/client/passport/v1/token', {body: {scope: 'portal', user: customer, ...body}});
      const redirect_url = `${shop}/account`;
      for (const [body, named] of [
        [{redirect_url, code_challenge: 'abc'}, /code_challenge.*SHA-256/],
        [{redirect_url, code_challenge: 7}, /code_challenge/],
        [{code_challenge: 'A'.repeat(43)}, /redirect_url/],
      ] as const) {
        const {status, text} = await mint(body);
        assert.equal(status, 400);
        assert.match(text, named);
      }
    });
  });

  it('every name is masked', () => {
    const mask = (first_name: string | null, email: string | null) =>
      maskedName({first_name, email}).replaceAll(/[\u2068\u2069]/g, '');
    assert.equal(mask('Ada', 'ada@mail.shop.example'), 'A•••, a•••@m•••.shop.example');
    assert.equal(mask(' 😀x', null), '😀•••');
    assert.equal(mask(null, 'a@localhost'), 'a•••@l•••');
    assert.equal(mask(null, null), '');
  });
});

describe('the end of a token', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  /** Everything that a token of 60 seconds opens, as the status of the answer. */
  async function doorsOf(scope: object) {
    const tracker = await api.tracker();
    const token = await api.token({...scope, ...('scope' in scope && {tracker}), expires_in: 60});
    const link = `/embedded?tracker=${tracker}&tbt=${token}`;
    const browser = new HostedBrowser(api);
    const {self} = await browser.open(link);
    const {api: origin} = api.service.urls;
    const session = jsonOf(await browser.post(`${self}/card`, {}));
    const minted = string(session['time_based_token']);
    const doors = {
      link: async () => (await browser.get(link)).status,
      'link in another browser': async () => (await new HostedBrowser(api).get(link)).status,
      page: async () => (await browser.get(self)).status,
      'card session': async () => (await browser.post(`${self}/card`, {})).status,
      renewal: async () => (await browser.post(`${self}/card/${tracker}/token`, {})).status,
      'token of the page': async () => (await api.act(tracker, {origin}, {token: minted, origin})).status,
      ...(!('scope' in scope) && {
        'its own action': async () => (await api.act(tracker, {origin}, {token})).status,
        'its own reading': async () =>
          (await api.call(`/reporter/api/v1/payments/${tracker}`, {token})).status,
      }),
    };
    const knock = async () => {
      const statuses: Record<string, number> = {};
      for (const [door, open] of Object.entries(doors)) statuses[door] = await open();
      return statuses;
    };
    return {token, knock, complete: () => browser.post(`${self}/card/${tracker}/complete`, {})};
  }
  const isOpen = (status: number) => status < 400;

  // shows: attack 7
  it('a browser’s token that was revoked or has ended opens no door (E7)', async () => {
    // The page of a link outlives the link's own time.
    for (const [scope, end] of [
      [{}, 'revoked'],
      [{scope: 'checkout'}, 'revoked'],
      [{}, 'over'],
    ] as const) {
      const {token, knock, complete} = await doorsOf(scope);
      const before = await knock();
      assert.ok(Object.values(before).every(isOpen), JSON.stringify(before));
      if (end === 'revoked') await api.call('/client/passport/v1/token/revocation', {body: {token}});
      else api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 61_000));
      const after = await knock();
      assert.ok(!Object.values(after).some(isOpen), `${end}: ${JSON.stringify(after)}`);
      assert.equal((await complete()).status, 410);
    }
  });
});
