import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {CardVaultServerOptions} from '../../src/server/index.js';
import {shop} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

/** A shop whose service mints `tbt`, scoped or not, or knows no such plan; and what the service was asked. */
function open({
  status = 200,
  isScoped = true,
  ...options
}: Partial<CardVaultServerOptions> & {status?: number; isScoped?: boolean} = {}) {
  const asked: unknown[] = [];
  const answer =
    status === 200
      ? {data: 'tbt', ...(isScoped && {expires_at: '2030-01-01T00:15:00.000Z'})}
      : {data: null, code: 'plan.not_found', message: 'plan not found'};
  const opened = openShop({
    ...options,
    fetch: (url, init) => {
      asked.push([new URL(url).pathname, JSON.parse(String(init.body))]);
      return Promise.resolve(Response.json({...answer, status: {errors: [], message: ''}}, {status}));
    },
  });
  const subscribe = (body: object, options: object = {}) =>
    opened.ask('POST', '/subscribe', {body: JSON.stringify(body), ...options});
  return {subscribe, asked, ask: opened.ask};
}
const addressIn = async (response: Response) => new URL(((await response.json()) as {url: string}).url);

describe('POST /subscribe', () => {
  it('answers the checkout’s address for the logged-in shopper, and the way back to the page', async () => {
    const {subscribe, asked} = open();
    const url = await addressIn(
      await subscribe({plan: 'plan_1', return_url: `${shop}/box?x=1`, locale: 'ur-PK'}),
    );
    assert.equal(url.pathname, '/checkout/subscribe');
    const query = Object.fromEntries(url.searchParams);
    assert.deepEqual(
      [query['plan_id'], query['auth_token'], query['redirect_url'], query['locale']],
      ['plan_1', 'tbt', `${shop}/box?x=1`, 'ur-PK'],
    );
    const back = {redirect_url: `${shop}/box?x=1`, cancel_url: `${shop}/box?x=1`};
    const minted = {scope: 'checkout', user: 'cus_ada', plan: 'plan_1', origin: shop, ...back};
    assert.deepEqual(asked, [['/client/passport/v1/token', minted]]);
  });

  it('leads to a page that cannot be told who subscribes without saying so: that page asks', async () => {
    const {subscribe, asked} = open({isScoped: false});
    const url = await addressIn(await subscribe({plan: 'plan_1'}));
    assert.equal(url.searchParams.get('plan_id'), 'plan_1');
    const users = asked.map((one) => (one as [string, {user?: string}])[1].user);
    assert.deepEqual(users, ['cus_ada', undefined]);
  });

  it('vouches for the browser of a shopper who is logged in, and for no other', async () => {
    const code_challenge = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
    const {subscribe, asked, ask} = open();
    assert.equal(
      ((await (await subscribe({plan: 'plan_1', code_challenge})).json()) as {method?: string}).method,
      'POST',
    );
    const portal = await ask('POST', '/portal', {body: JSON.stringify({code_challenge})});
    assert.equal(((await portal.json()) as {method?: string}).method, 'POST');
    const minted = asked.map((one) => (one as [string, {code_challenge?: string}])[1].code_challenge);
    assert.deepEqual(minted, [code_challenge, code_challenge]);
    const visitor = open({customer: () => null});
    const answer = (await (await visitor.subscribe({plan: 'plan_1', code_challenge})).json()) as {
      method?: string;
    };
    assert.equal(answer.method, undefined);
    for (const wrong of ['', 'short', 5, null]) {
      const {code} = await refusalIn(await subscribe({plan: 'plan_1', code_challenge: wrong}));
      assert.equal(code, 'request.invalid');
    }
  });

  it('carries the shop’s own name for the subscription', async () => {
    const {subscribe} = open({
      reference: (plan, {request, customer}) =>
        `${customer} ${plan} ${new URL(request.url).pathname.split('/').at(-1)}`,
    });
    const url = await addressIn(await subscribe({plan: 'plan_1', reference: 'of the page'}));
    assert.equal(url.searchParams.get('reference'), 'cus_ada plan_1 subscribe');
  });

  it('hands what the page calls it to the shop’s code, which alone names it', async () => {
    const heard: (string | undefined)[] = [];
    const {subscribe} = open({
      reference: (_plan, {asked}) => {
        heard.push(asked);
        return asked === '1042' ? 'order 1042' : undefined;
      },
    });
    const named = await addressIn(await subscribe({plan: 'plan_1', reference: '1042'}));
    assert.equal(named.searchParams.get('reference'), 'order 1042');
    for (const reference of [undefined, '', 5, {}, 'x'.repeat(129)]) {
      const url = await addressIn(await subscribe({plan: 'plan_1', reference}));
      assert.equal(url.searchParams.get('reference'), null);
    }
    assert.deepEqual(heard, ['1042', undefined, undefined, undefined, undefined, undefined]);
    const unheard = await addressIn(await open().subscribe({plan: 'plan_1', reference: '1042'}));
    assert.equal(unheard.searchParams.get('reference'), null, 'no shop’s code, no name');
  });

  it('is for people who are not logged in too', async () => {
    const {subscribe, asked} = open();
    const url = await addressIn(await subscribe({plan: 'plan_1'}, {as: ''}));
    assert.equal(url.searchParams.get('redirect_url'), `${shop}/`);
    const minted = {scope: 'checkout', plan: 'plan_1', origin: shop};
    const back = {redirect_url: `${shop}/`, cancel_url: `${shop}/`};
    assert.deepEqual(asked, [['/client/passport/v1/token', {...minted, ...back}]]);
  });

  it('leads back to no page but the shop’s', async () => {
    const {subscribe, asked} = open();
    for (const return_url of [
      'https://evil.example/',
      `${shop}.evil.example/`,
      '//evil.example',
      'javascript:1',
      5,
      '',
    ]) {
      const refusal = await refusalIn(await subscribe({plan: 'plan_1', return_url}));
      assert.deepEqual([refusal.status, refusal.code], [400, 'return_url.refused'], String(return_url));
    }
    assert.deepEqual(asked, []);
  });

  it('takes a plan’s name from the shop’s own pages', async () => {
    const {subscribe, ask} = open();
    for (const plan of [undefined, 5, '', '../secrets', 'a b']) {
      assert.equal((await refusalIn(await subscribe({plan}))).code, 'request.invalid', String(plan));
    }
    const malformed = await refusalIn(await ask('POST', '/subscribe', {body: '{"plan":'}));
    assert.deepEqual([malformed.status, malformed.code], [400, 'request.not_json']);
    assert.match(malformed.message, /The body is not JSON in UTF-8\. Name the plan/);
    const foreign = {headers: {origin: 'https://evil.example', 'sec-fetch-site': 'cross-site'}};
    assert.equal((await refusalIn(await subscribe({plan: 'plan_1'}, foreign))).code, 'request.cross_site');
  });

  it('leads to the plans of a list and to no other; who asks for another learns nothing, and neither does the service', async () => {
    const {subscribe, asked} = open({plans: ['plan_1', 'plan_2']});
    assert.equal((await addressIn(await subscribe({plan: 'plan_2'}))).searchParams.get('plan_id'), 'plan_2');
    assert.equal(asked.length, 1);
    const unknown = await refusalIn(await open({status: 404}).subscribe({plan: 'plan_3'}));
    assert.deepEqual(await refusalIn(await subscribe({plan: 'plan_3'})), unknown);
    assert.equal((await refusalIn(await open({plans: []}).subscribe({plan: 'plan_1'}))).status, 404);
    assert.equal(asked.length, 1);
  });

  it('leads to what the shop says is offered to this shopper', async () => {
    const heard: unknown[] = [];
    const {subscribe} = open({
      plans: async (plan, {request, customer}) => {
        heard.push([plan, customer, new URL(request.url).pathname]);
        return Promise.resolve(customer === 'cus_ada');
      },
    });
    await addressIn(await subscribe({plan: 'plan_1'}));
    for (const as of ['cus_eve', '']) {
      const refusal = await refusalIn(await subscribe({plan: 'plan_1'}, {as}));
      assert.equal(refusal.code, 'plan.not_found');
    }
    assert.deepEqual(
      heard,
      ['cus_ada', 'cus_eve', undefined].map((customer) => ['plan_1', customer, '/card-vault/subscribe']),
    );
  });

  it('a shop that says it in another way is told at the start', () => {
    const plans = 'plan_1' as unknown as string[];
    assert.throws(() => open({plans}), /plans must be a list of tokens, or a function/);
  });

  it('a judgement that fails refuses', async () => {
    const {subscribe, asked} = open({plans: () => Promise.reject(new Error('no database'))});
    assert.equal((await refusalIn(await subscribe({plan: 'plan_1'}))).status, 500);
    assert.deepEqual(asked, []);
  });

  it('says when there is no such plan', async () => {
    const refusal = await refusalIn(await open({status: 404}).subscribe({plan: 'plan_1'}));
    assert.deepEqual([refusal.status, refusal.code], [404, 'plan.not_found']);
  });
});

