import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {signBody} from '../../src/protocol/index.js';
import {
  createWebhooks,
  type SubscriptionEvent,
  type WebhookLogEntry,
  type WebhookOptions,
} from '../../src/server/index.js';
import {memoryReplayStore} from '../../src/server/index.js';
import {webhookRequest} from '../../src/testing/index.js';
import {openShop} from './support/shop.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const url = 'http://shop.test/card-vault/webhooks';

/** A receiver that notes what it handled and what it logged. */
function open(options: Partial<WebhookOptions> = {}) {
  const handled: SubscriptionEvent[] = [];
  const log: WebhookLogEntry[] = [];
  const webhooks = createWebhooks({
    secrets: [secret],
    on: {'subscription.payment_succeeded': (event) => void handled.push(event)},
    log: (entry) => log.push(entry),
    ...options,
  });
  return {webhooks, handled, log};
}

const sample = (event: Parameters<typeof webhookRequest>[1] = {}, more: object = {}) =>
  webhookRequest(url, event, {secret, ...more});

/** The same request with other headers or another body. */
async function altered(
  request: Request,
  {headers = {}, body}: {headers?: Record<string, string | null>; body?: string},
): Promise<Request> {
  const all = new Headers(request.headers);
  for (const [name, value] of Object.entries(headers)) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return new Request(url, {method: 'POST', headers: all, body: body ?? (await request.text())});
}

const codeOf = async (response: Response) => [
  response.status,
  ((await response.json()) as {code?: string}).code,
];
const onlySfpy = {'webhook-id': null, 'webhook-timestamp': null, 'webhook-signature': null};

