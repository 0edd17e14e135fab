import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {memoryTrackerStore, type TrackerStore} from '../../src/server/index.js';
import type {FakeTracker} from './support/fake-service.js';
import {
  attempted,
  complete,
  enrolled,
  inWallet,
  opened,
  openRecorded,
  record,
  tokenIn,
  type Json,
} from './support/recorded.js';
import {notSavedIn, refusalIn} from './support/shop.js';

describe('the payment method where the record names none (decision 0006)', () => {
  it('is the new card that fits, and nothing more is needed after a challenge', async () => {
    const shop = openRecorded();
    await opened(shop, {
      before: [inWallet('pm_old')],
      after: [inWallet('pm_other', {last_four: '1111'}), inWallet('pm_new')],
    });
    const response = await complete(shop);
    assert.deepEqual(((await response.json()) as Json)['payment_method'], {
      token: 'pm_new',
      brand: 'visa',
      last_four: '2701',
      expiration_month: '01',
      expiration_year: '2030',
      single_use: false,
      expired: false,
    });
  });

  it('is found again when the answer was lost, and by another process of the shop', async () => {
    const store = memoryTrackerStore();
    const shop = openRecorded({store});
    await opened(shop, {before: [inWallet('pm_old')], after: [inWallet('pm_new')]});
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    const twin = openRecorded({store, fetch: shop.service.fetch});
    assert.equal(await tokenIn(await complete(twin)), 'pm_new');
    assert.equal((await shop.vault.sweep()).checked, 0);
  });

  it('is waited for while the wallet lags', async () => {
    const shop = openRecorded();
    await opened(shop, {});
    let readings = 0;
    shop.service.before = ({path}) => {
      if (path.includes('/wallet/') && ++readings === 3) {
        shop.service.wallets.set('cus_ada', [inWallet('pm_new')]);
      }
      return undefined;
    };
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    assert.equal(readings, 3);
  });

  const contradicting: readonly Json[] = [
    {last_four: '2702'},
    {expiry_year: '2031'},
    {expiry_month: '02'},
    {scheme: 'MASTERCARD'},
    {scheme: 2},
    {scheme: undefined, card_type_code: '003'},
  ];
  for (const over of contradicting) {
    it(`is no card with ${JSON.stringify(over)}`, async () => {
      const shop = openRecorded();
      await opened(shop, {after: [inWallet('pm_new', over)]}, record({is_success: true}));
      const refusal = await refusalIn(await complete(shop));
      assert.deepEqual([refusal.status, refusal.code], [409, 'completion.failed']);
      assert.match(refusal.message, /2701.*no payment method fits.*may be saved/);
    });
  }

  const unknown: readonly Json[] = [
    {expiry_month: undefined, expiry_year: undefined},
    {expiry_month: '00', expiry_year: '0000'},
    {expiry_month: '', expiry_year: ''},
    {scheme: undefined},
    {scheme: 0},
    {scheme: 'Unbranded'},
    {scheme: 'VISA'},
    {scheme: undefined, card_type: 'VISA'},
    {expiry_month: 1, expiry_year: 30},
  ];
  for (const over of unknown) {
    it(`may be a card with ${JSON.stringify(over)}`, async () => {
      const shop = openRecorded();
      await opened(shop, {after: [inWallet('pm_new', over)]});
      assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    });
  }

  it('has the brand of its first digits where the attempt names no other', async () => {
    const shop = openRecorded();
    const card = {...attempted, scheme: 'Unbranded'};
    const after = [inWallet('pm_mc', {scheme: 'MASTERCARD'}), inWallet('pm_visa', {scheme: 'VISA'})];
    await opened(shop, {after}, record({payment_method: card}));
    assert.equal(await tokenIn(await complete(shop)), 'pm_visa');
  });

  it('is never a guess: several new ones are an error that says that the card may be saved', async () => {
    const shop = openRecorded();
    await opened(shop, {after: [inWallet('pm_1'), inWallet('pm_2')]}, record({is_success: true}));
    const refusal = await refusalIn(await complete(shop));
    assert.deepEqual([refusal.status, refusal.code], [409, 'completion.failed']);
    assert.match(refusal.message, /2 payment methods fit it.*may be saved/);
  });

  it('is the known card when it was saved before and no new one fits', async () => {
    const shop = openRecorded();
    const before = [inWallet('pm_old'), inWallet('pm_other', {last_four: '1111'})];
    await opened(shop, {before}, record({is_success: true}));
    assert.equal(await tokenIn(await complete(shop)), 'pm_old');
    const two = openRecorded();
    await opened(two, {before: [inWallet('pm_1'), inWallet('pm_2')]}, record({is_success: true}));
    assert.equal((await refusalIn(await complete(two))).code, 'completion.failed');
  });

  it('is found without the notes of the store: one card fits, or nothing is said', async () => {
    const forgetful: TrackerStore = {add: () => undefined, remove: () => undefined, list: () => []};
    const one = openRecorded({store: forgetful});
    await opened(one, {after: [inWallet('pm_new')]}, record({is_success: true}));
    assert.equal(await tokenIn(await complete(one)), 'pm_new');
    const two = openRecorded({store: forgetful});
    await opened(two, {before: [inWallet('pm_1')], after: [inWallet('pm_2')]}, record({is_success: true}));
    assert.equal((await refusalIn(await complete(two))).code, 'completion.failed');
    const silent = openRecorded({store: forgetful});
    await opened(silent, {after: [inWallet('pm_new')]});
    assert.equal(await notSavedIn(await complete(silent)), 'payment.not_completed');
  });

  it('is found when the store fails, which onError hears', async () => {
    const list = () => Promise.reject(new Error('the database is away'));
    const shop = openRecorded({store: {...memoryTrackerStore(), list}});
    await opened(shop, {after: [inWallet('pm_new')]}, record({is_success: true}));
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    assert.equal((shop.errors[0] as Error).message, 'the database is away');
  });

  it('is not looked for where the service names it', async () => {
    const shop = openRecorded();
    shop.service.features = ['names-method'];
    await opened(shop, {after: [inWallet('pm_new')]}, record({is_success: true}));
    assert.equal(await notSavedIn(await complete(shop)), 'payment.not_completed');
    assert.equal(shop.service.calls('GET', /wallet/).length, 0);
  });
});

