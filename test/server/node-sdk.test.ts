// Further: another client of the same routes; routes: `test/server/node-core.test.ts`.
import assert from 'node:assert/strict';
import {createHmac} from 'node:crypto';
import {createRequire} from 'node:module';
import {after, before, describe, it} from 'node:test';
import {OutsideService, returnUrl} from './support/outside.js';
import {unansweredPaths} from './support/unanswered.js';

type Call = (...values: unknown[]) => unknown;
type Resources = Readonly<Record<string, Readonly<Record<string, Call>>>>;

const load = createRequire(import.meta.url);
const {Safepay} = load('@sfpy/node-sdk') as {
  readonly Safepay: new (options: Readonly<Record<string, string>>) => Resources;
};
/** The hosts that are built into the library. It reads them at each call, so that they can lead here. */
const hosts = load('@sfpy/node-sdk/dist/utils/constants') as Record<string, string>;

/** Every method of the library, and what becomes of it here. */
const methods = {
  'authorization.create': 'works',
  'checkout.create': 'refused',
  'checkout.createSubscription': 'works',
  'checkout.createSubscriptionWithToken': 'works',
  'payments.create': 'refused',
  'subscription.cancel': 'works',
  'subscription.pause': 'works',
  'subscription.resume': 'works',
  'verify.signature': 'works',
  'verify.webhook': 'works',
} as const;

describe('the npm client @sfpy/node-sdk 3.0.2 against the service', () => {
  let api: OutsideService;
  let sdk: Resources;
  const kept = {...hosts};
  const secret = 'v'.repeat(32);
  before(async () => {
    api = await OutsideService.start();
    hosts['API_URL_SANDBOX'] = api.service.urls.api;
    hosts['CHECKOUT_SANDBOX'] = `${api.service.urls.api}/checkout`;
    const {secretKey, publicKey} = api.service.keys;
    sdk = new Safepay({
      ...{environment: 'sandbox', apiKey: publicKey, v1Secret: secretKey, webhookSecret: secret},
    });
  });
  after(async () => {
    Object.assign(hosts, kept);
    await api.close();
  });

  const open = (address: unknown) => {
    const {pathname, search} = new URL(String(address));
    return api.ask({method: 'GET', path: `${pathname}${search}`, headers: {}});
  };
  const plan = async (): Promise<string> => {
    const terms = {amount: '24.00', currency: 'PKR', interval: 'MONTH', interval_count: 1, type: 'RECURRING'};
    const data = await api.post('/client/plans/v1/', {...terms, name: 'Box', product: 'Box', active: true});
    return String(data['plan_id']);
  };
  const back = {cancelUrl: returnUrl, redirectUrl: returnUrl};

  it('has the methods of the list, and no other', (test) => {
    const found = Object.entries(sdk)
      .filter(([name]) => name !== 'config')
      .flatMap(([part, resource]) =>
        Object.getOwnPropertyNames(Object.getPrototypeOf(resource))
          .filter((name) => name !== 'constructor')
          .map((name) => `${part}.${name}`),
      );
    assert.deepEqual(found.sort(), Object.keys(methods).sort());
    const works = Object.values(methods).filter((ending) => ending === 'works').length;
    test.diagnostic(
      `${found.length} calls: ${works} work, ${found.length - works} are refused with a reason, 0 without`,
    );
  });

  it('authorization.create and checkout.createSubscription…: the page to subscribe opens', async () => {
    const planId = await plan();
    const token = await sdk['authorization']!['create']!();
    assert.equal(typeof token, 'string');
    const order = {...back, planId, reference: 'order-1'};
    for (const address of [
      await sdk['checkout']!['createSubscription']!(order),
      sdk['checkout']!['createSubscriptionWithToken']!({...order, authToken: token}),
    ]) {
      const {status, text} = await open(address);
      assert.equal(status, 303, text);
    }
  });

  it('subscription.pause, resume and cancel reach their routes with the names that these take', async () => {
    const {subscription} = sdk;
    const unknown = {subscriptionId: 'sub_none', behavior: 'KEEP_AS_READY'};
    for (const name of ['pause', 'resume', 'cancel'] as const) {
      const call = async () => subscription![name]!(name === 'pause' ? unknown : 'sub_none');
      await assert.rejects(call, (error: {readonly response?: {status: number; data: {message: string}}}) => {
        assert.deepEqual(
          [error.response?.status, error.response?.data.message],
          [404, 'subscription not found'],
          name,
        );
        return true;
      });
    }
  });

  it('checkout.create: the page of a payment opens; payments.create is refused, and the list says so', async () => {
    const {payments, checkout} = sdk;
    await assert.rejects(
      async () => payments!['create']!({amount: 100, currency: 'PKR'}),
      (error: {readonly response?: {readonly data: {readonly message: string}}}) => {
        assert.match(String(error.response?.data.message), /Open a tracker with POST/);
        return true;
      },
    );
    const token = await api.tracker({user: await api.customer(), mode: 'payment', amount: 500});
    const {status, text} = await open(checkout!['create']!({...back, orderId: '1', token}));
    assert.equal(status, 303, text);
    const refused = unansweredPaths.find(({path}) => path === '/order/v1/init');
    assert.match(String(refused?.asks), /node-sdk/);
  });

  it('verify.signature and verify.webhook compute what the library says', () => {
    const {secretKey} = api.service.keys;
    const sig = createHmac('sha256', secretKey).update('track_1').digest('hex');
    assert.equal(sdk['verify']!['signature']!({body: {sig, tracker: 'track_1'}}), true);
    const data = {amount: 1};
    const signed = createHmac('sha512', secret).update(JSON.stringify(data)).digest('hex');
    const request = {body: {data}, headers: {'x-sfpy-signature': signed}};
    assert.equal(sdk['verify']!['webhook']!(request), true);
  });
});
