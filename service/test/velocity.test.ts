import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, beforeEach, describe, it} from 'node:test';
import {resolveOptions} from '../src/options.js';
import {defaultCardLimits, velocityRules} from '../src/platform/card-limits.js';
import {networkOfAddress} from '../src/domain/velocity/network-address.js';
import {transientToken} from './support/fakes.js';
import {productionOptions} from './support/production.js';
import {shop, startTestService, string, type Call, type Reply, type TestService} from './support/harness.js';

const names = {
  tracker: 'one tracker',
  card: 'one card number',
  customer: 'one customer',
  address: 'one network address',
  merchant: 'one merchant',
} as const;

void describe('velocity limits (guarantees 3.1, E5)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({
      limits: ['tracker=4', 'card=5', 'customer=3', 'address=4', 'merchant=12'],
    });
  });
  beforeEach(() => api.call('/sandbox/v1/limits', {method: 'DELETE'}));
  after(() => api.service.close());

  let made = 0;
  /** A card number that was not tried before. */
  const freshNumber = () => withCheckDigit(`41111111${String(++made).padStart(7, '0')}`);

  /** Tries a card on a new tracker. */
  async function tryCard(user: string, number = freshNumber(), call: Call = {}): Promise<Reply> {
    const opened = await api.call('/order/payments/v3/', {body: {user, currency: 'PKR'}, ...secretOf(call)});
    const tracker = string(opened.json['data']!['tracker']!['token']);
    await api.act(tracker, {origin: shop}, call);
    const payload = {payment_method: {flex: {transient_token_jwt: transientToken(tracker, number)}}};
    return api.act(tracker, payload, call);
  }
  const statuses = (replies: readonly Reply[]) => replies.map(({status}) => status).sort();

  it('are those of the documents', () => {
    const [, section = ''] = readFileSync('docs/guarantees.md', 'utf8').split('## 3.1 Velocity limits\n');
    const rows = [
      ...section.split('\n## ')[0]!.matchAll(/^\| (one [^|]+?) +\| +([\d,]+) \| ([^|]+?) +\|$/gm),
    ];
    const shown = rows.map(([, name, number, window]) => [name, Number(number!.replace(',', '')), window]);
    assert.deepEqual(
      shown,
      velocityRules.map(({kind, number, windowSeconds}) => [
        names[kind],
        number,
        windowSeconds === 3600 ? 'an hour' : "the tracker's life",
      ]),
    );
  });

  // shows: attack 4
  it('refuse a customer’s fourth card for the rest of the hour, and no other customer’s', async () => {
    const user = await api.customer();
    for (let tries = 0; tries < 3; tries++) assert.equal((await tryCard(user)).status, 200);
    await advance(20);
    const refused = await tryCard(user);
    assert.equal(refused.status, 429);
    assert.equal(refused.json['code'], 'velocity.too_many_cards');
    assert.equal(refused.headers.get('retry-after'), String(40 * 60));
    assert.equal((await tryCard(await api.customer())).status, 200);
    await advance(40);
    assert.equal((await tryCard(user)).status, 200);
  });

  it('send the merchant one event for each window', async () => {
    const user = await api.customer();
    for (let tries = 0; tries < 6; tries++) await tryCard(user);
    const rows = await api.service.database.query<{customer: string; data: {limit: string; tries: number}}>(
      "SELECT customer, data FROM events WHERE type = 'velocity.limit_reached' AND customer = $1",
      [user],
    );
    assert.deepEqual(
      rows.map(({data: {limit, tries}}) => [limit, tries]),
      [['customer', 3]],
    );
  });

  it('refuse one card that many customers try', async () => {
    const number = freshNumber();
    const replies: Reply[] = [];
    for (let tries = 0; tries < 7; tries++) replies.push(await tryCard(await api.customer(), number));
    assert.deepEqual(statuses(replies), [200, 200, 200, 200, 200, 429, 429]);
  });

  it('refuse a network address, as the merchant’s server relays it', async () => {
    const from = async (address: string) =>
      tryCard(await api.customer(), freshNumber(), {headers: {'x-sfpy-ip-address': address}});
    for (let tries = 0; tries < 4; tries++) assert.equal((await from(`2001:db8:1:2::${tries}`)).status, 200);
    assert.equal((await from('2001:db8:1:2:ffff::1')).status, 429);
    assert.equal((await from('2001:db8:1:3::1')).status, 200);
    assert.equal((await from('192.0.2.7')).status, 200);
  });

  it('do not count a refused try, so that one customer cannot use up the merchant’s limit', async () => {
    const user = await api.customer();
    for (let tries = 0; tries < 6; tries++) await tryCard(user);
    const rows = [...(await api.call('/sandbox/v1/limits')).json['data']!];
    assert.equal(rows.find((row) => String(row['limit']) === 'merchant')?.['tries'], 3);
  });

  it('hold when many tries come at once', async () => {
    const user = await api.customer();
    const replies = await Promise.all(Array.from({length: 12}, () => tryCard(user)));
    assert.deepEqual(
      statuses(replies).filter((status) => status === 200),
      [200, 200, 200],
    );
  });

  it('store no card of a refused try', async () => {
    const user = await api.customer();
    for (let tries = 0; tries < 3; tries++) await tryCard(user);
    assert.equal((await tryCard(user)).status, 429);
    const [row] = await api.service.database.query<{cards: number}>(
      'SELECT count(*)::integer AS cards FROM vault_cards WHERE id IN (SELECT card FROM trackers WHERE customer = $1)',
      [user],
    );
    assert.equal(row!.cards, 3);
  });

  it('count the cards of one tracker over its whole life', async () => {
    const tracker = await api.tracker();
    const replies: Reply[] = [];
    for (let tries = 0; tries < 6; tries++) {
      await api.call('/sandbox/v1/limits', {method: 'DELETE'});
      await api.act(tracker, {origin: shop});
      const flex = {transient_token_jwt: transientToken(tracker, freshNumber())};
      replies.push(await api.act(tracker, {payment_method: {flex}}));
    }
    assert.deepEqual(statuses(replies), [200, 200, 200, 200, 429, 429]);
    const {json, headers} = replies.at(-1)!;
    assert.equal(json['code'], 'tracker.too_many_cards');
    const {database} = api.service;
    const [life] = await database.query<{ends: Date}>(
      'SELECT expires_at AS ends FROM trackers WHERE token = $1',
      [tracker],
    );
    const {now} = (await api.call('/sandbox/v1/clock')).json['data'] as unknown as {now: string};
    const left = (life!.ends.getTime() - Date.parse(now)) / 1000;
    assert.ok(Math.abs(Number(headers.get('retry-after')) - left) < 30, headers.get('retry-after')!);
    const events = await database.query<{data: {limit: string; tries: number}}>(
      "SELECT data FROM events WHERE type = 'velocity.limit_reached' AND tracker = $1",
      [tracker],
    );
    assert.deepEqual(
      events.map(({data: {limit, tries}}) => [limit, tries]),
      [['tracker', 4]],
    );
    const limits = (await api.call('/sandbox/v1/limits')).json['data'] as unknown as readonly {
      readonly limit: string;
      readonly tries: number;
      readonly allowed: number;
    }[];
    assert.deepEqual(
      limits.filter(({limit}) => limit === 'tracker').map(({tries, allowed}) => [tries, allowed]),
      [[4, 4]],
    );
  });

  it('are shown to testers without cards or addresses, to each merchant its own', async () => {
    const user = await api.customer();
    const number = freshNumber();
    await tryCard(user, number, {headers: {'x-sfpy-ip-address': '192.0.2.9'}});
    const {json, text} = await api.call('/sandbox/v1/limits');
    const shown = [...json['data']!].map((row) => [
      row['limit'],
      row['tries'],
      row['allowed'],
      row['customer'],
    ]);
    assert.deepEqual(shown, [
      ['customer', 1, 3, user],
      ['address', 1, 4, null],
      ['card', 1, 5, null],
      ['merchant', 1, 12, null],
    ]);
    assert.ok(!text.includes('192.0.2.9') && !text.includes(number));
    const other = await api.call('/sandbox/v1/merchants', {body: {name: 'other'}});
    const secret = string(other.json['data']!['secret_key']);
    assert.deepEqual((await api.call('/sandbox/v1/limits', {secret})).json['data'], []);
    await api.call('/sandbox/v1/limits', {method: 'DELETE', secret});
    assert.equal([...(await api.call('/sandbox/v1/limits')).json['data']!].length, 4);
  });

  it('count a household of IPv6 as one address, and this machine as none', () => {
    assert.equal(networkOfAddress('2001:db8::1'), networkOfAddress('2001:0DB8:0:0:ff::2'));
    assert.notEqual(networkOfAddress('2001:db8::1'), networkOfAddress('2001:db8:0:1::1'));
    assert.equal(networkOfAddress('::ffff:192.0.2.7'), '192.0.2.7');
    for (const own of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '::', '', undefined, 'localhost'])
      assert.equal(networkOfAddress(own), undefined);
  });

  const advance = (minutes: number) =>
    api.call('/sandbox/v1/clock/advance', {body: {by: `PT${minutes}M`}}).then(({status}) => {
      assert.equal(status, 200);
    });
});

