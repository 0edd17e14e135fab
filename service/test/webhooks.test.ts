import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {isBodySignature, webhookFault} from '../../src/protocol/index.js';
import {homeOf} from './support/billing.js';
import {startTestService, string, type Json, type TestService} from './support/harness.js';
import {Receiver, answer, reset, silence, type Received} from './support/receiver.js';
import {
  advance,
  bareSubscription,
  deliveriesOf,
  endpoint,
  path,
  readEndpoint,
  appendEvents,
} from './support/webhooks.js';

const hour = 3600;
const ids = (log: readonly Received[]) => log.map(({id}) => id);

/** Whether a received message is signed with each of the secrets. */
async function isSigned({headers, body}: Received, ...secrets: string[]): Promise<boolean> {
  const text = (name: string) => headers[name] as string;
  const standard = {
    id: text('webhook-id'),
    timestamp: text('webhook-timestamp'),
    signature: text('webhook-signature'),
  };
  // The library checks the time with the real clock, and the service's clock differs in these tests.
  const fault = await webhookFault(standard, body, {secrets, now: Date.now()});
  return fault === undefined && (await isBodySignature(text('x-sfpy-signature'), body, secrets));
}

describe('webhooks', () => {
  let api: TestService;
  let receiver: Receiver;
  const receivers: Receiver[] = [];
  before(async () => {
    api = await startTestService({}, {looksForWork: true});
  });
  after(() => api.service.close());
  const receive = async (...args: Parameters<typeof Receiver.start>) => {
    receiver = await Receiver.start(...args);
    receivers.push(receiver);
    return receiver;
  };
  afterEach(async () => {
    const {list} = (await api.call(`${path}?limit=100`)).json['data']! as unknown as {list: Json[]};
    for (const {token} of list) await api.call(`${path}/${string(token)}`, {method: 'DELETE'});
    await Promise.all(receivers.splice(0).map((one) => one.close()));
  });

  it('a 503, a timeout and a lost reply are recorded and retried', async () => {
    await receive();
    const {token} = await endpoint(api, receiver.url);
    const kinds = ['receiver-error', 'receiver-silent', 'receiver-cut'] as const;
    api.service.faults.plan({rules: kinds.map((kind, after) => ({kind, route: 'POST /webhooks', after}))});
    await appendEvents(api, {});
    // Attempts are made at once, after 5 seconds, after 5 minutes and after 30 minutes.
    await advance(api, hour);
    const report = api.service.faults.report();
    api.service.faults.clear();
    assert.deepEqual(
      report.struck.map(({kind}) => kind),
      [...kinds],
    );
    const [delivery] = await deliveriesOf(api, token!);
    assert.equal(delivery!['state'], 'delivered');
    assert.equal(delivery!['tries'], 4);
    assert.equal(receiver.log.length, 2, 'the one whose answer was lost, and the last');
    assert.equal(new Set(ids(receiver.log)).size, 1);
  });

  it('a saved card and a reversed hold send documented events, signed both ways (V4, V5)', async () => {
    await receive();
    const {secret} = await endpoint(api, receiver.url);
    const metadata = {order_id: '1042'};
    const tracker = await api.tracker({metadata});
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    await api.act(tracker);
    await receiver.count(2);
    // Only events of the same subscription are sent in order.
    const of = (kind: string) => receiver.log.find(({type}) => type === kind)!;
    const [saved, reversed] = [of('payment_method.saved'), of('authorization.reversed')];
    assert.ok(await isSigned(saved, string(secret)));
    assert.ok(!(await isSigned(saved, `${string(secret).slice(0, -5)}AAAA=`)));
    const body = JSON.parse(saved.body) as Record<string, unknown>;
    assert.equal(body['version'], '2.0.0');
    assert.equal(body['merchant_api_key'], api.service.keys.publicKey);
    assert.equal(body['endpoint'], receiver.url);
    assert.deepEqual(Object.keys(body['created_at'] as object), ['seconds', 'nanos']);
    const payment = await api.payment(tracker);
    assert.equal(saved.data['payment_method'], payment['payment_method']!['token']);
    assert.equal(saved.data['last_four'], '2701');
    assert.equal(saved.data['bin'], undefined);
    assert.deepEqual(saved.data['metadata'], metadata);
    const {amount, currency, reversal} = reversed.data;
    assert.deepEqual([amount, currency], [payment['purchase_totals']!['quote_amount']!['amount'], 'PKR']);
    const books = await api.ledger(tracker);
    assert.equal(reversal, books.find(({kind}) => kind === 'reversal')!.id);
  });

  it('a change that is rolled back sends no event (V5)', async () => {
    await receive();
    await endpoint(api, receiver.url);
    const kept = api.service.database.transaction(async (tx) => {
      await tx.query('SELECT 1');
      throw new Error('rolled back');
    });
    await assert.rejects(kept);
    await assert.rejects(appendEvents(api, {type: null as never}));
    await appendEvents(api, {});
    await receiver.count(1);
    await advance(api, hour);
    assert.equal(receiver.log.length, 1);
  });

  it('is tried ten times over 75 hours, then becomes a dead letter, which can be sent again', async () => {
    await receive(answer(500));
    const {token} = await endpoint(api, receiver.url);
    const start = api.service.clock.now().getTime();
    await appendEvents(api, {});
    await receiver.count(1);
    for (let hours = 0; hours < 100; hours++) await advance(api, hour);
    for (let minutes = 0; minutes < 5; minutes++) await advance(api, 60);
    const [delivery] = await deliveriesOf(api, token!, '&state=dead');
    assert.equal(delivery!['reason'], 'tries_used_up');
    assert.equal(delivery!['tries'], 10);
    assert.equal(receiver.log.length, 10);
    assert.equal(new Set(ids(receiver.log)).size, 1, 'the id stays the same');
    const one = await api.call(`${path}/${string(token)}/deliveries/${string(delivery!['token'])}`);
    const history = [...one.json['data']!['history']!];
    assert.deepEqual(
      history.map(({number, status, failure}) => [number, status, failure]),
      Array.from({length: 10}, (_, index) => [index + 1, 500, 'status']),
    );
    const last = Date.parse(string(history[9]!['at'])) - start;
    assert.ok(last >= 75 * hour * 1000, `the last try came after ${last / 3_600_000} h`);
    receiver.behave(answer(204));
    const again = await api.call(`${path}/${string(token)}/deliveries/${string(delivery!['token'])}/resend`, {
      body: {},
    });
    assert.equal(again.json['data']!['state'], 'pending', again.text);
    await receiver.count(11);
    await advance(api, 1);
    const [delivered] = await deliveriesOf(api, token!);
    assert.deepEqual([delivered!['state'], delivered!['tries']], ['delivered', 11]);
    assert.equal((await readEndpoint(api, token!))['health']!['state'], 'healthy');
  });

  it('is retried after a redirect, a cut connection and a timeout; a long reply is cut off', async () => {
    const {settings} = api.service;
    const usualLimit = settings.webhookTimeoutMs;
    let elsewhere = 0;
    const other = await receive(() => elsewhere++);
    await receive();
    const {token} = await endpoint(api, receiver.url);
    const behaviours = [
      answer(307, {location: other.url}),
      reset,
      silence,
      answer(200, {}, 'x'.repeat(10_000_000)),
    ];
    // Only the call that gets no answer has a short time limit, so that a busy machine does not fail the
    // others.
    receiver.behave((received, response) => {
      settings.webhookTimeoutMs = receiver.log.length === 2 ? 2000 : usualLimit;
      behaviours[receiver.log.length - 1]!(received, response);
    });
    await appendEvents(api, {});
    await receiver.count(1);
    for (let minutes = 0; minutes < 60; minutes++) await advance(api, 60);
    const [delivery] = await deliveriesOf(api, token!);
    const one = await api.call(`${path}/${string(token)}/deliveries/${string(delivery!['token'])}`);
    assert.deepEqual(
      [...one.json['data']!['history']!].map(({failure}) => failure),
      ['redirect', 'connection_failed', 'timed_out', null],
    );
    assert.equal(elsewhere, 0, 'redirects are not followed');
  });

  it('events of a subscription arrive in sequence without a gap if no delivery fails (V21)', async () => {
    await receive((_received, response) => setTimeout(() => response.end(), Math.random() * 5));
    await endpoint(api, receiver.url);
    const subscriptions = await Promise.all(Array.from({length: 6}, () => bareSubscription(api)));
    for (let round = 0; round < 5; round++) {
      await appendEvents(
        api,
        ...subscriptions.map((subscription) => ({
          type: 'subscription.payment_succeeded' as const,
          subscription,
        })),
      );
    }
    await receiver.count(30);
    for (const subscription of subscriptions) {
      const its = receiver.log.filter((received) => received.subscription === subscription);
      assert.deepEqual(
        its.map(({sequence}) => sequence),
        [1, 2, 3, 4, 5],
      );
    }
    assert.ok(receiver.busiest > 1, 'different subscriptions go side by side');
  });

  it('a receiver that does not reply delays no other', async () => {
    const deaf = await receive(silence);
    await endpoint(api, deaf.url);
    await receive();
    await endpoint(api, receiver.url);
    await appendEvents(api, {});
    await Promise.all([deaf.count(1), receiver.count(1)]);
    await appendEvents(api, {});
    await receiver.count(2);
    assert.equal(deaf.log.length >= 1, true);
    await deaf.close();
  });

  it('after 429 an endpoint is not called before Retry-After, and then one call at a time', async () => {
    await receive(answer(429, {'retry-after': '600'}));
    const {token} = await endpoint(api, receiver.url);
    await appendEvents(api, {}, {}, {});
    await receiver.count(3);
    await advance(api, 1);
    const {health} = await readEndpoint(api, token!);
    assert.equal(health!['state'], 'slowed');
    receiver.behave((_received, response) => setTimeout(() => response.end(), 20));
    receiver.busiest = 0;
    await advance(api, 500);
    assert.equal(receiver.log.length, 3, 'not before it wanted');
    await advance(api, 200);
    await advance(api, 1);
    assert.equal(receiver.log.length, 6);
    assert.equal((await readEndpoint(api, token!))['health']!['state'], 'healthy');
  });

  it('410 disables the endpoint and gives up its deliveries; it can be enabled by hand and replayed', async () => {
    await receive(answer(410));
    const {token} = await endpoint(api, receiver.url);
    await appendEvents(api, {});
    await receiver.count(1);
    await advance(api, 1);
    const gone = await readEndpoint(api, token!);
    assert.deepEqual([gone['state'], gone['disabled_reason']], ['disabled', 'gone']);
    const [dead] = await deliveriesOf(api, token!, '&state=dead');
    assert.equal(dead!['reason'], 'endpoint_gone');
    await appendEvents(api, {});
    const resend = `${path}/${string(token)}/deliveries/${string(dead!['token'])}/resend`;
    assert.equal((await api.call(resend, {body: {}})).json['code'], 'webhook.disabled');
    receiver.behave(answer(200));
    await api.call(`${path}/${string(token)}`, {method: 'PUT', body: {enabled: true}});
    const from = new Date(api.service.clock.now().getTime() - hour * 1000).toISOString();
    const replay = await api.call(`${path}/${string(token)}/replay`, {body: {from}});
    const count = Number(replay.json['data']!['count']);
    assert.ok(count >= 2, 'the dead letter, and what happened while it was off');
    await receiver.count(1 + count);
    const again = await api.call(`${path}/${string(token)}/replay`, {body: {from}});
    assert.equal(again.json['data']!['count'], 0, 'nothing is left to send');
    // Received events are also stored as delivered.
    await advance(api, 1);
    const all = await api.call(`${path}/${string(token)}/replay`, {body: {from, include_delivered: true}});
    assert.equal(all.json['data']!['count'], count);
    await receiver.count(1 + 2 * count);
  });

  it('an endpoint that accepts nothing for five days is disabled', async () => {
    await receive(answer(500));
    const {token} = await endpoint(api, receiver.url);
    for (let days = 0; days < 6; days++) {
      await appendEvents(api, {});
      for (let quarters = 0; quarters < 4; quarters++) await advance(api, 6 * hour);
    }
    await advance(api, 10 * hour);
    const off = await readEndpoint(api, token!);
    assert.deepEqual(
      [off['state'], off['disabled_reason'], off['health']!['pending']],
      ['disabled', 'failing', 0],
    );
    assert.ok((await deliveriesOf(api, token!)).every(({state}) => String(state) === 'dead'));
  });

  it('both secrets sign for a day after a rotation, then only the new one', async () => {
    await receive();
    const made = await endpoint(api, receiver.url);
    const old = string(made['secret']);
    const rotated = await api.call(`${path}/${string(made['token'])}/secret/rotate`, {body: {}});
    const fresh = string(rotated.json['data']!['secret']);
    assert.notEqual(fresh, old);
    await appendEvents(api, {});
    await receiver.count(1);
    const [first] = receiver.log as [Received];
    const headerOf = ({headers}: Received) => String(headers['webhook-signature']).split(' ');
    assert.equal(headerOf(first).length, 2);
    assert.ok(await isSigned(first, fresh));
    const {headers, body} = first;
    const standard = {
      id: first.id,
      timestamp: String(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
    };
    assert.equal(
      await webhookFault(standard, body, {secrets: [old], now: Date.now()}),
      undefined,
      'the old secret fits too',
    );
    await advance(api, 24 * hour + 1);
    await appendEvents(api, {});
    await receiver.count(2);
    assert.equal(headerOf(receiver.log[1]!).length, 1);
    assert.ok(await isSigned(receiver.log[1]!, fresh));
  });

  it('secrets are returned once and stored sealed (V14)', async () => {
    const made = await endpoint(api, 'https://shop.example/hooks');
    const secret = string(made['secret']);
    assert.match(secret, /^whsec_/);
    const reads = [
      await api.call(`${path}/${string(made['token'])}`),
      await api.call(path),
      await api.call('/sandbox/v1/logs'),
    ];
    for (const {text} of reads) assert.ok(!text.includes(secret.slice(6)));
    const rows = await api.service.database.query('SELECT * FROM webhook_endpoints');
    assert.ok(!JSON.stringify(rows).includes(secret.slice(6)));
    const own = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    assert.equal((await endpoint(api, 'https://shop.example/own', {secret: own}))['secret'], own);
    const wrong = await api.call(path, {body: {url: 'https://shop.example/', secret: 'whsec_short'}});
    assert.equal(wrong.json['code'], 'request.invalid');
  });

  it('an endpoint gets only the event types it names, of its own merchant (V24)', async () => {
    await receive();
    await endpoint(api, receiver.url, {events: ['subscription.cancelled']});
    const subscription = await bareSubscription(api);
    await appendEvents(
      api,
      {},
      {type: 'subscription.created', subscription},
      {type: 'subscription.cancelled', subscription},
    );
    await receiver.count(1);
    const other = await api.call('/sandbox/v1/merchants', {body: {name: 'Other'}});
    const {secret_key: secret} = other.json['data']! as unknown as {secret_key: string};
    const theirs = await api.call(path, {body: {url: receiver.url}, secret});
    await appendEvents(api, {});
    await advance(api, 1);
    assert.deepEqual(
      receiver.log.map(({type}) => type),
      ['subscription.cancelled'],
    );
    const [mine] = [...(await api.call(path)).json['data']!['list']!];
    const token = string(mine!['token']);
    for (const [method, at] of [
      ['GET', token],
      ['DELETE', token],
      ['PUT', token],
      ['POST', `${token}/replay`],
      ['POST', `${token}/secret/rotate`],
      ['GET', `${token}/deliveries`],
    ] as const) {
      const body = at.endsWith('/replay') ? {from: '2026-01-01T00:00:00Z'} : {};
      const reply = await api.call(`${path}/${at}`, {method, secret, ...(/P/.test(method) && {body})});
      assert.equal(reply.json['code'], 'webhook.not_found', `${method} ${at}`);
    }
    await api.call(`${path}/${string(theirs.json['data']!['token'])}`, {method: 'DELETE', secret});
  });

  it('addresses that are not allowed for receivers are refused on creation', async () => {
    for (const url of [
      'http://shop.example/',
      'https://user:pass@shop.example/',
      'https://shop.example:22/',
      'https://10.0.0.1/',
      'https://169.254.169.254/latest/meta-data',
      'https://[::ffff:10.0.0.1]/',
      'https://0.0.0.0/',
      'https://shop.example/#part',
      'file:///etc/passwd',
      'https://shop example/',
      '',
    ]) {
      const reply = await api.call(path, {body: {url}});
      assert.equal(reply.json['code'], 'webhook.url_refused', url);
      const message = (reply.json as {status?: {message?: unknown}}).status?.message;
      assert.match(string(message), /forward a port of this machine to it/, url);
    }
    for (let number = 0; number < 16; number++) await endpoint(api, `https://shop.example/${number}`);
    const more = await api.call(path, {body: {url: 'https://shop.example/'}});
    assert.equal(more.json['code'], 'webhook.too_many');
  });

  it('the same request with the same key creates one endpoint and returns the same secret', async () => {
    const body = {url: 'https://shop.example/once'};
    const first = await api.call(path, {body, key: 'endpoint-1'});
    const second = await api.call(path, {body, key: 'endpoint-1'});
    assert.equal(first.text, second.text);
    assert.equal((await api.call(path)).json['data']!['count'], 1);
  });

  it('the sandbox lists deliveries and sends one again', async () => {
    await receive();
    await endpoint(api, receiver.url);
    await appendEvents(api, {});
    await receiver.count(1);
    await advance(api, 1);
    const [delivery] = [...(await api.call('/sandbox/v1/deliveries')).json['data']!];
    assert.equal(delivery!['state'], 'delivered');
    const reply = await api.call(`/sandbox/v1/webhooks/${string(delivery!['token'])}/resend`, {
      method: 'POST',
    });
    assert.equal(reply.status, 200, reply.text);
    await receiver.count(2);
    assert.equal(new Set(ids(receiver.log)).size, 1);
    const events = await api.call('/sandbox/v1/events?type=payment_method.saved');
    assert.equal(events.json['data']![0]!['id'], receiver.log[0]!.id);
  });
});

describe('the endpoint that the options name', () => {
  it('exists after the start, and its events are signed with the options’ secret', async () => {
    const receiver = await Receiver.start();
    const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
    const api = await startTestService({webhookUrl: receiver.url, webhookSecret}, {looksForWork: true});
    assert.ok(await homeOf(api));
    await appendEvents(api, {});
    await receiver.count(1);
    assert.ok(await isSigned(receiver.log[0]!, webhookSecret));
    await api.service.close();
    await receiver.close();
  });
});
