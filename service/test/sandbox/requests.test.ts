import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {RequestRing, type AnsweredRequest} from '../../src/edges/sandbox/request-ring.js';
import {shownAnswer} from '../../src/platform/http/shown-body.js';
import {startTestService, string, type Json, type TestService} from '../support/harness.js';
import {productionOptions} from '../support/production.js';

const number = '4929123456781236';
const code = '7391';
const card = {card_number: number, expiration_month: '01', expiration_year: '2030', cvv: code};

describe('the requests that testers look at', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({allowRaw: true});
  });
  after(() => api.service.close());

  /** All, as the dashboard asks for them, or those of the merchant with this key. */
  const requests = async (secret: string | null = null) => {
    const reply = await api.call('/sandbox/v1/requests?limit=500', {
      secret,
      ...(secret === null && {headers: {'sec-fetch-site': 'same-origin'}}),
    });
    assert.equal(reply.status, 200, reply.text);
    return reply.json['data'] as unknown as readonly (AnsweredRequest & Record<'body' | 'answer', Json>)[];
  };

  it('have the body that the route knows and the answer, newest first, without the dashboard’s own', async () => {
    const body = {
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.com',
      phone_number: '+923001234567',
    };
    const created = await api.call('/user/customers/v1/', {body: {...body, nickname: 'Countess'}});
    assert.equal(created.status, 200, created.text);
    await api.call(`/user/customers/v1/${string(created.json['data']!['token'])}`);
    const [read, made] = await requests();
    assert.deepEqual([made!.method, made!.status, made!.body], ['POST', 200, {...body, '…': '1 not shown'}]);
    assert.deepEqual(made!.answer, created.json);
    assert.deepEqual([read!.method, read!.body, read!.answer['data']!['email']], ['GET', null, body.email]);
    assert.equal(read!.request, (await requests())[0]!.request, 'reading the list adds nothing to it');
  });

  it('have a refusal, and a path that no route has', async () => {
    await api.call('/user/customers/v1/', {body: {first_name: 5, email: 'ada'}});
    await api.call('/nothing', {body: {card}});
    const [missing, refused] = await requests();
    assert.deepEqual([refused!.status, refused!.answer['code']], [400, 'request.invalid']);
    assert.deepEqual(refused!.body, {first_name: '…', email: 'ada'});
    assert.deepEqual([missing!.status, missing!.body], [404, null]);
  });

  it('never have a card number, a code, a key or a token, wherever one is sent', async () => {
    const raw = await api.tracker({entry_mode: 'raw'});
    const saved = await api.act(raw, {payment_method: {card}});
    assert.equal(saved.status, 200, saved.text);
    const flex = await api.tracker();
    await api.setUp(flex);
    await api.act(flex, {payment_method: {card}, cvv: code, origin: `https://${number}.example`});
    await api.call(`/order/payments/v3/${flex}/metadata`, {body: {data: {cvv: code, pan: number}}});
    await api.call(`/order/payments/v3/${flex}`);
    await api.call('/user/customers/v1/', {
      body: {
        first_name: number.replace(/(.{4})(?=.)/g, '$1 '),
        last_name: {cvv: code},
        email: Number(code),
        [number]: code,
        cvv: [code],
      },
    });
    await api.call('/user/customers/v1/', {raw: `{"card": ${number}, "cvv": "${code}"`});
    await api.call('/client/passport/v1/token', {body: {}});
    await api.call('/client/webhooks/v1/', {
      body: {url: 'http://localhost:9/events', secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`},
    });
    await api.call('/client/webhooks/v1/', {body: {url: 'http://localhost:9/more', secret: 'hunter2'}});
    await api.call('/client/keys/v1', {body: {secret_key: api.service.keys.secretKey}});
    const kept = JSON.stringify(await requests());
    assert.ok(kept.includes(raw) && kept.includes('/client/webhooks/v1'), 'the requests are there');
    // A random id may have these digits in it.
    const alone = new RegExp(`(?<![\\w-])${code}(?![\\w-])`);
    for (const secret of [alone, number, number.slice(-12), '4929 ', 'sk_', 'BwcHBw', /eyJ\w{9}/, 'hunter2'])
      assert.doesNotMatch(kept, new RegExp(secret));
    const setUp = (await requests()).find(({route, body}) => /:tracker$/.test(route) && body?.['payload']);
    assert.ok(setUp, 'the body of an action');
  });

  it('are those of its own for a merchant’s key', async () => {
    const made = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const secret = string(made.json['data']!['secret_key']);
    assert.deepEqual(await requests(secret), []);
    await api.call('/user/customers/v1/cus_none', {secret});
    assert.deepEqual(
      (await requests(secret)).map(({status}) => status),
      [404],
    );
  });

  it('are as many as the ring holds, with bodies of at most 8 kB', () => {
    const ring = new RequestRing(3);
    const request = {at: '', method: 'GET', route: '/', status: 200, milliseconds: 1, request: 'r'};
    for (const length of [1, 2, 3, 9000])
      ring.add({...request, merchant: null, body: null, answer: {text: 'a'.repeat(length)}});
    const kept = ring.newest(undefined, 500);
    assert.deepEqual(
      kept.map(({number: count}) => count),
      [4, 3, 2],
    );
    assert.equal(kept[0]!.answer, '… 9011 characters, of which none are kept');
    assert.deepEqual(kept[1]!.answer, {text: 'aaa'});
    assert.equal(ring.newest(undefined, 1).length, 1);
  });

  it('hide credentials by their names, too, and numbers that may be a card’s', () => {
    assert.deepEqual(
      shownAnswer({secret_key: 'plain', capture_context_jwt: 'plain', n: [Number(number), 500]}),
      {
        ...{secret_key: '[secret]', capture_context_jwt: '[secret]', n: ['[card]', 500]},
      },
    );
    assert.deepEqual(shownAnswer({metadata: {cvv: code}, text: `to ${number}`}), {
      metadata: '…',
      text: '[card]',
    });
  });

  it('are not there in production', async () => {
    const production = await startTestService(productionOptions);
    try {
      assert.equal((await production.call('/sandbox/v1/requests')).status, 404);
    } finally {
      await production.service.close();
    }
  });
});
