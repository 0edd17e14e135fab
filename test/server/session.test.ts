import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {ownFeatures, publicKey, refused, secretKey, shop} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

type Answer = Record<string, unknown>;
const read = async (response: Response): Promise<Answer> => (await response.json()) as Answer;

describe('POST /session', () => {
  it('opens a tracker for the logged-in shopper and answers the session (decision 0007)', async () => {
    const {service, ask} = openShop();
    const response = await ask('POST', '/session', {body: '{}'});
    assert.equal(response.status, 200);
    assert.deepEqual(await read(response), {
      service_url: 'https://service.example',
      tracker: 'track_1',
      time_based_token: 'tbt-track_1',
      expires_at: '2030-01-01T00:15:00.000Z',
      is_account_verification: false,
      entry_mode: 'flex',
      features: ownFeatures,
      merchant: publicKey,
      capture_context: `context of track_1 for ${shop}`,
      return_url: `${shop}/card-vault/return`,
      frame_url: `${shop}/card-vault/frame`,
      payment_url: `${shop}/card-vault/session/track_1/payment`,
      complete_url: `${shop}/card-vault/session/track_1/complete`,
      token_url: `${shop}/card-vault/session/track_1/token`,
      payment_methods_url: `${shop}/card-vault/payment-methods`,
    });
    const [setup] = service.calls('POST', '/order/payments/v3/');
    assert.deepEqual(setup?.body, {
      merchant_api_key: publicKey,
      user: 'cus_ada',
      intent: 'CYBERSOURCE',
      mode: 'instrument',
      entry_mode: 'flex',
      currency: 'USD',
      is_account_verification: false,
    });
  });

  it('binds the time-based token to the tracker and to the origin of the page', async () => {
    const {service, ask} = openShop({tokenLife: 600});
    await ask('POST', '/session');
    const [passport] = service.calls('POST', '/client/passport/v1/token');
    assert.deepEqual(passport?.body, {tracker: 'track_1', origin: shop, expires_in: 600});
  });

  it('asks for token and capture context at the same time, and for no wallet where the service names the card', async () => {
    const {service, ask} = openShop();
    const paths = ['/client/passport/v1/token', '/order/payments/v3/track_1'];
    let open: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (open = resolve));
    const waiting: string[] = [];
    service.before = async ({path}) => {
      if (!paths.includes(path)) return undefined;
      waiting.push(path);
      if (waiting.length === paths.length) open();
      await both;
      return undefined;
    };
    assert.equal((await ask('POST', '/session')).status, 200);
    assert.deepEqual(waiting.toSorted(), paths);
    assert.equal(service.calls('GET', /wallet/).length, 0);
  });

  it('opens without a capture context when none can be made, and tells onError; raw mode needs none', async () => {
    const {service, ask, errors} = openShop({
      entryMode: (request) => (request.url.includes('raw') ? 'raw' : 'flex'),
    });
    service.before = ({path}) => (path.endsWith('/track_1') ? refused(503, 'x.busy', 'later') : undefined);
    const session = await read(await ask('POST', '/session'));
    assert.equal('capture_context' in session, false);
    assert.equal(errors.length, 1);
    const raw = await read(await ask('POST', '/session?raw'));
    assert.equal('capture_context' in raw, false);
    assert.equal(service.calls('POST', '/order/payments/v3/track_2').length, 0);
  });

  it('passes on only the features that this version knows', async () => {
    const {service, ask} = openShop();
    service.features = ['telepathy', 'names-method', 'idempotency-keys'];
    assert.deepEqual((await read(await ask('POST', '/session')))['features'], [
      'idempotency-keys',
      'names-method',
    ]);
    const renewed = await read(await ask('POST', '/session/track_1/token'));
    assert.deepEqual(renewed['features'], ['idempotency-keys', 'names-method']);
  });

  it('tells the page that a library without a hash is taken, where the shop says so', async () => {
    assert.equal('library_without_hash' in (await read(await openShop().ask('POST', '/session'))), false);
    const {ask} = openShop({libraryWithoutHash: true});
    assert.equal((await read(await ask('POST', '/session')))['library_without_hash'], true);
  });

  it('is kept by no cache', async () => {
    const response = await openShop().ask('POST', '/session');
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
  });

  it('answers 401 with a code and a sentence where the shopper is not signed in, and asks the service nothing', async () => {
    const {service, ask} = openShop();
    const refusal = await refusalIn(await ask('POST', '/session', {as: ''}));
    assert.equal(refusal.status, 401);
    assert.equal(refusal.code, 'login.required');
    assert.match(refusal.message, /customer\(\) hook/);
    assert.equal(service.seen.length, 0);
  });

  it('decides account verification, entry mode and currency for each request, and keeps its query for later calls', async () => {
    const {service, ask} = openShop({
      accountVerification: (request) => new URL(request.url).searchParams.get('verification') === 'on',
      entryMode: (request) => (request.url.includes('raw') ? 'raw' : 'flex'),
      currency: async () => 'PKR',
    });
    const on = await read(await ask('POST', '/session?verification=on&mode=raw'));
    assert.equal(on['is_account_verification'], true);
    assert.equal(on['entry_mode'], 'raw');
    assert.equal(on['complete_url'], `${shop}/card-vault/session/track_1/complete?verification=on&mode=raw`);
    const off = await read(await ask('POST', '/session'));
    assert.equal(off['is_account_verification'], false);
    assert.equal(service.calls('POST', '/order/payments/v3/')[1]?.body?.['currency'], 'PKR');
  });

  it('gives a repeated request the same tracker, but never to another shopper', async () => {
    const {ask} = openShop();
    const headers = {'idempotency-key': 'one'};
    const first = await read(await ask('POST', '/session', {headers}));
    const again = await read(await ask('POST', '/session', {headers}));
    const other = await read(await ask('POST', '/session', {headers, as: 'cus_eve'}));
    assert.equal(again['tracker'], first['tracker']);
    assert.notEqual(other['tracker'], first['tracker']);
  });

  it('names absolute addresses when the shop names its public origin', async () => {
    const {ask} = openShop({publicUrl: 'https://www.shop.example/', basePath: '/pay/card-vault/'});
    const headers = {origin: 'https://www.shop.example'};
    const response = await ask('POST', '/../pay/card-vault/session', {headers});
    const session = await read(response);
    assert.equal(session['return_url'], 'https://www.shop.example/pay/card-vault/return');
  });

  it('tells the browser another address of the service where it has one', async () => {
    const {ask} = openShop({browserServiceUrl: 'https://pay.shop.example/relay/'});
    assert.equal(
      (await read(await ask('POST', '/session')))['service_url'],
      'https://pay.shop.example/relay',
    );
  });
});

