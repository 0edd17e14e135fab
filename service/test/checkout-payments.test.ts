import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {shop, startTestService, string, type Reply, type TestService} from './support/harness.js';
import {
  HostedBrowser,
  asksToContinue,
  dataOf,
  jsonOf,
  linksOf,
  queryOf,
  type Seen,
} from './support/hosted-browser.js';
import {books} from './support/payments.js';

const good = '4000000000002701';
const noMoney = '4000000000009995';

describe('paying on the hosted page', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());
  const payment = (more: object = {}) => api.tracker({mode: 'payment', amount: 12_345, ...more});
  const linkOf = (tracker: string) => linksOf(api).embedded(tracker);

  /** One browser with the page open. */
  async function open(link: string) {
    const browser = new HostedBrowser(api);
    const {self, page} = await browser.look(link);
    const post = (path: string, body: object = {}) => browser.post(`${self}/${path}`, body);
    return {
      ...{browser, self, page, post},
      /** Types a card, as the element does up to the bank's first answer. */
      async type(number: string): Promise<{tracker: string; authorize: () => Promise<Reply>}> {
        const session = jsonOf(await post('card'));
        const [tracker, token] = [string(session['tracker']), string(session['time_based_token'])];
        await api.setUp(tracker, number);
        api.issuer.answerFor(tracker, 'frictionless');
        const call = {token, secret: null, headers: {'sec-fetch-site': 'same-origin'}};
        const urls = {success_url: `${api.service.urls.api}/checkout/return`};
        const enrolled = await api.act(
          tracker,
          {authentication_setup: {...urls, failure_url: urls.success_url}},
          call,
        );
        assert.equal(enrolled.status, 200, enrolled.text);
        return {tracker, authorize: () => api.authorize(tracker, call)};
      },
      paid: async () => jsonOf(await post('paid', {payment_method: 'any'})),
      draw: () => browser.get(self),
    };
  }
  const says = (page: Seen, words: RegExp, status = 200) => {
    assert.match(page.text, words);
    assert.equal(page.status, status);
  };

  it('shows shop and amount, takes the money with the card, and leads back with what was paid', async () => {
    const tracker = await payment({metadata: {order_id: 'A-1'}});
    const tab = await open(await linkOf(tracker));
    assert.ok(!asksToContinue(tab.page), 'nobody is asked whose it is');
    says(tab.page, /<h1 id="title">Pay PKR\s123\.45<\/h1>/);
    assert.ok(!tab.page.text.includes('Save'), 'it speaks of no saving');
    assert.match(string(dataOf(tab.page)['messages']!['smallHold']), /whether you have paid/);
    const {tracker: used, authorize} = await tab.type(good);
    assert.equal(used, tracker);
    const early = await tab.post(`card/${tracker}/complete`);
    assert.deepEqual([early.status, jsonOf(early)['payment_method'] as unknown], [200, null]);
    assert.equal((await tab.paid())['outcome'] as unknown, 'unpaid');
    assert.equal((await authorize()).status, 200);
    assert.deepEqual(await books(api, tracker), [
      ['authorization', 12_345, true],
      ['capture', 12_345, true],
    ]);
    const completed = jsonOf(await tab.post(`card/${tracker}/complete`));
    assert.deepEqual(completed['payment'] as unknown, {
      ...{status: 'captured', amount: '123.45', currency: 'PKR'},
    });
    assert.equal(completed['payment_method']!['last_four'] as unknown, '2701');
    const {outcome, next} = await tab.paid();
    assert.equal(outcome as unknown, 'done');
    assert.deepEqual(queryOf(next), {
      ...{order: '7', tracker, state: 'paid', reference: 'order 7', order_id: 'A-1'},
    });
    says(await tab.draw(), /<h1>Paid PKR\s123.45<\/h1>/);
    assert.equal((await tab.browser.follow(`${tab.self}/leave`)).location, next as unknown);
    assert.equal((await tab.post('card')).status, 410);
    says((await open(await linkOf(tracker))).page, /already paid/);
  });

  it('a declined card: another one is tried on a tracker beside it, which is sent to the shop', async () => {
    const tracker = await payment({metadata: {order_id: 'A-2'}});
    const [tab, other] = [await open(await linkOf(tracker)), await open(await linkOf(tracker))];
    assert.equal((await (await tab.type(noMoney)).authorize()).status, 402);
    says(await tab.draw(), /Pay PKR/);
    const [second, same] = [jsonOf(await tab.post('card')), jsonOf(await other.post('card'))];
    assert.notEqual(second['tracker'] as unknown, tracker);
    assert.equal(
      same['tracker'] as unknown,
      second['tracker'] as unknown,
      'all tabs go on with the same one',
    );
    const {tracker: used, authorize} = await tab.type(good);
    assert.equal((await authorize()).status, 200);
    assert.equal((await tab.post(`card/${used}/complete`)).status, 200);
    assert.deepEqual(queryOf((await tab.paid())['next']), {
      ...{order: '7', tracker: used, link_tracker: tracker, state: 'paid', reference: 'order 7'},
      order_id: 'A-2',
    });
    const refused = await other.post('card');
    assert.deepEqual([refused.status, jsonOf(refused)['code'] as unknown], [409, 'tracker.order_paid']);
    says(await other.draw(), /already paid/);
    assert.deepEqual((await api.payment(used))['metadata'] as unknown, {order_id: 'A-2'});
  });

  it('two browsers that pay at once: one payment', async () => {
    const tracker = await payment();
    const [first, second] = [await open(await linkOf(tracker)), await open(await linkOf(tracker))];
    const a = await first.type(good);
    const b = await second.type(good);
    assert.notEqual(a.tracker, b.tracker, 'once a bank was asked, the next page has a tracker of its own');
    const statuses = (await Promise.all([a.authorize(), b.authorize()])).map(({status}) => status);
    assert.deepEqual(statuses.toSorted(), [200, 409]);
    const all = [...(await books(api, a.tracker)), ...(await books(api, b.tracker))];
    assert.equal(all.filter(([kind]) => kind === 'capture').length, 1);
    for (const tab of [first, second]) assert.equal((await tab.paid())['outcome'] as unknown, 'done');
  });

  it('the shop’s own page holds as it asks, and no page of its own captures', async () => {
    const tracker = await payment();
    await api.setUp(tracker);
    await api.enroll(tracker);
    assert.equal((await api.authorize(tracker)).status, 200);
    assert.deepEqual(await books(api, tracker), [['authorization', 12_345, true]]);
    says((await open(await linkOf(tracker))).page, /already paid/);
  });

  it('leaving: nothing is paid, the shop is notified, and the link opens again', async () => {
    const link = await linkOf(await payment());
    const tab = await open(link);
    const {location} = await tab.browser.follow(`${tab.self}/leave`);
    assert.deepEqual(location, `${shop}/plans?state=cancelled&reference=order+7`);
    says(await tab.draw(), /Your payment was not made/);
    assert.equal((await tab.post('card')).status, 410);
    says((await open(link)).page, /Pay PKR/);
  });

  it('the shop asks for another amount: the older page says that it is over and pays nothing', async () => {
    const user = await api.customer();
    const body = {user, mode: 'payment', currency: 'PKR', order: 'basket 1'};
    const make = async (amount: number) =>
      string(
        (await api.call('/order/payments/v3/', {body: {...body, amount}})).json['data']!['tracker']!['token'],
      );
    const tab = await open(await linkOf(await make(500)));
    const newer = await make(700);
    const refused = await tab.post('card');
    assert.deepEqual([refused.status, jsonOf(refused)['code'] as unknown], [409, 'checkout.payment_changed']);
    says(await tab.draw(), /This link does not work/, 403);
    says((await open(await linkOf(newer))).page, /Pay PKR\s7\.00/);
  });

  it('the oldest form, /checkout/pay, opens it by the tracker alone, and refuses a foreign return URL', async () => {
    const tracker = await payment();
    const query = (more: object = {}) =>
      new URLSearchParams({
        ...{beacon: tracker, env: 'sandbox', source: 'custom', order_id: '7', webhooks: 'false'},
        ...{redirect_url: `${shop}/thanks`, cancel_url: `${shop}/basket`},
        ...more,
      }).toString();
    const tab = await open(`/checkout/pay?${query()}`);
    says(tab.page, /Pay PKR/);
    assert.equal((await (await tab.type(good)).authorize()).status, 200);
    assert.deepEqual(queryOf((await tab.paid())['next']), {tracker, state: 'paid'});
    const foreign = await new HostedBrowser(api).get(
      `/checkout/pay?${query({redirect_url: 'https://evil.example/'})}`,
    );
    says(foreign, /does not lead back to the shop/, 400);
    for (const beacon of ['track_00000000-0000-4000-8000-000000000000', ''])
      says(await new HostedBrowser(api).get(`/checkout/pay?${query({beacon})}`), /does not work/, 403);
  });

  it('twenty cards that were refused are enough for one payment', async () => {
    const own = await payment();
    const tab = await open(await linkOf(own));
    await api.service.database.query(
      `INSERT INTO trackers SELECT (jsonb_populate_record(t, jsonb_build_object('token', 'track_' || n,
         'state', 'TRACKER_ENDED', 'next_kind', 'NOOP'))).* FROM trackers t, generate_series(1, 20) n WHERE token = $1`,
      [own],
    );
    assert.equal((await tab.post('card')).status, 429);
  });

  const refused: readonly (readonly [string, RegExp, number, () => Promise<string>])[] = [
    ['a charge without the shopper', /does not work/, 403, () => payment({mode: 'unscheduled_cof'})],
    ['a payment with a saved card', /does not work/, 403, () => payment({entry_mode: 'tms'})],
    [
      'one whose money was given back',
      /does not work/,
      403,
      async () => {
        const tracker = await payment();
        await api.setUp(tracker);
        await api.enroll(tracker);
        await api.authorize(tracker);
        assert.equal((await api.call(`/order/payments/v3/${tracker}/reversal`, {body: {}})).status, 200);
        return tracker;
      },
    ],
  ];
  for (const [what, words, status, make] of refused) {
    it(`${what}: a page says so`, async () => {
      const page = await new HostedBrowser(api).get(await linkOf(await make()));
      says(page, words, status);
      assert.equal(page.headers.get('set-cookie'), null);
    });
  }

  it('an expired one says so, and a page that was open ends with it', async () => {
    const own = await startTestService({settings: {trackerTtlSeconds: 600}});
    const tracker = await own.tracker({mode: 'payment', amount: 500});
    const link = await linksOf(own).embedded(tracker);
    const browser = new HostedBrowser(own);
    const {self} = await browser.look(link);
    own.service.clock.advanceTo(new Date(own.service.clock.now().getTime() + 601_000));
    for (const path of [link, self]) says(await browser.get(path), /This page has expired/, 410);
    await own.service.close();
  });

  it('one for a card in plain text takes it in the hosted fields', async () => {
    const own = await startTestService({allowRaw: true});
    const tracker = await own.tracker({mode: 'payment', amount: 500, entry_mode: 'raw'});
    const browser = new HostedBrowser(own);
    const {self, page} = await browser.look(await linksOf(own).embedded(tracker));
    says(page, /Pay PKR/);
    const session = jsonOf(await browser.post(`${self}/card`, {}));
    assert.deepEqual([session['tracker'], session['entry_mode']] as unknown, [tracker, 'flex']);
    await own.setUp(tracker);
    await own.service.close();
  });
});
