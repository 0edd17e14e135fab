import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CardVaultError, createServiceClient} from '../../src/server/index.js';
import {publicKey, secretKey, serviceUrl, shop} from './support/fake-service.js';

/** A client whose service mints `tbt` for whatever is asked, and what it was asked. */
function open(
  browserServiceUrl?: string,
  further: {serviceUrl?: string; hostedUrl?: string; recorded?: boolean} = {},
) {
  const {recorded = false, ...options} = further;
  const asked: unknown[] = [];
  const client = createServiceClient({
    ...{serviceUrl, secretKey, publicKey},
    ...(browserServiceUrl !== undefined && {browserServiceUrl}),
    ...options,
    fetch: (url, init) => {
      assert.equal(url, `${further.serviceUrl ?? serviceUrl}/client/passport/v1/token`);
      asked.push(JSON.parse(String(init.body)));
      // The recorded service does not say when a token ends.
      const ends = recorded || /getsafepay/.test(url) ? {} : {expires_at: '2027-01-01T00:15:00.000Z'};
      const status = {errors: [], message: 'success'};
      return Promise.resolve(Response.json({data: 'tbt', ...ends, status}));
    },
  });
  return {client, asked};
}

const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe('addresses of the hosted pages (wire 1.10)', () => {
  it('subscribe: plan, token, both ways back, reference, all of which the token names', async () => {
    const {client, asked} = open();
    const address = await client.checkout.subscribeUrl({
      plan: 'plan_1',
      customer: 'cus_1',
      redirectUrl: `${shop}/thanks?order=7&x=1`,
      reference: 'order 7',
      locale: 'ur',
    });
    assert.ok(address.startsWith(`${serviceUrl}/checkout/subscribe?env=`));
    assert.deepEqual(queryOf(address), {
      env: 'production',
      plan_id: 'plan_1',
      auth_token: 'tbt',
      redirect_url: `${shop}/thanks?order=7&x=1`,
      cancel_url: `${shop}/thanks?order=7&x=1`,
      reference: 'order 7',
      locale: 'ur',
    });
    assert.deepEqual(asked, [
      {
        ...{scope: 'checkout', user: 'cus_1', plan: 'plan_1', origin: shop, reference: 'order 7'},
        ...{redirect_url: `${shop}/thanks?order=7&x=1`, cancel_url: `${shop}/thanks?order=7&x=1`},
      },
    ]);
  });

  for (const [api, hostedUrl, pages, environment] of [
    ['https://api.getsafepay.com', undefined, 'https://getsafepay.com', 'production'],
    ['https://sandbox.api.getsafepay.com', undefined, 'https://sandbox.api.getsafepay.com', 'sandbox'],
    ['https://api.pay.example', undefined, 'https://api.pay.example', 'production'],
    [
      'https://api.pay.example',
      'https://pages.pay.example/eu/',
      'https://pages.pay.example/eu',
      'production',
    ],
    ['https://sandbox.pay.example', 'https://pages.pay.example', 'https://pages.pay.example', 'sandbox'],
  ] as const)
    it(`the pages of ${api} live on ${pages}${hostedUrl ? ', as hostedUrl says' : ''}`, async () => {
      const {client} = open(undefined, {serviceUrl: api, ...(hostedUrl && {hostedUrl})});
      const back = {redirectUrl: `${shop}/thanks`};
      const subscribe = await client.checkout.subscribeUrl({plan: 'plan_1', ...back});
      const embedded = await client.checkout.embeddedUrl({tracker: 'track_1', ...back});
      assert.deepEqual(
        [subscribe, embedded].map((address) => address.split('?')[0]),
        [`${pages}/checkout/subscribe`, `${pages}/embedded`],
      );
      const portal = client.checkout.portalUrl({customer: 'cus_1', returnUrl: `${shop}/account`});
      if (!api.endsWith('getsafepay.com')) assert.ok((await portal).startsWith(`${pages}/portal?`));
      else
        await assert.rejects(portal, (error: CardVaultError) => {
          assert.deepEqual([error.code, error.field], ['request-refused', 'portalUrl']);
          return true;
        });
      assert.equal(queryOf(subscribe)['env'], environment);
    });

  it('at a service whose tokens have no scope, what they would have to say is refused', async () => {
    const back = {redirectUrl: `${shop}/thanks`};
    const fieldOf = (work: Promise<string>) =>
      work.then(
        () => 'accepted',
        (error: CardVaultError) => `${error.code} ${error.field}`,
      );
    for (const further of [{serviceUrl: 'https://api.getsafepay.com'}, {recorded: true}]) {
      const {client, asked} = open(undefined, further);
      const {subscribeUrl, portalUrl} = client.checkout;
      assert.equal(await fieldOf(subscribeUrl({plan: 'plan_1', ...back})), 'accepted');
      const known = {plan: 'plan_1', customer: 'cus_1', ...back};
      assert.equal(await fieldOf(subscribeUrl(known)), 'request-refused customer');
      const account = {customer: 'cus_1', returnUrl: `${shop}/account`};
      assert.equal(await fieldOf(portalUrl(account)), 'request-refused portalUrl');
      if (!('recorded' in further)) assert.deepEqual(asked, [{}, {}]);
    }
  });

  for (const [hostedUrl, expected] of [
    ['pages.pay.example', /hostedUrl "pages.pay.example" is no http address/],
    ['http://pages.pay.example', /hostedUrl .* must be https, or the tokens of its pages travel in clear/],
    ['https://pages.pay.example/?a=b', /hostedUrl must be an address without user, password, query/],
    ['', /hostedUrl "" is no http address/],
  ] as const)
    it(`hostedUrl ${JSON.stringify(hostedUrl)} is refused by its name`, () => {
      assert.throws(() => open(undefined, {hostedUrl}), expected);
    });

  it('embedded: one tracker', async () => {
    const {client, asked} = open('https://pay.sandbox.example/');
    const address = await client.checkout.embeddedUrl({
      tracker: 'track_1',
      redirectUrl: `${shop}/cards`,
      cancelUrl: `${shop}/no`,
    });
    assert.ok(address.startsWith('https://pay.sandbox.example/embedded?'));
    const {environment, tracker, tbt, source, cancel_url: cancel} = queryOf(address);
    assert.deepEqual([environment, tracker, tbt, source], ['sandbox', 'track_1', 'tbt', 'hosted']);
    assert.equal(cancel, `${shop}/no`);
    const signed = {redirect_url: `${shop}/cards`, cancel_url: `${shop}/no`};
    assert.deepEqual(asked, [{scope: 'checkout', tracker: 'track_1', origin: shop, ...signed}]);
  });

  it('portal: one customer', async () => {
    const {client, asked} = open();
    const address = await client.checkout.portalUrl({customer: 'cus_1', returnUrl: `${shop}/account`});
    assert.deepEqual(queryOf(address), {auth_token: 'tbt', redirect_url: `${shop}/account`});
    assert.deepEqual(asked, [
      {scope: 'portal', user: 'cus_1', origin: shop, redirect_url: `${shop}/account`},
    ]);
  });

  it('refuses what is no address, and two origins', async () => {
    const {client, asked} = open();
    const bad = [
      {redirectUrl: '/thanks'},
      {redirectUrl: 'javascript:alert(1)'},
      {redirectUrl: `${shop}/a`, cancelUrl: 'https://other.example/b'},
    ];
    for (const way of bad) {
      await assert.rejects(
        client.checkout.subscribeUrl({plan: 'plan_1', ...way}),
        (error) => error instanceof CardVaultError && error.code === 'configuration-missing',
      );
    }
    assert.deepEqual(asked, []);
  });
});
