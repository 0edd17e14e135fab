import assert from 'node:assert/strict';
import {decodeJwt} from 'jose';
import {after, before, describe, it} from 'node:test';
import {insertPlan, subscribed} from './support/billing.js';
import {shop, startTestService, string, type TestService} from './support/harness.js';

describe('tokens of hosted pages', () => {
  let api: TestService;
  let tracker: string;
  let customer: string;
  before(async () => {
    api = await startTestService();
    customer = await api.customer();
    tracker = await api.tracker();
  });
  after(() => api.service.close());
  const mint = (body: object) => api.call('/client/passport/v1/token', {body});

  it('name their page, customer and plan, and no action', async () => {
    const {token: plan} = await insertPlan(api);
    const reply = await mint({scope: 'checkout', user: customer, plan});
    const {pag, cus, pln, act} = decodeJwt(string(reply.json['data']));
    assert.deepEqual({pag, cus, pln, act}, {pag: 'checkout', cus: customer, pln: plan, act: []});
  });

  it('user alone means the checkout; with a tracker it has no effect', async () => {
    assert.equal(decodeJwt(await api.token({user: customer}))['pag'], 'checkout');
    const scoped = decodeJwt(await api.token({tracker, origin: shop, user: customer}));
    assert.deepEqual([scoped['pag'], scoped.sub], [undefined, tracker]);
  });

  it('open no route of the API, from any origin', async () => {
    for (const body of [
      {scope: 'checkout'},
      {scope: 'checkout', tracker},
      {scope: 'portal', user: customer},
    ]) {
      const token = await api.token({...body, origin: shop});
      for (const origin of [shop, api.service.urls.api]) {
        const replies = [
          await api.call(`/reporter/api/v1/payments/${tracker}`, {token, origin}),
          await api.act(tracker, {origin}, {token, origin}),
          await api.call(`/user/customers/v1/${customer}`, {token, origin}),
        ];
        for (const {status, json} of replies) {
          assert.equal(status, 401);
          assert.deepEqual([...(json['status']!['errors'] as unknown as string[])], ['credentials_refused']);
        }
      }
    }
  });

  it('need a customer, tracker, plan and subscription that exist, of this merchant and customer', async () => {
    const other = await api.call('/sandbox/v1/merchants', {body: {}});
    const secret = string(other.json['data']!['secret_key']);
    const {token: plan} = await insertPlan(api);
    const {customer: owner, subscription} = await subscribed(api);
    const portal = {scope: 'portal', user: owner, subscription};
    assert.equal((await mint(portal)).status, 200);
    for (const [body, code, call] of [
      [{scope: 'checkout', plan: 'plan_no'}, 'plan.not_found', {}],
      [{scope: 'checkout', plan}, 'plan.not_found', {secret}],
      [{...portal, subscription: 'sub_no'}, 'subscription.not_found', {}],
      [{...portal, user: customer}, 'subscription.not_found', {}],
    ] as const) {
      const reply = await api.call('/client/passport/v1/token', {body, ...call});
      assert.deepEqual([reply.status, reply.json['code']] as unknown[], [404, code], JSON.stringify(body));
    }
  });

  it('need a customer and tracker that exist; the portal needs a customer', async () => {
    assert.equal((await mint({scope: 'portal'})).json['code'], 'request.invalid');
    assert.equal((await mint({scope: 'portal', user: 'cus_nobody'})).json['code'], 'customer.not_found');
    assert.equal((await mint({scope: 'checkout', tracker: 'track_no'})).json['code'], 'tracker.not_found');
    assert.equal((await mint({scope: 'wallet'})).json['code'], 'request.invalid');
    assert.equal(
      (await mint({scope: 'checkout', origin: 'http://a.example'})).json['code'],
      'origin_invalid',
    );
  });

  it('a token bound to the service’s origin can read from the service’s pages', async () => {
    const {api: origin} = api.service.urls;
    const token = await api.token({tracker, origin});
    const read = (headers: Record<string, string>) =>
      api.call(`/reporter/api/v1/payments/${tracker}`, {token, headers}).then(({status}) => status);
    assert.equal(await read({'sec-fetch-site': 'same-origin'}), 200);
    assert.equal(await read({origin}), 200);
    assert.equal(await read({}), 403);
    assert.equal(await read({'sec-fetch-site': 'same-site'}), 403);
    assert.equal(await read({'sec-fetch-site': 'same-origin', origin: 'https://evil.example'}), 403);
    const foreign = await api.token({tracker, origin: shop});
    const reply = await api.call(`/reporter/api/v1/payments/${tracker}`, {
      token: foreign,
      headers: {'sec-fetch-site': 'same-origin'},
    });
    assert.equal(reply.status, 403);
  });
});