void describe('published test cards', () => {
  const published = '4000000000002503';
  const unpublished = '4000000000000010';

  /** Statuses of so many tries of one customer, each on a new tracker. */
  async function triesOf(api: TestService, number: string, count: number): Promise<readonly number[]> {
    const user = await api.customer();
    const answers: number[] = [];
    for (let tries = 0; tries < count; tries++) {
      const opened = await api.call('/order/payments/v3/', {body: {user, currency: 'PKR'}});
      const tracker = string(opened.json['data']!['tracker']!['token']);
      await api.act(tracker, {origin: shop});
      const flex = {transient_token_jwt: transientToken(tracker, number)};
      answers.push((await api.act(tracker, {payment_method: {flex}})).status);
    }
    return answers;
  }

  it('count for no limit in development, so that a suite of tests has none; other numbers do', async () => {
    const api = await startTestService({limits: []});
    const tooMany = velocityRules.find(({kind}) => kind === 'card')!.number + 2;
    try {
      assert.deepEqual(await triesOf(api, published, tooMany), Array(tooMany).fill(200));
      assert.deepEqual((await api.call('/sandbox/v1/limits')).json['data'], []);
      const others = await triesOf(api, unpublished, 32);
      assert.deepEqual(others.slice(29), [200, 429, 429]);
    } finally {
      await api.service.close();
    }
  });

  it('count for a limit that is set, so that a shop can see what its shopper would', async () => {
    const api = await startTestService({limits: ['customer=2']});
    try {
      assert.deepEqual(await triesOf(api, published, 3), [200, 200, 429]);
    } finally {
      await api.service.close();
    }
  });

  it('count for every limit in production', () => {
    const options = {...productionOptions, limits: []};
    assert.deepEqual(resolveOptions(options).settings.testCardLimits, defaultCardLimits);
  });
});

const secretOf = ({secret}: Call) => (secret === undefined ? {} : {secret});

/** Appends the Luhn check digit. */
function withCheckDigit(digits: string): string {
  const sum = [...digits].reduceRight((total, digit, index) => {
    const doubled = Number(digit) * ((digits.length - index) % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
