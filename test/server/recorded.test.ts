import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createServiceClient} from '../../src/server/index.js';
import {publicKey, secretKey, serviceUrl} from './support/fake-service.js';
import {complete, inWallet, opened, openRecorded, record, tokenIn, type Json} from './support/recorded.js';

describe('a session at the recorded service (wire 9)', () => {
  it('asks for a token with an empty body and takes it to live 15 minutes', async () => {
    const {service, ask} = openRecorded({tokenLife: 60});
    const session = (await (await ask('POST', '/session')).json()) as Json;
    assert.deepEqual(service.calls('POST', '/client/passport/v1/token')[0]?.body, {});
    assert.equal(session['time_based_token'], 'bare-token=');
    assert.equal(session['expires_at'], '2027-01-01T00:15:00.000Z');
    assert.deepEqual(session['features'], []);
  });

  it('sends the secret key, JSON, a key and the id of the request, and nothing else', async () => {
    const {service, ask} = openRecorded();
    await ask('POST', '/session');
    for (const {method, headers} of service.seen) {
      const names = [...headers.keys()].filter((name) => name !== 'x-sfpy-merchant-secret');
      const expected = method === 'POST' ? ['accept', 'content-type', 'idempotency-key'] : ['accept'];
      assert.deepEqual(names, [...expected, 'x-request-id']);
    }
  });

  it('opens when the wallet cannot be read', async () => {
    const {service, ask, errors} = openRecorded();
    service.before = ({path}) => (path.includes('/wallet/') ? new Response('', {status: 500}) : undefined);
    assert.equal((await ask('POST', '/session')).status, 200);
    assert.equal(errors.length, 1);
  });
});

describe('answers of the recorded service', () => {
  it('may give the customer as an object or as text, and an empty wallet as null', async () => {
    const shop = openRecorded();
    await opened(shop, {after: [inWallet('pm_new')]}, record({is_success: true}, {customer: 'cus_ada'}));
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    const fetch = async () => Response.json({data: {count: 0, wallet: null}, status: {message: 'success'}});
    const client = createServiceClient({serviceUrl, secretKey, publicKey, fetch});
    assert.deepEqual(await client.paymentMethods.list('cus_ada'), []);
  });

  it('leave out an expiry that the service does not know, and no such card is called expired', async () => {
    const {service, ask} = openRecorded();
    service.wallets.set('cus_ada', [
      inWallet('pm_1', {scheme: 3, expiry_month: null, expiry_year: undefined}),
    ]);
    const {payment_methods: methods} = (await (await ask('GET', '/payment-methods')).json()) as Json;
    assert.deepEqual(methods, [
      {token: 'pm_1', brand: 'amex', last_four: '2701', single_use: false, expired: false},
    ]);
  });
});
