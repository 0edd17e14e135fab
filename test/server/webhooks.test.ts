import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {signBody, signWebhook} from '../../src/protocol/index.js';
import {
  createWebhooks,
  type ErrorOccurredEvent,
  type OtherEvent,
  type PaymentEvent,
  type CardLimitReachedEvent,
  type OriginEvent,
  type PaymentMethodExpiringEvent,
  type PaymentMethodSavedEvent,
  type ReplayStore,
  type SubscriptionEvent,
  type WebhookLogEntry,
  type WebhookOptions,
  memoryReplayStore,
} from '../../src/server/index.js';
import {webhookRequest} from '../../src/testing/index.js';
import {openShop} from './support/shop.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const plainSecret = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const url = 'http://shop.test/card-vault/webhooks';

/** A receiver that notes what it handled and what it logged. */
function open(options: Partial<WebhookOptions> = {}) {
  const handled: SubscriptionEvent[] = [];
  const log: WebhookLogEntry[] = [];
  const webhooks = createWebhooks({
    scheme: 'standard',
    secrets: [secret],
    on: {'subscription.payment_succeeded': (event) => void handled.push(event)},
    log: (entry) => log.push(entry),
    ...options,
  });
  return {webhooks, handled, log};
}

/** A store as a database would be: a restarted receiver finds what the first one wrote. */
const durableStore = (): ReplayStore => ({...memoryReplayStore(), durable: true});

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
    const next = '2027-03-02T10:00:00.000Z';
    const data = {attempt: 2, next_charge_at: next};
    const response = await webhooks.handle(await sample({id: 'evt_1', sequence: 3, data}));
    assert.equal(response.status, 200);
    const [event] = handled as [SubscriptionEvent];
    assert.deepEqual(
      [event.id, event.sequence, event.amount, event.attempt, event.paymentMethod.lastFour, event.scheme],
      ['evt_1', 3, '12.50', 2, '1111', 'standard'],
    );
    assert.equal(event.nextChargeAt, next);
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
      ['webhook.timestamp_out_of_tolerance', await sample({}, {at: new Date(Date.now() + 360_000)})],
      [
        'webhook.signature_mismatch',
        await webhookRequest(url, {}, {secret: `whsec_${randomBytes(32).toString('base64')}`}),
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

  it('with scheme sfpy verifies X-SFPY-SIGNATURE over the raw body, under a plain hexadecimal secret', async () => {
    const {webhooks, handled} = open({scheme: 'sfpy', secrets: [plainSecret]});
    const signed = () => webhookRequest(url, {}, {secret: plainSecret, scheme: 'sfpy'});
    assert.equal((await webhooks.handle(await signed())).status, 200);
    assert.equal(handled[0]!.scheme, 'sfpy');
    const body = (await (await signed()).text()).replace('12.50', '1.50');
    assert.deepEqual(await codeOf(await webhooks.handle(await altered(await signed(), {body}))), [
      401,
      'webhook.signature_mismatch',
    ]);
  });

  // shows: attack 5
  it('falls back from no scheme to another', async () => {
    const onlyBody = await altered(await sample(), {headers: onlySfpy});
    assert.deepEqual(await codeOf(await open().webhooks.handle(onlyBody)), [401, 'webhook.headers_missing']);
    const over = async (scheme: 'sfpy' | 'sfpy-data', signed: 'sfpy' | 'sfpy-data') => {
      const {webhooks} = open({scheme, secrets: [plainSecret], store: durableStore()});
      const request = await webhookRequest(url, {}, {secret: plainSecret, scheme: signed});
      return (await webhooks.handle(request)).status;
    };
    assert.deepEqual(
      [
        await over('sfpy', 'sfpy-data'),
        await over('sfpy-data', 'sfpy'),
        await over('sfpy-data', 'sfpy-data'),
      ],
      [401, 401, 200],
    );
    const {webhooks} = open({scheme: 'sfpy', secrets: [plainSecret]});
    assert.deepEqual(
      await codeOf(
        await webhooks.handle(await altered(await sample(), {headers: {'x-sfpy-signature': null}})),
      ),
      [401, 'webhook.headers_missing'],
    );
  });

  it('with scheme sfpy-data makes the id of what was signed', async () => {
    const {webhooks, handled, log} = open({
      scheme: 'sfpy-data',
      secrets: [plainSecret],
      store: durableStore(),
    });
    const older = (type: string) => webhookRequest(url, {type}, {secret: plainSecret, scheme: 'sfpy-data'});
    assert.equal((await webhooks.handle(await older('subscription.payment_succeeded'))).status, 200);
    assert.equal((await webhooks.handle(await older('subscription.cancelled'))).status, 200);
    assert.equal(handled.length, 1);
    assert.equal(log[1]!.outcome, 'duplicate', 'another id or type around the same data is the same event');
  });

  it('does not start without a scheme, or with a secret that the scheme cannot use', () => {
    const cases: readonly (readonly [unknown, unknown, RegExp])[] = [
      [undefined, [secret], /webhooks\.scheme must be "standard", "sfpy" or "sfpy-data"/],
      ['Standard', [secret], /webhooks\.scheme must be/],
      ['standard', [plainSecret], /secrets\[0\] does not begin with whsec_.*set scheme to "sfpy"/],
      ['sfpy', [plainSecret, secret], /secrets\[1\] begins with whsec_.*set scheme to "standard"/],
      ['sfpy-data', [secret], /secrets\[0\] begins with whsec_/],
      ['standard', ['whsec_c2hvcnQ='], /secrets\[0\] is not whsec_ and 24 to 64 bytes in base64/],
      ['sfpy', [`${plainSecret}\n`], /secrets\[0\] contains white space/],
      ['sfpy', [undefined], /secrets\[0\] is missing/],
      ['sfpy', plainSecret, /secrets must be a list/],
    ];
    for (const [scheme, secrets, message] of cases) {
      const start = () => open({scheme, secrets} as Partial<WebhookOptions>);
      assert.throws(start, {name: 'CardVaultError', code: 'configuration-missing', message});
      const names = new RegExp(`${plainSecret}|${secret.slice(6)}`);
      assert.throws(start, (error: Error) => !names.test(error.message), 'the secret is not in the sentence');
    }
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

  it('plays a sample of the facts that a test names, and refuses one that no receiver would find', async () => {
    const {webhooks, handled} = open();
    await webhooks.handle(await sample({data: {period_end: '2027-03-31T00:00:00.000Z'}}));
    assert.equal(handled[0]!.periodEnd, '2027-03-31T00:00:00.000Z');
    const beside = {type: 'subscription.cancelled', customer: 'cus_1', periodEnd: ''};
    await assert.rejects(sample(beside), {name: 'TypeError', message: /\{data: \{customer, period_end\}\}/});
    await assert.rejects(sample({data: {lastFour: '1111'}}), /\{data: \{last_four\}\}/);
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
    const types: string[] = [];
    const on = {'subscription.cancelled': ({type}: SubscriptionEvent) => void types.push(type)};
    await open({on}).webhooks.handle(await sample({type: 'subscription.canceled'}));
    assert.deepEqual(types, ['subscription.cancelled']);
  });

  it('reads events of saved cards: saved, saved again, about to expire (decision 0062)', async () => {
    const saved: PaymentMethodSavedEvent[] = [];
    const expiring: PaymentMethodExpiringEvent[] = [];
    const on = {
      'payment_method.saved': (event: PaymentMethodSavedEvent) => void saved.push(event),
      'payment_method.expiring': (event: PaymentMethodExpiringEvent) => void expiring.push(event),
    };
    const {webhooks} = open({on});
    const card = {brand: 'visa', last_four: '1111', expiration_month: '01', expiration_year: '2030'};
    const data = {payment_method: 'pm_1', customer: 'cus_1', tracker: 'track_1', ...card};
    await webhooks.handle(await sample({type: 'payment_method.saved', data}));
    await webhooks.handle(await sample({type: 'payment_method.saved', data: {...data, duplicate: true}}));
    const expires = {...data, expires_at: '2030-02-01T00:00:00.000Z'};
    await webhooks.handle(await sample({type: 'payment_method.expiring', data: expires}));
    assert.deepEqual(
      saved.map(({paymentMethod, duplicate}) => [paymentMethod, duplicate]),
      [
        ['pm_1', false],
        ['pm_1', true],
      ],
    );
    const [event] = expiring;
    assert.deepEqual(
      [event!.paymentMethod, event!.customer, event!.expirationMonth, event!.expirationYear],
      ['pm_1', 'cus_1', '01', '2030'],
    );
    assert.equal(event!.expiresAt?.toISOString(), '2030-02-01T00:00:00.000Z');
  });

  it('reads events that a shop watches: a limit on cards that is reached, its list of origins', async () => {
    const seen: unknown[] = [];
    const watch = (event: CardLimitReachedEvent | OriginEvent): void => void seen.push(event);
    const on = {'velocity.limit_reached': watch, 'origin.added': watch, 'origin.removed': watch};
    const {webhooks} = open({on});
    const times = {since: '2030-02-01T10:00:00.000Z', until: '2030-02-01T11:00:00.000Z'};
    const data = {limit: 'customer', tries: 10, customer: 'cus_1', tracker: 'track_1', ...times};
    await webhooks.handle(await sample({type: 'velocity.limit_reached', data}));
    for (const type of ['origin.added', 'origin.removed'])
      await webhooks.handle(await sample({type, data: {origin: 'https://shop.example'}}));
    const [limit, added, removed] = seen as [CardLimitReachedEvent, OriginEvent, OriginEvent];
    assert.deepEqual(
      [limit.limit, limit.tries, limit.customer, limit.tracker],
      ['customer', 10, 'cus_1', 'track_1'],
    );
    assert.deepEqual([limit.since?.toISOString(), limit.until?.toISOString()], [times.since, times.until]);
    assert.deepEqual([added.type, removed.type], ['origin.added', 'origin.removed']);
    assert.equal(added.origin, 'https://shop.example');
  });

  it('reads events of payments, and errors of the service (wire 1.11)', async () => {
    const events: (PaymentEvent | ErrorOccurredEvent)[] = [];
    const note = (event: PaymentEvent | ErrorOccurredEvent) => void events.push(event);
    const on = {
      ...{'payment.succeeded': note, 'payment.failed': note, 'payment.refunded': note},
      ...{'void.succeeded': note, 'error.occurred': note},
    };
    const {webhooks} = open({on});
    const data = {
      ...{tracker: 'track_1', state: 'TRACKER_ENDED', amount: 5000, currency: 'PKR'},
      ...{charge: undefined, subscription: undefined},
    };
    const failed = {...data, message: 'Insufficient funds', category: 'PAYMENT_METHOD_ERROR'};
    await webhooks.handle(await sample({type: 'payment.succeeded', data}));
    await webhooks.handle(await sample({type: 'payment.failed', data: failed}));
    await webhooks.handle(await sample({type: 'error.occurred', data: {message: 'No connection'}}));
    const [paid, refused, error] = events as [PaymentEvent, PaymentEvent, ErrorOccurredEvent];
    assert.deepEqual([paid.tracker, paid.amount, paid.currency], ['track_1', 5000, 'PKR']);
    assert.deepEqual([refused.type, refused.failure], ['payment.failed', 'Insufficient funds']);
    assert.deepEqual([error.message, error.tracker], ['No connection', undefined]);
    assert.equal(refused.data['category'], 'PAYMENT_METHOD_ERROR');
    assert.deepEqual([paid.orderId, paid.metadata, paid.charge], [undefined, {}, undefined]);

    events.length = 0;
    const metadata = {order_id: '1042', channel: 'web'};
    await webhooks.handle(await sample({type: 'payment.succeeded', data: {...data, metadata}}));
    const named = {...data, metadata, order_id: 'Order-7'};
    await webhooks.handle(await sample({type: 'void.succeeded', data: named}));
    await webhooks.handle(
      await sample({type: 'payment.failed', data: {...data, metadata: [1], order_id: null}}),
    );
    const charge = {charge: 'ch_1', subscription: 'sub_1', amount: 500, currency: 'PKR', state: 'paid'};
    await webhooks.handle(await sample({type: 'payment.refunded', data: {tracker: null, ...charge}}));
    assert.deepEqual(
      (events as PaymentEvent[]).map((event) => [event.tracker, event.orderId, event.metadata]),
      [
        ['track_1', '1042', metadata],
        ['track_1', 'Order-7', metadata],
        ['track_1', undefined, {}],
        ['', undefined, {}],
      ],
    );
    const refund = events.at(-1) as PaymentEvent;
    assert.deepEqual([refund.charge, refund.subscription, refund.amount], ['ch_1', 'sub_1', 500]);
  });

  it('hands on as other, with 200, what it cannot read under a type that it knows', async () => {
    const others: OtherEvent[] = [];
    const {webhooks, handled, log} = open({
      scheme: 'sfpy',
      secrets: [plainSecret],
      store: durableStore(),
      on: {other: (event) => void others.push(event)},
      expect: () => assert.fail('there is nothing to compare'),
    });
    const post = async (body: unknown) => {
      const text = JSON.stringify(body);
      const headers = {'x-sfpy-signature': await signBody(plainSecret, text)};
      return (await webhooks.handle(new Request(url, {method: 'POST', headers, body: text}))).status;
    };
    const bodies: readonly Record<string, unknown>[] = [
      {token: 'evt_1', type: 'subscription.payment.succeeded', data: {token: 'sub_1', plan_id: 'plan_1'}},
      {type: 'payment.refunded', data: null},
      {type: 'void.succeeded', data: [1], created_at: {seconds: 'soon'}},
      {type: 'error.occurred'},
      {event: 'no type at all'},
      {type: {name: 'payment.failed'}, data: {}},
    ];
    for (const body of bodies) assert.equal(await post(body), 200);
    assert.deepEqual(
      others.map(({name}) => name),
      ['subscription.payment.succeeded', 'payment.refunded', 'void.succeeded', 'error.occurred', '', ''],
    );
    assert.deepEqual(
      others.map(({body}) => body),
      bodies,
    );
    assert.equal(others[0]!.id, 'evt_1');
    assert.match(others[0]!.unread ?? '', /\/data\/subscription should be a text/);
    assert.equal(others[4]!.unread, undefined);
    assert.equal(handled.length, 0);
    assert.equal(await post(bodies[1]), 200);
    assert.equal(log.at(-1)!.outcome, 'duplicate', 'a message without a token is known by what it says');
  });

  it('refuses what is too large, unreadable, or for another merchant', async () => {
    const {webhooks} = open({publicKey: 'sec_mine'});
    const large = new Request(url, {method: 'POST', body: 'x'.repeat(300_000)});
    assert.deepEqual(await codeOf(await webhooks.handle(large)), [413, 'webhook.too_large']);
    const list = '[1]';
    const at = Math.floor(Date.now() / 1000);
    const signature = await signWebhook(secret, {id: 'evt_1', timestamp: at, body: list});
    const headers = {'webhook-id': 'evt_1', 'webhook-timestamp': String(at), 'webhook-signature': signature};
    const unreadable = new Request(url, {method: 'POST', headers, body: list});
    assert.deepEqual(await codeOf(await webhooks.handle(unreadable)), [400, 'webhook.unreadable']);
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
    const {vault} = openShop({webhooks: {scheme: 'standard', secrets: [secret], log: () => undefined}});
    assert.equal(
      (await vault.handle(await sample({publicKey: 'sec_other'}))).status,
      401,
      'of another merchant',
    );
    const own = await webhookRequest(url, {publicKey: 'sec_1'}, {secret});
    assert.equal(
      (
        await openShop({publicKey: 'sec_1', webhooks: {scheme: 'standard', secrets: [secret]}}).vault.handle(
          own,
        )
      ).status,
      200,
    );
    const bare = openShop({webhooks: {scheme: 'standard', secrets: [], log: () => undefined}}).vault;
    assert.deepEqual(await codeOf(await bare.handle(await sample())), [503, 'webhook.secret_missing']);
    assert.equal((await vault.handle(new Request(url))).status, 405);
  });
});