const box = {
  token: 'plan_1',
  amount: '48.00',
  currency: 'USD',
  interval: 'MONTH',
  interval_count: 1,
  product: 'box',
  name: 'Monthly box',
  active: true,
  trial_period_days: 7,
};

function openWith(plan: object, options: Partial<CardVaultServerOptions> = {}) {
  const asked: string[] = [];
  const {ask} = openShop({
    ...options,
    fetch: (url) => {
      asked.push(new URL(url).pathname);
      return Promise.resolve(Response.json({data: plan, status: {errors: [], message: ''}}));
    },
  });
  return {ask, asked};
}

describe('GET /subscribe', () => {
  it('tells what a plan is called and costs, signed in or not', async () => {
    const {ask, asked} = openWith(box);
    for (const as of ['cus_ada', '']) {
      const answer = await ask('GET', '/subscribe?plan=plan_1', {as});
      assert.deepEqual(await answer.json(), {
        name: 'Monthly box',
        amount: '48.00',
        currency: 'USD',
        interval: 'MONTH',
        interval_count: 1,
        trial_days: 7,
      });
    }
    assert.deepEqual(asked, ['/client/plans/v1/plan_1', '/client/plans/v1/plan_1']);
  });

  it('tells nothing of a plan that is not offered, is over, or is named wrongly', async () => {
    const {ask, asked} = openWith(box, {plans: ['plan_2']});
    assert.equal((await refusalIn(await ask('GET', '/subscribe?plan=plan_1'))).code, 'plan.not_found');
    for (const path of ['/subscribe', '/subscribe?plan=a%2Fb'])
      assert.equal((await refusalIn(await ask('GET', path))).code, 'request.invalid');
    assert.deepEqual(asked, []);
    for (const over of [{active: false}, {archived: true}]) {
      const closed = openWith({...box, ...over});
      assert.equal(
        (await refusalIn(await closed.ask('GET', '/subscribe?plan=plan_1'))).code,
        'plan.not_found',
      );
    }
  });
});

