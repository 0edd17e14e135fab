import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createServiceClient} from '../../src/server/index.js';
import {FakeService, publicKey, secretKey, serviceUrl} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

const card = (token: string, over: Record<string, unknown> = {}) => ({
  token,
  kind: 'card',
  max_usage: 0,
  usage_count: 0,
  is_deleted: false,
  cybersource: {
    token: 'x',
    scheme: 'Mastercard',
    bin: '520000',
    last_four: '2235',
    expiry_month: '2',
    expiry_year: '2028',
  },
  ...over,
});
const walletOf = async (response: Response) =>
  ((await response.json()) as {payment_methods: Record<string, unknown>[]}).payment_methods;

describe('GET /payment-methods', () => {
  it("answers the shopper's own cards in the page's spelling", async () => {
    const {service, ask} = openShop({now: () => Date.UTC(2027, 0, 1)});
    service.wallets.set('cus_ada', [card('pm_1')]);
    service.wallets.set('cus_eve', [card('pm_2')]);
    assert.deepEqual(await walletOf(await ask('GET', '/payment-methods')), [
      {
        token: 'pm_1',
        brand: 'mastercard',
        last_four: '2235',
        expiration_month: '02',
        expiration_year: '2028',
        single_use: false,
        expired: false,
      },
    ]);
  });

  it('calls a card expired from the first moment of the month after, UTC', async () => {
    for (const [now, expired] of [
      [Date.UTC(2028, 1, 29, 23, 59, 59, 999), false],
      [Date.UTC(2028, 2, 1), true],
    ] as const) {
      const {service, ask} = openShop({now: () => now});
      service.wallets.set('cus_ada', [card('pm_1')]);
      assert.equal((await walletOf(await ask('GET', '/payment-methods')))[0]?.['expired'], expired);
    }
  });

  it("marks a guest's card as usable once, and leaves out what is used up or removed", async () => {
    const {service, ask} = openShop();
    service.wallets.set('cus_ada', [
      card('pm_1', {max_usage: 1}),
      card('pm_2', {max_usage: 1, usage_count: 1}),
      card('pm_3', {is_deleted: true}),
    ]);
    const cards = await walletOf(await ask('GET', '/payment-methods'));
    assert.deepEqual(
      cards.map(({token, single_use}) => [token, single_use]),
      [['pm_1', true]],
    );
  });

  it('asks for a login', async () => {
    assert.equal((await openShop().ask('GET', '/payment-methods', {as: ''})).status, 401);
  });
});

describe('DELETE /payment-methods/:token', () => {
  it("removes one of the shopper's own", async () => {
    const {service, ask} = openShop();
    service.wallets.set('cus_ada', [card('pm_1'), card('pm_2')]);
    const response = await ask('DELETE', '/payment-methods/pm_1');
    assert.deepEqual(await response.json(), {deleted: true});
    assert.deepEqual(
      service.wallets.get('cus_ada')?.map(({token}) => token),
      ['pm_2'],
    );
  });

  it("answers 404 for anybody else's", async () => {
    const {service, ask} = openShop();
    service.wallets.set('cus_eve', [card('pm_1')]);
    const refusal = await refusalIn(await ask('DELETE', '/payment-methods/pm_1'));
    assert.equal(refusal.status, 404);
    assert.equal(refusal.code, 'payment_method.not_found');
    assert.equal(service.wallets.get('cus_eve')?.length, 1);
  });

  it('answers 409 for a card that a subscription is charged to (decision 0062)', async () => {
    const {service, ask} = openShop();
    const message = 'sub_1 is charged to this payment method. Give it another card, or cancel it, first.';
    service.before = ({method}) =>
      method === 'DELETE'
        ? Response.json({code: 'payment_method.in_use', message}, {status: 409})
        : undefined;
    const refusal = await refusalIn(await ask('DELETE', '/payment-methods/pm_1'));
    assert.equal(refusal.status, 409);
    assert.equal(refusal.code, 'payment_method.in_use');
    assert.match(refusal.message, /^A subscription is charged to this card\./);
  });
});