describe('what shows that a challenge succeeded (wire 9.2)', () => {
  const known = {before: [inWallet('pm_old')]};
  const signs: readonly (readonly [string, Partial<FakeTracker>])[] = [
    ['an authorization', record({authorization: {token: 'auth_1'}})],
    ['is_success', record({is_success: true})],
    [
      'the validation among actions_performed',
      record({actions_performed: [{token: 'act_1', kind: 'PAYER_AUTH_VALIDATION'}]}),
    ],
    ['an event VALIDATION', record({}, {events: [{type: 'ENROLLMENT'}, {type: 'VALIDATION'}]})],
    ['an event AUTHORIZATION', record({}, {events: [{type: 'AUTHORIZATION'}]})],
    ['a pending AUTHORIZATION', {...record(), next: 'AUTHORIZATION', state: 'TRACKER_ENROLLED'}],
    ['a pending CAPTURE', {...record(), next: 'CAPTURE'}],
  ];
  for (const [name, at] of signs) {
    it(name, async () => {
      const shop = openRecorded();
      await opened(shop, known, at);
      assert.equal(await tokenIn(await complete(shop)), 'pm_old');
    });
  }

  const silence: readonly (readonly [string, Partial<FakeTracker>])[] = [
    ['NOOP and an ended tracker', record()],
    ['a pending validation', {...record(), next: 'PAYER_AUTH_VALIDATION', state: 'TRACKER_ENROLLED'}],
    ['an action that is not known', {...record(), next: 'DANCE'}],
    [
      'a pending authorization without a challenge',
      {...record(enrolled('FRICTIONLESS')), next: 'AUTHORIZATION'},
    ],
    [
      'is_success: false',
      record({is_success: false, authorization: null, events: null, actions_performed: null}),
    ],
  ];
  for (const [name, at] of silence) {
    it(`not ${name}: the card was known before, and nothing says that it was confirmed`, async () => {
      const shop = openRecorded();
      await opened(shop, known, at);
      assert.equal(await notSavedIn(await complete(shop)), 'payment.not_completed');
    });
  }

  for (const status of ['UNAVAILABLE', 'FAILED', 'REJECTED', 'NOT_ELIGIBLE', 'SOMETHING_NEW']) {
    it(`nothing after ${status}, whatever is new in the wallet`, async () => {
      const shop = openRecorded();
      await opened(shop, {after: [inWallet('pm_new')]}, record(enrolled(status)));
      assert.equal(await notSavedIn(await complete(shop)), 'payment.not_completed');
    });
  }

  it('nothing when the record has the bank’s no', async () => {
    const shop = openRecorded();
    const at = record({validation: {result: 'failed'}, actions_performed: [{kind: 'PAYER_AUTH_VALIDATION'}]});
    await opened(shop, {after: [inWallet('pm_new')]}, at);
    assert.equal(await notSavedIn(await complete(shop)), 'payment.not_completed');
  });
});

describe('the reversal at the recorded service', () => {
  it('is made once, though its answer was lost and the record shows none', async () => {
    const shop = openRecorded({accountVerification: false});
    await opened(
      shop,
      {after: [inWallet('pm_new')]},
      {...record({authorization: {token: 'auth_1'}}), next: 'REVERSAL'},
    );
    const tracker = shop.service.trackers.get('track_1')!;
    shop.service.before = ({method, path}) => {
      if (method !== 'POST' || path !== '/order/payments/v3/track_1') return undefined;
      Object.assign(tracker, {next: 'NOOP', reversals: tracker.reversals + 1});
      return Promise.reject(new TypeError('socket hang up'));
    };
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    assert.equal(tracker.reversals, 1);
  });

  it('is not owed with account verification, which only the shop knows of', async () => {
    const shop = openRecorded();
    const at = {...record({authorization: {token: 'auth_1'}}), next: 'CAPTURE', authorized: true};
    await opened(shop, {after: [inWallet('pm_new')]}, at);
    assert.equal(await tokenIn(await complete(shop)), 'pm_new');
    assert.equal(shop.service.trackers.get('track_1')?.reversals, 0);
  });
});