describe("the shop's receiver of events", () => {
  it('hands a genuine event to its handler, in the words of the shop', async () => {
    const {webhooks, handled, log} = open();
    const response = await webhooks.handle(await sample({id: 'evt_1', sequence: 3, data: {attempt: 2}}));
    assert.equal(response.status, 200);
    const [event] = handled as [SubscriptionEvent];
    assert.deepEqual(
      [event.id, event.sequence, event.amount, event.attempt, event.paymentMethod.lastFour, event.scheme],
      ['evt_1', 3, '12.50', 2, '1111', 'standard'],
    );
    assert.deepEqual([log[0]!.outcome, log[0]!.id, log[0]!.attempt], ['handled', 'evt_1', 2]);
  });

  it('refuses what is altered, old, from the future, or signed by somebody else', async () => {
    const {webhooks, handled, log} = open();
    const body = await (await sample()).text();
    const cases: [string, Request][] = [
      ['webhook.signature_mismatch', await altered(await sample(), {body: body.replace('12.50', '1.50')})],
      ['webhook.headers_missing', await altered(await sample(), {headers: {'webhook-id': null}})],
      ['webhook.headers_missing', new Request(url, {method: 'POST', body})],
      ['webhook.timestamp_invalid', await altered(await sample(), {headers: {'webhook-timestamp': '1e9'}})],
      ['webhook.timestamp_out_of_tolerance', await sample({}, {at: new Date(Date.now() - 302_000)})],
      ['webhook.timestamp_out_of_tolerance', await sample({}, {at: new Date(Date.now() + 302_000)})],
      [
        'webhook.signature_mismatch',
        await webhookRequest(url, {}, {secret: `whsec_${randomBytes(32).toString('base64')}`}),
      ],
      ['webhook.signature_mismatch', await altered(await sample(), {headers: onlySfpy, body: `${body} `})],
      [
        'webhook.signature_mismatch',
        await altered(await sample(), {headers: {...onlySfpy, 'x-sfpy-signature': '0'.repeat(128)}}),
      ],
    ];
    for (const [code, request] of cases)
      assert.deepEqual(await codeOf(await webhooks.handle(request)), [401, code]);
    assert.equal(handled.length, 0);
    assert.ok(
      log.every(({outcome}) => outcome === 'refused'),
      'every failed attempt is logged (spec 6.1)',
    );
  });

  it('believes X-SFPY-SIGNATURE over the raw body, unless it is to keep to Standard Webhooks', async () => {
    const {webhooks, handled} = open();
    assert.equal((await webhooks.handle(await altered(await sample(), {headers: onlySfpy}))).status, 200);
    assert.equal(handled[0]!.scheme, 'sfpy');
    const strict = open({schemes: ['standard']});
    const stripped = await altered(await sample(), {headers: onlySfpy});
    assert.equal((await strict.webhooks.handle(stripped)).status, 401);
  });

  it('believes the older signature over data alone only when asked to, and then makes the id of what was signed', async () => {
    const older = async (type: string) => {
      const request = await sample({type});
      const text = await request.clone().text();
      const data = JSON.stringify((JSON.parse(text) as {data: unknown}).data);
      return altered(request, {
        headers: {...onlySfpy, 'x-sfpy-signature': await signBody(secret, data)},
        body: text,
      });
    };
    const type = 'subscription.payment_succeeded';
    assert.equal((await open().webhooks.handle(await older(type))).status, 401);
    const {webhooks, handled, log} = open({schemes: ['standard', 'sfpy', 'sfpy-data']});
    assert.equal((await webhooks.handle(await older(type))).status, 200);
    assert.equal((await webhooks.handle(await older('subscription.cancelled'))).status, 200);
    assert.equal(handled.length, 1);
    assert.equal(log[1]!.outcome, 'duplicate', 'another id or type around the same data is the same event');
  });

  it('knows both secrets of a rotation', async () => {
    const fresh = `whsec_${randomBytes(32).toString('base64')}`;
    const {webhooks} = open({secrets: [fresh, secret]});
    assert.equal((await webhooks.handle(await sample())).status, 200);
    assert.equal((await webhooks.handle(await webhookRequest(url, {}, {secret: fresh}))).status, 200);
  });

  it('handles an event once, whatever comes how often and at the same time', async () => {
    let finish: () => void = () => undefined;
    const busy = new Promise<void>((resolve) => (finish = resolve));
    let calls = 0;
    const {webhooks, log} = open({
      on: {
        'subscription.payment_succeeded': async () => {
          calls++;
          await busy;
        },
      },
    });
    const first = webhooks.handle(await sample({id: 'evt_1'}));
    const twin = await webhooks.handle(await sample({id: 'evt_1'}));
    assert.equal(twin.status, 409);
    assert.ok(twin.headers.get('retry-after'));
    finish();
    assert.equal((await first).status, 200);
    assert.equal((await webhooks.handle(await sample({id: 'evt_1'}))).status, 200);
    assert.equal(calls, 1);
    assert.deepEqual(
      log.map(({outcome}) => outcome),
      ['under-way', 'handled', 'duplicate'],
    );
  });

  it('answers 500 when the handler fails, so that the event comes again, and handles it then', async () => {
    let fails = true;
    const {webhooks, log} = open({
      on: {
        'subscription.payment_succeeded': () => {
          if (fails) throw new Error('the database is away');
        },
      },
    });
    assert.deepEqual(await codeOf(await webhooks.handle(await sample({id: 'evt_1'}))), [
      500,
      'webhook.handler_failed',
    ]);
    fails = false;
    assert.equal((await webhooks.handle(await sample({id: 'evt_1'}))).status, 200);
    assert.deepEqual(
      log.map(({outcome}) => outcome),
      ['failed', 'handled'],
    );
    assert.equal((log[0]!.error as Error).message, 'the database is away');
  });

  it("compares with the shop's own records: a genuine notice of one dollar pays for nothing else", async () => {
    const {webhooks, handled, log} = open({
      expect: ({subscription}) =>
        subscription === 'sub_other' ? undefined : {amount: '12.5', currency: 'USD'},
    });
    assert.equal((await webhooks.handle(await sample())).status, 200, '12.5 and 12.50 are the same');
    for (const data of [
      {amount: '1.00'},
      {amount: '125.0'},
      {currency: 'PKR'},
      {subscription: 'sub_other'},
    ]) {
      assert.deepEqual(await codeOf(await webhooks.handle(await sample({data}))), [422, 'webhook.mismatch']);
    }
    assert.equal(handled.length, 1);
    assert.deepEqual(
      log.slice(1).map(({reason}) => reason),
      ['amount', 'amount', 'currency', 'subscription-unknown'],
    );
  });

  it('takes kinds it has no handler for, and those it does not know', async () => {
    const names: string[] = [];
    const {webhooks, log} = open({on: {other: ({name}) => void names.push(name)}});
    assert.equal((await webhooks.handle(await sample({type: 'subscription.paused'}))).status, 200);
    assert.equal((await webhooks.handle(await sample({type: 'invoice.printed'}))).status, 200);
    assert.equal(log[0]!.outcome, 'ignored');
    assert.deepEqual(names, ['invoice.printed']);
  });

  it('reads the spellings of other deployments', async () => {
    const {webhooks, handled} = open();
    await webhooks.handle(await sample({type: 'subscription.payment.succeeded'}));
    assert.equal(handled[0]!.type, 'subscription.payment_succeeded');
  });

  it('refuses what is too large, unreadable, or for another merchant', async () => {
    const {webhooks} = open({publicKey: 'sec_mine'});
    const large = new Request(url, {method: 'POST', body: 'x'.repeat(300_000)});
    assert.deepEqual(await codeOf(await webhooks.handle(large)), [413, 'webhook.too_large']);
    assert.equal((await webhooks.handle(await sample({data: {subscription: 7}}))).status, 400);
    assert.equal((await webhooks.handle(await sample({publicKey: 'sec_theirs'}))).status, 401);
    assert.equal((await webhooks.handle(await sample({publicKey: 'sec_mine'}))).status, 200);
  });

  it('forgets events after eight days and not before', () => {
    let now = 0;
    const store = memoryReplayStore({now: () => now});
    const day = 24 * 3_600_000;
    void store.claim('a');
    void store.done('a');
    now = 7 * day;
    assert.equal(store.claim('a'), 'done');
    now = 9 * day;
    assert.equal(store.claim('a'), 'new');
  });

  it("is mounted with the shop's other routes; without a secret it says that it is not set up", async () => {
    const {vault} = openShop({webhooks: {secrets: [secret], log: () => undefined}});
    assert.equal(
      (await vault.handle(await sample({publicKey: 'sec_other'}))).status,
      401,
      'of another merchant',
    );
    const own = await webhookRequest(url, {publicKey: 'sec_1'}, {secret});
    assert.equal(
      (await openShop({publicKey: 'sec_1', webhooks: {secrets: [secret]}}).vault.handle(own)).status,
      200,
    );
    const bare = openShop({webhooks: {secrets: [], log: () => undefined}}).vault;
    assert.deepEqual(await codeOf(await bare.handle(await sample())), [503, 'webhook.secret_missing']);
    assert.equal((await vault.handle(new Request(url))).status, 405);
  });
});