describe('PUT /payment-methods/:token', () => {
  const items = (isDefault: boolean) => card('pm_1', {is_default: isDefault});

  it("makes one of the shopper's own the default, and lists say which one is", async () => {
    const {service, ask} = openShop();
    service.wallets.set('cus_ada', [items(false)]);
    service.before = ({method, body}) =>
      method === 'PUT' ? Response.json({data: items(body?.['is_default'] === true)}) : undefined;
    const response = await ask('PUT', '/payment-methods/pm_1', {body: '{"is_default": true}'});
    const {payment_method: changed} = (await response.json()) as {payment_method: Record<string, unknown>};
    assert.equal(changed['is_default'], true);
    assert.deepEqual(service.seen.at(-1)?.path, '/user/customers/v1/cus_ada/wallet/pm_1');
    const [listed] = await walletOf(await ask('GET', '/payment-methods'));
    assert.equal(listed?.['is_default'], false);
  });

  it('takes nothing but is_default, of a page of the shop, for a card of the shopper', async () => {
    const {service, ask} = openShop();
    service.wallets.set('cus_eve', [items(false)]);
    for (const body of ['{}', '[]', '{"is_default": "yes"}', '{"default": true}', 'x']) {
      const refusal = await refusalIn(await ask('PUT', '/payment-methods/pm_1', {body}));
      assert.equal(refusal.status, 400, body);
    }
    const other = await refusalIn(await ask('PUT', '/payment-methods/pm_1', {body: '{"is_default": true}'}));
    assert.equal(other.status, 404);
  });
});

describe('the client', () => {
  it('says which subscriptions keep a card from being removed', async () => {
    const service = new FakeService();
    const {paymentMethods} = createServiceClient({serviceUrl, secretKey, publicKey, fetch: service.fetch});
    const message = 'sub_1, sub_2 are charged to this payment method.';
    service.before = () => Response.json({code: 'payment_method.in_use', message}, {status: 409});
    await assert.rejects(paymentMethods.remove({customer: 'cus_ada', token: 'pm_1'}), {
      code: 'request-refused',
      status: 409,
      message: /payment_method\.in_use: sub_1, sub_2 are charged/,
    });
  });

  it('creates a customer with the fields of spec 2.1, under an idempotency key', async () => {
    const service = new FakeService();
    const client = createServiceClient({
      serviceUrl: `${serviceUrl}/`,
      secretKey,
      publicKey,
      fetch: service.fetch,
    });
    const customer = await client.customers.create(
      {firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', phoneNumber: '+4412345', country: 'GB'},
      {idempotencyKey: 'ada'},
    );
    assert.equal(customer.token, 'cus_new');
    assert.equal(customer.isGuest, false);
    assert.deepEqual(service.seen[0]?.body, {
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.com',
      phone_number: '+4412345',
      country: 'GB',
      is_guest: false,
    });
    assert.equal(service.seen[0]?.headers.get('idempotency-key'), 'ada');
  });

  it('is the one of the server, too', async () => {
    const {service, vault} = openShop();
    service.held('track_1');
    const payment = await vault.client.trackers.fetch('track_1');
    assert.equal(payment.customer, 'cus_ada');
    assert.equal(payment.nextAction, 'REVERSAL');
  });
});

describe('verify', () => {
  it('answers the card of its owner, and nothing for another’s, an unknown or a used one, or for what is no token', async () => {
    const {service, vault} = openShop();
    service.wallets.set('cus_ada', [card('pm_1'), card('pm_2', {max_usage: 1, usage_count: 1})]);
    service.wallets.set('cus_eve', [card('pm_3')]);
    assert.equal((await vault.verify('pm_1', 'cus_ada'))?.lastFour, '2235');
    for (const token of ['pm_2', 'pm_3', 'pm_4', '', undefined, null, 7, {token: 'pm_1'}])
      assert.equal(await vault.verify(token, 'cus_ada'), undefined, String(token));
  });
});

describe('the client', () => {
  it('reads one saved card, and says where to look when it is not there', async () => {
    const {service, vault} = openShop();
    service.wallets.set('cus_ada', [card('pm_1')]);
    const {paymentMethods} = vault.client;
    assert.equal((await paymentMethods.read({customer: 'cus_ada', token: 'pm_1'})).token, 'pm_1');
    await assert.rejects(paymentMethods.read({customer: 'cus_ada', token: 'pm_2'}), {
      ...{code: 'request-refused', status: 404, field: 'token'},
      message: /cus_ada has no usable saved card pm_2/,
    });
  });
});
