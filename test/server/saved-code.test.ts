import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {createCardVaultServer, type SessionPayment} from '../../src/server/index.js';
import {startService, type Service} from '../../service/src/index.js';
import {encryptCard} from '../../service/src/simulators/microform/index.js';

type Json = Record<string, unknown>;
const shop = 'http://localhost:5173';

/** The shop's server here, the service there; the page and its hosted field are played by `fetch`. */
describe('the code of a saved card, by the hook payment (decision 0021)', () => {
  let service: Service;
  let customer: string;
  let card: string;

  const open = (payment?: Partial<SessionPayment>, send?: typeof fetch) =>
    createCardVaultServer({
      serviceUrl: service.urls.api,
      secretKey: service.keys.secretKey,
      publicKey: service.keys.publicKey,
      currency: 'USD',
      entryMode: 'raw',
      customer: () => customer,
      timeout: 60_000,
      onError: () => undefined,
      ...(send && {fetch: send}),
      ...(payment && {payment: () => ({paymentMethod: card, amount: 2400, currency: 'USD', ...payment})}),
    });
  const ask = async (path: string, server: ReturnType<typeof open>) => {
    const headers = {origin: shop, 'sec-fetch-site': 'same-origin'};
    const response = await server.handle(new Request(`${shop}/card-vault${path}`, {method: 'POST', headers}));
    return {status: response.status, body: (await response.json()) as Json};
  };
  const act = async (session: Json, payload: Json) => {
    const url = `${String(session['service_url'])}/order/payments/v3/${String(session['tracker'])}`;
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${String(session['time_based_token'])}`,
        'content-type': 'application/json',
        origin: shop,
      },
      body: JSON.stringify({payload}),
    });
    return {status: response.status, body: (await response.json()) as Json};
  };
  const back = `${shop}/card-vault/return`;
  const enrollment = {authentication_setup: {success_url: back, failure_url: back}};
  const authorization = {authorization: {do_capture: false}};

  /** What the hosted field does with a code. */
  const tokenOf = async (context: string, securityCode: string) => {
    const claims = JSON.parse(Buffer.from(context.split('.')[1]!, 'base64url').toString()) as {
      flx: {origin: string; path: string; jwk: Parameters<typeof encryptCard>[1]};
    };
    const {origin, path, jwk} = claims.flx;
    const response = await fetch(origin + path, {
      method: 'POST',
      headers: {'content-type': 'application/json', origin},
      body: JSON.stringify({captureContext: context, card: await encryptCard({securityCode}, jwk)}),
    });
    assert.equal(response.status, 201, await response.clone().text());
    return response.text();
  };
  const withCode = async (session: Json, code: string) => ({
    payment_method: {
      tokenized_card: {token: card},
      flex: {transient_token_jwt: await tokenOf(String(session['capture_context']), code)},
    },
  });

  before(async () => {
    service = await startService({
      ...{port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:', allowRaw: true},
    });
    const server = open();
    const details = {firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com', country: 'GB'};
    ({token: customer} = await server.client.customers.create({...details, phoneNumber: '+441234567'}));
    const {body: session} = await ask('/session', server);
    const number = {card_number: '4000000000002701', cvv: '123'};
    const expiry = {expiration_month: '01', expiration_year: '2032'};
    for (const payload of [{payment_method: {card: {...number, ...expiry}}}, enrollment, authorization])
      await act(session, payload);
    const {body} = await ask(`/session/${String(session['tracker'])}/complete`, server);
    card = (body['payment_method'] as {token: string}).token;
  });
  after(() => service.close());

  it('opens a session that asks for it, and is paid with it', async () => {
    const server = open({securityCode: true});
    const {status, body: session} = await ask('/session', server);
    assert.equal(status, 200, JSON.stringify(session));
    assert.ok((session['features'] as string[]).includes('saved-card-code'));
    assert.equal(session['setup'], undefined, 'the set-up is made with the code');
    const set = await act(session, await withCode(session, '123'));
    assert.equal(set.status, 200, JSON.stringify(set.body));
    await act(session, enrollment);
    await act(session, authorization);
    const {body} = await ask(`/session/${String(session['tracker'])}/complete`, server);
    assert.deepEqual(body['payment'], {status: 'captured', amount: '24.00', currency: 'USD'});
  });

  it('is not left out by the page, also after it has renewed its session', async () => {
    const server = open({securityCode: true});
    const {body: session} = await ask('/session', server);
    const renewed = await ask(`/session/${String(session['tracker'])}/token`, server);
    assert.ok((renewed.body['features'] as string[]).includes('saved-card-code'));
    for (const page of [session, renewed.body]) {
      const refused = await act(page, {payment_method: {tokenized_card: {token: card}}});
      assert.deepEqual([refused.status, refused.body['code']], [400, 'tracker.security_code_missing']);
    }
    const {body} = await ask(`/session/${String(session['tracker'])}/complete`, server);
    assert.equal(body['payment_method'], null);
  });

  it('that is wrong is declined', async () => {
    const server = open({securityCode: true});
    const {body: session} = await ask('/session', server);
    await act(session, await withCode(session, '000'));
    await act(session, enrollment);
    assert.equal((await act(session, authorization)).body['code'], 'tracker.authorization_declined');
  });

  it('is not asked for where the shop does not say so', async () => {
    const {body: session} = await ask('/session', open({}));
    assert.ok(!(session['features'] as string[]).includes('saved-card-code'));
    assert.equal(session['capture_context'], undefined);
    assert.ok((session['setup'] as Json)['access_token']);
  });

  it('is never passed over: a service without the feature opens no session', async () => {
    const plain: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      const text = await response.text();
      return new Response(text.replace('"saved-card-code",', ''), response);
    };
    const {status, body} = await ask('/session', open({securityCode: true}, plain));
    assert.deepEqual([status, body['code']], [501, 'payment.code_not_asked']);
  });
});