describe('POST /portal', () => {
  it('answers the address of the signed-in shopper’s own subscriptions, and the way back to the page', async () => {
    const {ask, asked} = open();
    const body = JSON.stringify({return_url: `${shop}/plans`, locale: 'ar', customer: 'cus_eve'});
    const url = await addressIn(await ask('POST', '/portal', {body}));
    assert.equal(url.pathname, '/portal');
    assert.equal(url.searchParams.get('redirect_url'), `${shop}/plans`);
    assert.equal(url.searchParams.get('locale'), 'ar');
    assert.deepEqual(asked, [
      [
        '/client/passport/v1/token',
        {scope: 'portal', user: 'cus_ada', origin: shop, redirect_url: `${shop}/plans`},
      ],
    ]);
  });

  it('refuses a shopper who is not signed in, a request from another site, and an address of another site to lead back to', async () => {
    const {ask, asked} = open();
    const body = '{}';
    assert.equal((await refusalIn(await ask('POST', '/portal', {body, as: ''}))).code, 'login.required');
    const foreign = {headers: {origin: 'https://evil.example', 'sec-fetch-site': 'cross-site'}, body};
    assert.equal((await refusalIn(await ask('POST', '/portal', foreign))).code, 'request.cross_site');
    const away = {body: JSON.stringify({return_url: 'https://evil.example/'})};
    assert.equal((await refusalIn(await ask('POST', '/portal', away))).code, 'return_url.refused');
    assert.deepEqual(asked, []);
  });
});