describe('POST /session/:tracker/token', () => {
  it('answers the same session with a fresh token, as the tracker has it and not as the options say now', async () => {
    const {service, ask} = openShop({accountVerification: true});
    service.held('track_9', {entryMode: 'raw', accountVerification: false});
    const session = await read(await ask('POST', '/session/track_9/token'));
    assert.equal(session['tracker'], 'track_9');
    assert.equal(session['time_based_token'], 'tbt-track_9');
    assert.equal(session['entry_mode'], 'raw');
    assert.equal(session['is_account_verification'], false);
    assert.equal(service.calls('POST', '/order/payments/v3/').length, 0);
  });

  it("answers for a stranger's tracker exactly as for one that does not exist, and mints nothing", async () => {
    const {service, ask} = openShop();
    service.held('track_9', {customer: 'cus_ada'});
    const strange = await refusalIn(await ask('POST', '/session/track_9/token', {as: 'cus_eve'}));
    const unknown = await refusalIn(await ask('POST', '/session/track_8/token', {as: 'cus_eve'}));
    assert.deepEqual(strange, unknown);
    assert.equal(strange.status, 404);
    assert.equal(service.calls('POST', '/client/passport/v1/token').length, 0);
  });

  it('asks the service nothing for a text that is no tracker', async () => {
    const {service, ask} = openShop();
    for (const text of ['..%2f..%2fuser', 'a b', 'track_1%00', 'x'.repeat(129)]) {
      assert.equal((await ask('POST', `/session/${text}/token`)).status, 404);
    }
    assert.equal(service.seen.length, 0);
  });
});

describe('the secret key', () => {
  it('goes to the service in its header and is in no answer, whatever the service says', async () => {
    const {service, ask, errors} = openShop();
    service.before = () =>
      Response.json(
        {code: 'error.x', message: `bad key ${secretKey}`, status: {errors: [secretKey]}},
        {status: 401},
      );
    const response = await ask('POST', '/session');
    assert.equal(service.seen[0]?.headers.get('x-sfpy-merchant-secret'), secretKey);
    assert.doesNotMatch(await response.text(), new RegExp(secretKey));
    assert.doesNotMatch(String(errors[0]) + JSON.stringify(errors[0]), new RegExp(secretKey));
    assert.doesNotMatch(JSON.stringify((errors[0] as Error).cause), new RegExp(secretKey));
  });
});

describe('metadata', () => {
  it('goes to the tracker, by request; without any the field is left out, as recorded', async () => {
    const {ask, service} = openShop({
      metadata: ({url}) => ({order_id: new URL(url).searchParams.get('order')}),
    });
    await ask('POST', '/session?order=1042');
    const [opened] = service.calls('POST', '/order/payments/v3/');
    assert.deepEqual(opened?.body?.['metadata'], {order_id: '1042'});
    const plain = openShop();
    await plain.ask('POST', '/session');
    const [without] = plain.service.calls('POST', '/order/payments/v3/');
    assert.equal('metadata' in (without?.body ?? {}), false);
  });
});

describe('a body of POST /session', () => {
  it('is refused where it is not JSON, and no tracker is opened', async () => {
    const {ask, service} = openShop();
    const refused = await ask('POST', '/session', {body: '{"a":'});
    assert.deepEqual([refused.status, (await refusalIn(refused)).code], [400, 'request.not_json']);
    assert.equal(service.trackers.size, 0);
    assert.equal((await ask('POST', '/session', {body: '{}'})).status, 200);
  });
});
