import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {recordConsent} from '../src/domain/payment-methods/consents.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {openInMemory} from './support/database.js';
import {migrations} from '../src/start.js';
import {
  now,
  shop,
  startTestService,
  string,
  type Json,
  type Reply,
  type TestService,
} from './support/harness.js';

const consent = {text: 'The Shop may charge this card for my orders.', language: 'en'};

describe('consent to later charges, and the default card (wire 1.4, decision 0061)', () => {
  let service: TestService;
  before(async () => {
    service = await startTestService();
  });
  after(() => service.service.close());

  function enroll(tracker: string, given: unknown): Promise<Reply> {
    service.issuer.answerFor(tracker, 'frictionless');
    return service.act(tracker, {
      consent: given,
      authentication_setup: {
        success_url: `${shop}/return`,
        failure_url: `${shop}/return`,
        device_fingerprint_session_id: randomUUID(),
      },
    });
  }

  async function save(
    given?: unknown,
    user?: string,
    number?: string,
  ): Promise<{customer: string; payment: Json}> {
    const tracker = await service.tracker({is_account_verification: true, ...(user && {user})});
    await service.setUp(tracker, number);
    const reply = await enroll(tracker, given);
    assert.equal(reply.status, 200, reply.text);
    await service.authorize(tracker);
    const payment = await service.payment(tracker);
    return {customer: string(payment['customer']!['token']), payment};
  }

  const walletOf = async (customer: string) => [
    ...(await service.call(`/user/customers/v1/${customer}/wallet`)).json['data']!['wallet']!,
  ];

  it('is dated, kept with the card, and shown with the card in every list and answer', async () => {
    const {customer, payment} = await save(consent);
    const kept = {...consent, given_at: now.toISOString()};
    assert.deepEqual(payment['payment_method']!['consent'], kept);
    const [item] = await walletOf(customer);
    assert.deepEqual(item!['consent'], kept);
    const one = await service.call(`/user/customers/v1/${customer}/wallet/${string(item!['token'])}`);
    assert.deepEqual(one.json['data']!['consent'], kept);
  });

  it('stays the one that was given with the card: later words are added, and replace none', async () => {
    const {customer} = await save(consent);
    const later = {text: 'The Shop may charge this card for anything.', language: 'en'};
    const {payment} = await save(later, customer);
    const {payment: silent} = await save(undefined, customer);
    const at = now.toISOString();
    for (const {payment_method: shown} of [payment, silent]) {
      assert.equal(shown!['duplicate'], true as unknown);
      assert.deepEqual(shown!['consent'], {...consent, given_at: at});
    }
    const items = await walletOf(customer);
    assert.equal(items.length, 1);
    assert.deepEqual(items[0]!['consent'], {...consent, given_at: at});
    assert.deepEqual(items[0]!['consents'], [
      {...consent, given_at: at},
      {...later, given_at: at},
    ]);
  });

  it('of a card that was first saved without one is the first that was given later', async () => {
    const {customer} = await save();
    await save(consent, customer);
    await service.call('/sandbox/v1/clock/advance', {body: {by: 'PT1S'}});
    await save({text: 'Other words.', language: 'en'}, customer);
    const [item] = await walletOf(customer);
    assert.equal(item!['consent']!['text'], consent.text as unknown);
  });

  it('recorded by an older version stays, and is the first of the history', async () => {
    const database = await openInMemory();
    try {
      const before = migrations.filter(({name}) => name !== '0243_consent_history');
      await migrate(database, before);
      const insert = `INSERT INTO consents (tracker, wording, language, given_at) VALUES ('track_1', 'Old', 'en', $1)`;
      await database.query(insert, [now]);
      await migrate(database, migrations);
      await database.transaction((tx) => {
        recordConsent(tx, 'track_1', {text: 'New', language: 'en'}, now);
        return Promise.resolve();
      });
      const rows = await database.query('SELECT number, wording FROM consents ORDER BY number');
      assert.deepEqual(rows, [
        {number: 1, wording: 'Old'},
        {number: 2, wording: 'New'},
      ]);
    } finally {
      await database.close();
    }
  });

  it('is null for a card that was saved without one', async () => {
    const {customer, payment} = await save();
    assert.equal(payment['payment_method']!['consent'] as unknown, null);
    assert.equal((await walletOf(customer))[0]!['consent'] as unknown, null);
  });

  for (const [wrong, given] of [
    ['no text', {text: '', language: 'en'}],
    ['a text that is too long', {text: 'x'.repeat(2001), language: 'en'}],
    ['a language that is none', {text: 'Yes', language: 'English, please'}],
    ['no language', {text: 'Yes'}],
    ['something else', 'yes'],
  ] as const)
    it(`is refused by its name, and nothing is enrolled: ${wrong}`, async () => {
      const tracker = await service.tracker({is_account_verification: true});
      await service.setUp(tracker);
      const reply = await enroll(tracker, given);
      assert.equal(reply.status, 400, reply.text);
      assert.match(reply.text, /consent/);
      assert.equal((await enroll(tracker, consent)).status, 200);
    });

  it('the first card of a customer is the default and comes first, until another one is or it is taken back', async () => {
    const {customer} = await save();
    await save(undefined, customer, '4111111111111111');
    await save(undefined, customer, '5200000000002235');
    const wallet = await walletOf(customer);
    assert.deepEqual(
      wallet.map((item) => item['is_default'] as unknown),
      [true, false, false],
    );
    const [first, second, third] = wallet.map((item) => string(item['token']));
    // Cards of the same instant follow each other by their tokens.
    const age = (token?: string) =>
      wallet.find((item) => item['token'] === token)!['created_at'] as unknown as string;
    const after = (chosen: string, ...others: (string | undefined)[]) => [
      [chosen, true],
      ...others
        .sort((one, two) => (age(one) + one! < age(two) + two! ? -1 : 1))
        .map((token) => [token, false]),
    ];
    const shown = async () =>
      (await walletOf(customer)).map((item) => [item['token'], item['is_default']] as unknown);
    const change = (token: string, isDefault: unknown) =>
      service.call(`/user/customers/v1/${customer}/wallet/${token}`, {
        method: 'PUT',
        body: {is_default: isDefault},
      });

    const reply = await change(third!, true);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.json['data']!['is_default'], true as unknown);
    assert.deepEqual(await shown(), after(third!, first, second));
    await change(second!, true);
    assert.deepEqual(await shown(), after(second!, first, third));
    await change(first!, false);
    assert.deepEqual((await shown())[0], [second, true]);
    await change(second!, false);
    const none = (await walletOf(customer)).filter((item) => (item['is_default'] as unknown) !== false);
    assert.deepEqual(none, []);
  });

  it('a default card that is removed is none; another customer’s card cannot be one', async () => {
    const {customer} = await save();
    const {customer: other} = await save();
    const [{token}] = (await walletOf(customer)) as unknown as [{token: string}];
    const put = (owner: string, body: unknown) =>
      service.call(`/user/customers/v1/${owner}/wallet/${token}`, {method: 'PUT', body});
    assert.equal((await put(other, {is_default: true})).status, 404);
    assert.equal((await put(customer, {is_default: 'yes'})).status, 400);
    assert.equal((await put(customer, {is_default: true})).status, 200);
    await service.call(`/user/customers/v1/${customer}/wallet/${token}`, {method: 'DELETE'});
    assert.deepEqual(await walletOf(customer), []);
    assert.equal((await put(customer, {is_default: true})).status, 404);
    await save(undefined, customer, '5200000000002235');
    assert.equal((await walletOf(customer))[0]!['is_default'], true as unknown);
  });
});
