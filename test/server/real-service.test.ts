import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {readPayment} from '../../src/protocol/index.js';
import {
  CardVaultError,
  createCardVaultServer,
  type CardVaultServer,
  type Fetch,
} from '../../src/server/index.js';
import {startService, type Service} from '../../service/src/index.js';

type Json = Record<string, unknown>;
const shop = 'http://localhost:5173';

/** The two ends of the wire, over HTTP: the shop's server here, the service there, a browser played by `fetch`. */
describe('against the real service', () => {
  let service: Service;
  let vault: CardVaultServer;
  let customer: string;
  let errors: unknown[] = [];

  const open = (over: Partial<Parameters<typeof createCardVaultServer>[0]> = {}): CardVaultServer =>
    createCardVaultServer({
      serviceUrl: service.urls.api,
      secretKey: service.keys.secretKey,
      publicKey: service.keys.publicKey,
      currency: 'USD',
      entryMode: 'raw',
      customer: () => customer,
      accountVerification: (request) => request.url.includes('verification=on'),
      // A busy machine answers late; what a time limit does is tried elsewhere.
      timeout: 60_000,
      onError: (error) => errors.push(error),
      ...over,
    });

  before(async () => {
    service = await startService({
      port: 0,
      fieldsPort: 0,
      issuerPort: 0,
      database: 'memory:',
      allowRaw: true,
    });
    vault = open();
    const created = await vault.client.customers.create({
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.com',
      phoneNumber: '+441234567',
      country: 'GB',
    });
    customer = created.token;
    errors = [];
  });
  after(() => service.close());

  const ask = async (
    path: string,
    method = 'POST',
    server = vault,
  ): Promise<{status: number; body: Json}> => {
    const headers = {origin: shop, 'sec-fetch-site': 'same-origin'};
    const response = await server.handle(new Request(`${shop}/card-vault${path}`, {method, headers}));
    return {status: response.status, body: (await response.json()) as Json};
  };

  /** One tracker action as the page sends it, with the time-based token. */
  async function act(session: Json, payload: Json, send: Fetch = fetch): Promise<Json> {
    const response = await send(
      `${String(session['service_url'])}/order/payments/v3/${String(session['tracker'])}`,
      {
        method: 'POST',
        headers: {
          authorization: `Bearer ${String(session['time_based_token'])}`,
          'content-type': 'application/json',
          origin: shop,
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify({payload}),
      },
    );
    assert.equal(response.status, 200, await response.clone().text());
    return (await response.json()) as Json;
  }

  /** A frictionless save up to and including the authorization. */
  async function authorize(session: Json, send?: Fetch): Promise<void> {
    const card = {
      card_number: '4000000000002701',
      expiration_month: '01',
      expiration_year: '2032',
      cvv: '123',
    };
    await act(session, {payment_method: {card}}, send);
    const back = `${shop}/card-vault/return`;
    await act(session, {authentication_setup: {success_url: back, failure_url: back}}, send);
    await act(session, {authorization: {do_capture: false}}, send);
  }

  async function ledger(tracker: unknown): Promise<string[]> {
    const response = await fetch(`${service.urls.api}/sandbox/v1/ledger?tracker=${String(tracker)}`, {
      headers: {'x-sfpy-merchant-secret': service.keys.secretKey},
    });
    const {data} = (await response.json()) as {data: {kind: string; amount: number}[]};
    return data.map(({kind, amount}) => `${kind} ${amount === 0 ? 'zero' : 'small'}`);
  }

  it('opens a session whose token the service accepts for that page, and completes with one reversal', async () => {
    const {body: session} = await ask('/session');
    await authorize(session);
    const path = `/session/${String(session['tracker'])}/complete`;
    const answers = await Promise.all([ask(path), ask(path), ask(path, 'POST', open())]);
    for (const {status, body} of answers) {
      assert.equal(status, 200);
      assert.equal(body['reversed'], true);
      assert.equal((body['payment_method'] as Json)['last_four'], '2701');
    }
    assert.deepEqual(await ledger(session['tracker']), ['authorization small', 'reversal small']);
  });

  it('makes token and capture context at once, and reads the truth for the page', async () => {
    const {body: session} = await ask('/session', 'POST', open({entryMode: 'flex'}));
    const tracker = String(session['tracker']);
    const [, claims] = String(session['capture_context']).split('.');
    const {ctx} = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as {ctx: {data: Json}[]};
    assert.deepEqual(ctx[0]?.data['targetOrigins'], [shop]);
    assert.deepEqual(errors, []);
    const {status, body} = await ask(`/session/${tracker}/payment`, 'GET');
    assert.equal(status, 200);
    assert.equal(readPayment(body).nextAction, 'PROCESS_TRANSIENT_TOKEN');
  });

  it('saves through the relay', async () => {
    const relaying = open({relay: true});
    const {body: session} = await ask('/session', 'POST', relaying);
    assert.equal(session['service_url'], '/card-vault/relay');
    await authorize(session, (url, init) => relaying.handle(new Request(shop + url, init)));
    const {status, body} = await ask(`/session/${String(session['tracker'])}/complete`);
    assert.equal(status, 200);
    assert.equal((body['payment_method'] as Json)['last_four'], '2701');
  });

  it('reverses nothing with account verification', async () => {
    const {body: session} = await ask('/session?verification=on');
    assert.equal(session['is_account_verification'], true);
    await authorize(session);
    const {body} = await ask(`/session/${String(session['tracker'])}/complete`);
    assert.equal(body['reversed'], false);
    assert.deepEqual(await ledger(session['tracker']), ['authorization zero']);
  });

  it('renews the token of a tracker under way', async () => {
    const {body: session} = await ask('/session');
    const {body: again} = await ask(`/session/${String(session['tracker'])}/token`);
    assert.equal(again['tracker'], session['tracker']);
    assert.equal(again['entry_mode'], 'raw');
    await authorize(again);
  });

  it('has nothing to complete before anything was authorized', async () => {
    const {body: session} = await ask('/session');
    const {status, body} = await ask(`/session/${String(session['tracker'])}/complete`);
    assert.deepEqual([status, body['payment_method'], body['code']], [200, null, 'payment.not_completed']);
  });

  it('sweeps up what a browser that vanished after the authorization left held', async () => {
    const {body: session} = await ask('/session');
    await authorize(session);
    assert.ok((await vault.sweep()).reversed.includes(String(session['tracker'])));
    assert.deepEqual(await ledger(session['tracker']), ['authorization small', 'reversal small']);
  });

  it('lists and removes the saved cards', async () => {
    const {body} = await ask('/payment-methods', 'GET');
    const [card] = body['payment_methods'] as Json[];
    assert.equal(card?.['brand'], 'visa');
    assert.equal(card?.['last_four'], '2701');
    assert.equal(card?.['expiration_month'], '01');
    assert.equal(card?.['expired'], false);
    assert.equal((await ask(`/payment-methods/${String(card?.['token'])}`, 'DELETE')).status, 200);
    const {body: rest} = await ask('/payment-methods', 'GET');
    assert.equal(
      (rest['payment_methods'] as Json[]).some(({token}) => token === card?.['token']),
      false,
    );
    assert.equal((await ask('/payment-methods/pm_none', 'DELETE')).status, 404);
  });

  it('tells a wrong secret key, an unknown customer and a service that is gone apart', async () => {
    const codeOf = async (server: CardVaultServer) => {
      errors = [];
      const {body} = await ask('/session', 'POST', server);
      const [error] = errors;
      assert.ok(error instanceof CardVaultError);
      return [body['code'], error.code];
    };
    assert.deepEqual(await codeOf(open({secretKey: 'sk_wrong_and_long_enough_to_be_one'})), [
      'credentials.refused',
      'credentials-refused',
    ]);
    assert.deepEqual(await codeOf(open({customer: () => 'cus_nobody'})), [
      'request.refused',
      'request-refused',
    ]);
    assert.deepEqual(await codeOf(open({serviceUrl: 'http://127.0.0.1:9'})), [
      'service.unreachable',
      'service-unreachable',
    ]);
  });

  describe('a session that pays with a saved card (decision 0086)', () => {
    const order = {amount: 2400, currency: 'USD', orderId: '1042'} as const;
    const back = `${shop}/card-vault/return`;
    const enrollment = {authentication_setup: {success_url: back, failure_url: back}};
    const till = (paymentMethod: string, more: object = {}) =>
      open({payment: () => ({paymentMethod, ...order, ...more})});

    async function savedCard(): Promise<string> {
      const {body: session} = await ask('/session');
      await authorize(session);
      const {body} = await ask(`/session/${String(session['tracker'])}/complete`);
      return (body['payment_method'] as {token: string}).token;
    }

    it('names card and amount, captures what the shop asked for, and is never reversed', async () => {
      const token = await savedCard();
      for (const capture of [true, false]) {
        const orderId = `1042-${capture}`;
        const server = till(token, {capture, orderId});
        const {status, body: session} = await ask('/session', 'POST', server);
        assert.equal(status, 200, JSON.stringify(session));
        const {mode, entry_mode, amount, currency, payment_method, setup} = session;
        assert.deepEqual([mode, entry_mode, amount, currency], ['payment', 'tms', '24.00', 'USD']);
        assert.ok(payment_method === token && (setup as Json)['access_token']);
        await act(session, enrollment);
        await act(session, {authorization: {do_capture: false}});
        await server.sweep();
        const complete = `/session/${String(session['tracker'])}/complete`;
        const {body} = await ask(complete, 'POST', server);
        const paid = {status: capture ? 'captured' : 'authorized', amount: '24.00', currency: 'USD'};
        assert.deepEqual(body['payment'], paid);
        assert.equal((body['payment_method'] as Json)['token'], token);
        assert.deepEqual((await ask(complete, 'POST', server)).body['payment'], paid);
        const books = ['authorization small', ...(capture ? ['capture small'] : [])];
        assert.deepEqual(await ledger(session['tracker']), books);
        const payment = await server.client.payments.read(String(session['tracker']));
        assert.deepEqual([payment.amount, payment.orderId], [2400, orderId]);
      }
    });

    const pay = async (session: Json) => {
      await act(session, enrollment);
      await act(session, {authorization: {do_capture: false}});
    };
    const complete = (session: Json, server: CardVaultServer) =>
      ask(`/session/${String(session['tracker'])}/complete`, 'POST', server);

    it('two tabs of one order are one tracker and one capture, and a third one hears that it is paid', async () => {
      const server = till(await savedCard(), {orderId: 'two-tabs'});
      const tabs = [await ask('/session', 'POST', server), await ask('/session', 'POST', server)];
      const [first, second] = tabs.map(({body}) => body);
      assert.equal(second!['tracker'], first!['tracker']);
      await pay(first!);
      for (const {body} of [await complete(first!, server), await complete(second!, server)])
        assert.deepEqual((body['payment'] as Json)['status'], 'captured');
      const third = await ask('/session', 'POST', server);
      assert.deepEqual(
        [third.status, third.body['code']],
        [409, 'payment.order_paid'],
        JSON.stringify(third.body),
      );
      assert.deepEqual(await ledger(first!['tracker']), ['authorization small', 'capture small']);
    });

    it('a page that was closed before its last step leaves its order held, until the shop takes the amount or gives it back', async () => {
      const token = await savedCard();
      for (const end of ['capture', 'void'] as const) {
        const server = till(token, {orderId: `closed-${end}`});
        const {body: session} = await ask('/session', 'POST', server);
        await pay(session);
        const tracker = String(session['tracker']);
        const {payments} = server.client;
        assert.equal((await payments.read(tracker)).status, 'authorized');
        assert.equal((await ask('/session', 'POST', server)).body['code'], 'payment.order_paid');
        await payments[end](tracker);
        const isTaken = end === 'capture';
        assert.equal((await ask('/session', 'POST', server)).status, isTaken ? 409 : 200);
        // The page was only asleep, and comes back.
        const {status, body} = await complete(session, server);
        assert.deepEqual(
          [status, body['code'], (body['payment'] as Json | undefined)?.['status']],
          isTaken ? [200, undefined, 'captured'] : [200, 'payment.not_completed', undefined],
        );
      }
    });

    it('ten pages of one order that are opened at once all have its tracker', async () => {
      const token = await savedCard();
      const pages = Array.from({length: 10}, () =>
        ask('/session', 'POST', till(token, {orderId: 'restored'})),
      );
      const sessions = await Promise.all(pages);
      assert.deepEqual(
        sessions.map(({status, body}) => [status, body['tracker']]),
        sessions.map(() => [200, sessions[0]!.body['tracker']]),
      );
    });

    it('asks the shop again before it captures: what the shop no longer asks for is given back', async () => {
      const token = await savedCard();
      let wanted: Json | undefined;
      const server = open({payment: () => wanted as never});
      const changes: readonly [string, Json | undefined, string][] = [
        ['grew', {amount: 99_900}, 'payment.order_changed'],
        ['other-currency', {currency: 'EUR'}, 'payment.order_changed'],
        ['only-held', {capture: false}, 'payment.order_changed'],
        ['gone', undefined, 'payment.order_paid'],
      ];
      for (const [orderId, change, code] of changes) {
        wanted = {...order, paymentMethod: token, orderId};
        const {body: session} = await ask('/session', 'POST', server);
        await pay(session);
        wanted = change && {...wanted, ...change};
        for (const again of [1, 2]) {
          const answer = await complete(session, server);
          if (again === 1) assert.deepEqual([answer.status, answer.body['code']], [409, code], orderId);
          else assert.equal(answer.body['payment_method'], null);
        }
        assert.deepEqual(
          await ledger(session['tracker']),
          ['authorization small', 'reversal small'],
          orderId,
        );
      }
    });

    it('what is captured or held stays, when the page asks again after the shop has noted it', async () => {
      const token = await savedCard();
      for (const capture of [true, false]) {
        let isNoted = false;
        const payment = {...order, paymentMethod: token, capture, orderId: `noted-${capture}`};
        const server = open({payment: () => (isNoted ? undefined : payment)});
        const {body: session} = await ask('/session', 'POST', server);
        await pay(session);
        const first = await complete(session, server);
        isNoted = true;
        assert.deepEqual((await complete(session, server)).body, first.body);
        const books = ['authorization small', ...(capture ? ['capture small'] : [])];
        assert.deepEqual(await ledger(session['tracker']), books);
      }
    });

    it('an order that grew before it was paid is paid once, for what it is now', async () => {
      const token = await savedCard();
      let amount = 2400;
      const server = open({payment: () => ({...order, paymentMethod: token, amount, orderId: 'cart'})});
      const {body: old} = await ask('/session', 'POST', server);
      amount = 4800;
      const {body: session} = await ask('/session', 'POST', server);
      assert.notEqual(session['tracker'], old['tracker']);
      await assert.rejects(act(old, enrollment), /tracker\.ended/);
      assert.equal((await complete(old, server)).body['code'], 'payment.order_changed');
      await pay(session);
      const {body} = await complete(session, server);
      assert.deepEqual(body['payment'], {status: 'captured', amount: '48.00', currency: 'USD'});
    });

    it('says that nothing was paid where nothing was', async () => {
      const server = till(await savedCard());
      const {body: session} = await ask('/session', 'POST', server);
      await act(session, enrollment);
      const {body} = await ask(`/session/${String(session['tracker'])}/complete`, 'POST', server);
      assert.deepEqual([body['payment_method'], body['code']], [null, 'payment.not_completed']);
      const {body: again} = await ask(`/session/${String(session['tracker'])}/token`, 'POST', server);
      assert.deepEqual([again['mode'], again['entry_mode'], again['amount']], ['payment', 'tms', '24.00']);
    });

    it("refuses a card that is not the shopper's, and a page that names another one of its cards", async () => {
      const mine = await savedCard();
      const refused = await ask('/session', 'POST', till('pm_00000000-0000-4000-8000-000000000000'));
      assert.deepEqual([refused.status, refused.body['code']], [409, 'payment_method.not_usable']);
      const {body: session} = await ask('/session', 'POST', till(mine));
      const other = {payment_method: {tokenized_card: {token: 'pm_00000000-0000-4000-8000-000000000001'}}};
      await assert.rejects(act(session, other), /tracker\.method_fixed/);
      await act(session, {payment_method: {tokenized_card: {token: mine}}});
    });
  });
});

describe('against a service without the certificate for raw entry', () => {
  it('says that the entry mode is what is refused', async () => {
    const service = await startService({port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
    try {
      const {secretKey, publicKey} = service.keys;
      const serviceUrl = service.urls.api;
      let customer = '';
      const vault = createCardVaultServer({
        serviceUrl,
        secretKey,
        publicKey,
        currency: 'USD',
        entryMode: 'raw',
        customer: () => customer,
      });
      const person = {firstName: 'Ada', lastName: 'Byron', email: 'a@example.com'};
      customer = (await vault.client.customers.create({...person, phoneNumber: '+441234567', country: 'GB'}))
        .token;
      const headers = {origin: shop, 'sec-fetch-site': 'same-origin'};
      const response = await vault.handle(
        new Request(`${shop}/card-vault/session`, {method: 'POST', headers}),
      );
      assert.equal(((await response.json()) as Json)['code'], 'entry_mode.refused');
    } finally {
      await service.close();
    }
  });
});
