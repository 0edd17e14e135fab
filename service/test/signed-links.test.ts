import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {createServiceClient, type ServiceClient} from '../../src/server/index.js';
import {insertPlan} from './support/billing.js';
import {shop, startTestService, string, type Json, type TestService} from './support/harness.js';
import {HostedBrowser, linksOf, press, queryOf} from './support/hosted-browser.js';

describe('a link that the kit makes (decision 0076)', () => {
  let api: TestService;
  let client: ServiceClient;
  let customer: string;
  let plan: string;
  before(async () => {
    api = await startTestService();
    const {keys, listening} = api.service;
    client = createServiceClient({
      ...{serviceUrl: listening.api, secretKey: keys.secretKey, publicKey: keys.publicKey},
      fetch: (url, init) => fetch(url, init),
    });
    customer = await api.customer();
    plan = (await insertPlan(api, {trial_period_days: 7})).token;
  });
  after(() => api.service.close());

  const back = {redirectUrl: `${shop}/thanks?order=7`, cancelUrl: `${shop}/plans`, reference: 'order 7'};
  const pathOf = (address: string) => address.slice(new URL(address).origin.length);
  const links: Readonly<Record<string, () => Promise<string>>> = {
    subscribe: () => client.checkout.subscribeUrl({plan, customer, ...back}),
    'subscribe, for anybody': () => client.checkout.subscribeUrl({plan, ...back}),
    embedded: async () =>
      client.checkout.embeddedUrl({tracker: await api.tracker({user: customer}), ...back}),
    portal: () => client.checkout.portalUrl({customer, returnUrl: `${shop}/account`}),
  };
  const changes: Readonly<Record<string, string>> = {
    reference: 'order-of-somebody-else',
    redirect_url: `${shop}/refunds/confirm`,
    cancel_url: `${shop}/orders/7/delete`,
    plan_id: 'plan_another',
    tracker: 'track_another',
    auth_token: 'a.b.c',
    tbt: 'a.b.c',
  };

  for (const [name, link] of Object.entries(links)) {
    it(`${name}: opens as it is, and without the words that its token names`, async () => {
      const address = new URL(await link());
      assert.equal((await new HostedBrowser(api).get(pathOf(address.href))).status, 303);
      for (const word of ['reference', 'redirect_url', 'cancel_url']) address.searchParams.delete(word);
      assert.equal((await new HostedBrowser(api).get(pathOf(address.href))).status, 303);
      const [row] = await api.service.database.query<Record<string, unknown>>(
        'SELECT redirect_url FROM checkout_sessions ORDER BY created_at DESC, token LIMIT 1',
      );
      assert.notEqual(row!['redirect_url'], null);
    });

    it(`${name}: is refused in words if anything in its address is changed or added`, async () => {
      for (const [word, value] of Object.entries(changes)) {
        const address = new URL(await link());
        const isOf = (page: string) => address.pathname.startsWith(page);
        if ((word === 'plan_id' && !isOf('/checkout')) || (word === 'tracker' && !isOf('/embedded')))
          continue;
        if ((word === 'tbt') !== isOf('/embedded') && ['tbt', 'auth_token'].includes(word)) continue;
        address.searchParams.set(word, value);
        const page = await new HostedBrowser(api).get(pathOf(address.href));
        assert.equal(page.status, 403, `${word}: ${page.text}`);
        assert.match(page.text, /This link does not work/);
        assert.match(page.text, /incomplete, changed or too old/);
        assert.ok(!page.text.includes(value));
      }
    });
  }

  it('may be given another language in its address', async () => {
    const address = new URL(await links['subscribe']!());
    address.searchParams.set('locale', 'ar');
    const {page} = await new HostedBrowser(api).look(pathOf(address.href));
    assert.match(page.text, /lang="ar"/);
  });

  /** Subscribes with this link, and returns the subscription and the data of its first event. */
  async function subscribeWith(link: string): Promise<readonly [Json, Json, Record<string, string>]> {
    const [method] = [await savedCard()];
    const browser = new HostedBrowser(api);
    const {page} = await browser.open(pathOf(link));
    const {json} = await press(browser, page, method);
    const next = queryOf(json['next']);
    const {json: read} = await api.call(`/client/subscriptions/v1/${next['subscription']}`);
    const [event] = await api.service.database.query<{data: Json}>(
      "SELECT data FROM events WHERE type = 'subscription.created' AND subscription = $1",
      [next['subscription']],
    );
    return [read['data']!, event!.data, next];
  }

  async function savedCard(): Promise<string> {
    const tracker = await api.tracker({user: customer, is_account_verification: true});
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    return string((await api.payment(tracker))['payment_method']!['token']);
  }

  it('gives its reference to subscription and events as the shop’s own', async () => {
    const [subscription, event, query] = await subscribeWith(await links['subscribe']!());
    for (const json of [subscription, event]) {
      assert.equal(json['reference'] as unknown, 'order 7');
      assert.equal(json['reference_signed'] as unknown, true);
    }
    assert.equal(query['reference'], 'order 7');
    const read = await client.subscriptions.read(string(subscription['token']));
    assert.deepEqual([read.reference, read.referenceSigned], ['order 7', true]);
  });

  it('of another client opens too, and its reference is marked as the shopper’s word', async () => {
    const link = await linksOf(api).subscribe(plan, customer);
    const changed = link.replace(/reference=[^&]+/, 'reference=order-of-somebody-else');
    const [subscription, event] = await subscribeWith(`${api.service.urls.api}${changed}`);
    for (const json of [subscription, event]) {
      assert.equal(json['reference'] as unknown, 'order-of-somebody-else');
      assert.equal(json['reference_signed'] as unknown, false);
    }
    const read = await client.subscriptions.read(string(subscription['token']));
    assert.equal(read.referenceSigned, false);
  });

  it('needs return addresses of the shop', async () => {
    const mint = (body: object) =>
      api.call('/client/passport/v1/token', {body: {scope: 'checkout', ...body}});
    const other = await mint({redirect_url: 'https://other.example/thanks'});
    assert.deepEqual([other.status, other.json['code'] as unknown], [403, 'origin_not_allowed']);
    const wrong = await mint({cancel_url: '/plans'});
    assert.deepEqual([wrong.status, wrong.json['code'] as unknown], [400, 'request.invalid']);
    assert.match(wrong.text, /cancel_url/);
  });
});
