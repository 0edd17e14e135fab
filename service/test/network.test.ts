import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {decliningCards} from '../src/simulators/network/declines.js';
import {isHard} from '../src/domain/ports/declines.js';
import {
  createSimulatedNetwork,
  networkMigrations,
  type SimulatedNetwork,
} from '../src/simulators/network/simulated.js';
import type {Database} from '../src/platform/storage/database.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {openTestDatabase} from './support/database.js';
import {now, startTestService} from './support/harness.js';
import {productionOptions} from './support/production.js';

const card = {
  number: '4000000000002701',
  expirationMonth: '01',
  expirationYear: '2030',
  brand: 'visa',
} as const;

describe('the simulated network’s ledger', () => {
  let database: Database;
  let network: SimulatedNetwork;
  before(async () => {
    database = await openTestDatabase();
    await migrate(database, networkMigrations);
    network = createSimulatedNetwork({
      database,
      clock: {now: () => now},
      fingerprint: (number) => `card ${number.slice(-4)}`,
    });
  });
  after(() => database.close());

  const hold = (attempt: string, tracker = attempt, amount = 500) =>
    network.authorize({attempt, tracker, card, amount, currency: 'PKR', capture: false});

  it('an attempt has one effect, however often and concurrently it is sent', async () => {
    const results = await Promise.all(Array.from({length: 8}, () => hold('a')));
    assert.equal(new Set(results.map(({id}) => id)).size, 1);
    assert.equal((await network.ledger('a')).length, 1);
  });

  it('declines test cards for their reason, and repeats answer the same', async () => {
    const approvals: Record<string, readonly boolean[]> = {
      always: [false, false, false, false],
      charges: [true, false, false, false],
      renewals: [true, true, true, false],
    };
    for (const {number, decline, occasion} of decliningCards) {
      const base = {tracker: number, card: {...card, number}, amount: 0, currency: 'PKR'};
      const requests = [
        {...base, attempt: `${number}:save`, capture: false},
        {...base, attempt: `${number}:payment`, capture: false, purchase: true},
        {...base, attempt: `${number}:first`, capture: true},
        {...base, attempt: `${number}:again`, capture: true, renewal: true},
      ];
      const answers = await Promise.all(requests.map((request) => network.authorize(request)));
      assert.deepEqual(await Promise.all(requests.map((request) => network.authorize(request))), answers);
      assert.deepEqual(
        answers.map(({approved}) => approved),
        approvals[occasion],
        number,
      );
      for (const answer of answers) assert.equal(answer.decline, answer.approved ? undefined : decline);
      const taken = (await network.ledger(number)).filter(({kind}) => kind === 'capture');
      assert.equal(taken.length, answers.filter((answer) => answer.capture !== undefined).length);
    }
  });

  it('a card is declined on demand until that is switched off, and its number is not stored', async () => {
    const charge = (attempt: string) =>
      network.authorize({attempt, tracker: 'f', card, amount: 1, currency: 'PKR', capture: true});
    await network.declineCard(card.number, 'account_closed');
    assert.equal((await charge('f1')).decline, 'account_closed');
    assert.equal(isHard('account_closed'), true);
    await network.declineCard(card.number, 'insufficient_funds');
    assert.equal((await charge('f2')).decline, 'insufficient_funds');
    assert.equal(isHard('insufficient_funds'), false);
    const rows = await database.query<{card: string}>('SELECT card FROM network_declined_cards');
    assert.deepEqual(rows, [{card: 'card 2701'}]);
    await network.declineCard(card.number, null);
    assert.equal((await charge('f3')).approved, true);
    assert.equal((await charge('f1')).approved, false, 'an attempt has one answer');
  });

  it('a hold whose reply was lost is reversed; an attempt that arrives later is refused', async () => {
    const request = {tracker: 'g', card, amount: 700, currency: 'PKR', capture: true};
    await network.authorize({...request, attempt: 'g1'});
    assert.match((await network.cancel({attempt: 'g1', tracker: 'g'})).reversal ?? '', /^void_/);
    await network.cancel({attempt: 'g2', tracker: 'g'});
    assert.equal((await network.authorize({...request, attempt: 'g2'})).approved, false);
    assert.deepEqual(
      (await network.ledger('g')).map(({kind, approved}) => [kind, approved]),
      [
        ['authorization', true],
        ['capture', true],
        ['void', true],
        ['authorization', false],
      ],
    );
  });

  it('a reversal releases exactly the held amount, once', async () => {
    const {id} = await hold('c');
    const reverse = (attempt: string) => network.reverse({attempt, tracker: 'c', authorization: id});
    const first = await reverse('c:reversal');
    assert.equal(first.approved, true);
    assert.deepEqual(await reverse('c:reversal'), first);
    assert.equal((await reverse('c:another')).approved, false);
    const approved = (await network.ledger('c')).filter((entry) => entry.approved);
    assert.deepEqual(
      approved.map(({kind, amount, currency, authorization}) => [kind, amount, currency, authorization]),
      [
        ['authorization', 500, 'PKR', id],
        ['reversal', 500, 'PKR', id],
      ],
    );
  });

  it('captured, declined or unknown amounts are not reversed', async () => {
    const request = {attempt: 'd', tracker: 'd', card, amount: 900, currency: 'PKR', capture: true};
    const captured = await network.authorize(request);
    for (const authorization of [captured.id, 'auth_unknown']) {
      const attempt = `d:${authorization}`;
      assert.equal((await network.reverse({attempt, tracker: 'd', authorization})).approved, false);
    }
    assert.deepEqual(
      (await network.ledger('d')).filter(({approved}) => approved).map(({kind}) => kind),
      ['authorization', 'capture'],
    );
  });

  it('amounts are integers and instants ISO text', async () => {
    const [entry] = await network.ledger('a');
    assert.deepEqual(
      {...entry!, id: '', authorization: ''},
      {
        id: '',
        tracker: 'a',
        kind: 'authorization',
        amount: 500,
        currency: 'PKR',
        authorization: '',
        approved: true,
        decline: null,
        at: now.toISOString(),
      },
    );
  });
});

describe('sandbox routes', () => {
  it('show and move the clock, forward only', async () => {
    const api = await startTestService();
    try {
      const clock = await api.call('/sandbox/v1/clock');
      assert.equal(clock.json['data']!['now'], now.toISOString());
      const to = '2027-01-31T00:00:00.000Z';
      const moved = await api.call('/sandbox/v1/clock/advance', {body: {to}});
      assert.equal(moved.json['data']!['now'], to);
      assert.equal(api.service.clock.now().toISOString(), to);
      const back = await api.call('/sandbox/v1/clock/advance', {body: {to: now.toISOString()}});
      assert.equal(back.status, 409);
      assert.equal(back.json['code'], 'clock.past');
      assert.equal((await api.call('/sandbox/v1/clock/advance', {body: {to: 'soon'}})).status, 400);
    } finally {
      await api.service.close();
    }
  });

  it('do not exist in production', async () => {
    const api = await startTestService(productionOptions);
    try {
      assert.equal((await api.call('/sandbox/v1/ledger')).status, 404);
      assert.equal((await api.call('/sandbox/v1/clock')).status, 404);
      const tracker = await api.tracker();
      const plain = await api.act(tracker, {origin: 'http://localhost:5173'});
      assert.equal(plain.json['code'], 'origin_invalid');
    } finally {
      await api.service.close();
    }
  });
});
