import assert from 'node:assert/strict';
import {after, afterEach, before, beforeEach, describe, it, mock} from 'node:test';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {MovableClock} from '../src/platform/clock/movable.js';
import {silentLogger} from '../src/platform/http/log.js';
import {createSimulatedNetwork} from '../src/simulators/network/simulated.js';
import {Worker} from '../src/platform/worker/worker.js';
import {startTestService, type TestService} from './support/harness.js';

const hourMs = 3_600_000;

describe('holds without a reversal (guarantees 4.3; V6)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const later = (milliseconds: number) => new Date(api.service.clock.now().getTime() + milliseconds);
  /** Advances the clock over HTTP. Resolves when all due work has run. */
  const advance = async (milliseconds: number) => {
    const reply = await api.call('/sandbox/v1/clock/advance', {
      body: {to: later(milliseconds).toISOString()},
    });
    assert.equal(reply.status, 200, reply.text);
  };
  const kinds = async (tracker: string) =>
    (await api.ledger(tracker)).map(({kind, approved}) => `${kind}${approved ? '' : ' refused'}`);
  const debts = (tracker: string) =>
    api.service.database.query('SELECT * FROM owed_reversals WHERE tracker = $1 AND settled_at IS NULL', [
      tracker,
    ]);

  /** Creates a tracker whose next action is the authorization of its small amount. */
  async function enrolled(): Promise<string> {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker);
    return tracker;
  }

  it('a closed tab: the hold is reversed in time, once, and the tracker shows it', async () => {
    const tracker = await enrolled();
    assert.equal((await api.authorize(tracker)).status, 200);
    await advance(10 * 60_000);
    assert.deepEqual(await kinds(tracker), ['authorization'], 'not before it is due');
    await advance(hourMs);
    await advance(hourMs);
    assert.deepEqual(await kinds(tracker), ['authorization', 'reversal']);
    assert.deepEqual(await debts(tracker), []);
    const payment = await api.payment(tracker);
    assert.equal(payment['state'], 'TRACKER_ENDED');
    assert.ok(payment['payment_method'], 'the saved card stays');
    assert.ok(payment['attempts']![0]!['reversal']);
  });

  it('a reversal that the shop requests in time is the only one', async () => {
    const tracker = await enrolled();
    await api.authorize(tracker);
    assert.equal((await api.call(`/order/payments/v3/${tracker}/reversal`, {body: {}})).status, 200);
    await advance(2 * hourMs);
    assert.deepEqual(await kinds(tracker), ['authorization', 'reversal']);
  });

  it('a hold whose reply was lost is reversed, and its tracker ends', async () => {
    const tracker = await enrolled();
    const {database, clock} = api.service;
    await owe(tracker);
    await createSimulatedNetwork({database, clock}).authorize(attemptOf(tracker));
    await advance(2 * hourMs);
    assert.deepEqual(await kinds(tracker), ['authorization', 'reversal']);
    assert.deepEqual(await debts(tracker), []);
    assert.equal((await api.authorize(tracker)).status, 409);
  });

  it('an authorization that arrives after the time limit is refused', async () => {
    const tracker = await enrolled();
    const {database, clock} = api.service;
    await owe(tracker);
    await advance(2 * hourMs);
    const late = await createSimulatedNetwork({database, clock}).authorize(attemptOf(tracker));
    assert.equal(late.approved, false);
    assert.deepEqual(await kinds(tracker), ['authorization refused']);
    assert.deepEqual(await debts(tracker), []);
  });

  it('calls to an unavailable network are retried at growing intervals without delaying other work', async () => {
    const stuck = await enrolled();
    const fine = await enrolled();
    await api.authorize(stuck);
    await api.authorize(fine);
    const {database} = api.service;
    await database.query(`UPDATE network_ledger SET approved = false WHERE tracker = $1`, [stuck]);
    await advance(hourMs);
    assert.deepEqual(await kinds(fine), ['authorization', 'reversal']);
    const [row] = await database.query<{tries: number; claim: string | null}>(
      'SELECT tries, claim FROM owed_reversals WHERE tracker = $1',
      [stuck],
    );
    // For half an hour the reversal is retried: every second at first, every five minutes at the end.
    assert.ok(row!.tries > 5 && row!.tries < 20, `${row!.tries} tries`);
    assert.equal(row!.claim, null);
    // The network repeats the refusal for the same attempt, so the test corrects the ledger, as a network
    // would.
    await database.query(`DELETE FROM network_ledger WHERE tracker = $1 AND kind = 'reversal'`, [stuck]);
    await database.query(`UPDATE network_ledger SET approved = true WHERE tracker = $1`, [stuck]);
    await advance(hourMs);
    assert.deepEqual(await kinds(stuck), ['authorization', 'reversal']);
  });

  /** Creates the state of a process that ended after it recorded the duty and before the network answered. */
  function owe(tracker: string): Promise<unknown> {
    return api.service.database.query(
      `INSERT INTO owed_reversals (tracker, attempt, amount, currency, due_at, created_at) VALUES ($1, $2, 100, 'PKR', $3, $4)`,
      [tracker, `${tracker}:authorization`, later(30 * 60_000), api.service.clock.now()],
    );
  }

  const attemptOf = (tracker: string) => ({
    attempt: `${tracker}:authorization`,
    tracker,
    card: {number: '4111111111111111', expirationMonth: '01', expirationYear: '2030', brand: 'visa' as const},
    amount: 100,
    currency: 'PKR',
    capture: false,
  });
});

describe('a moved clock (V20)', () => {
  it('is the same clock after a restart, and in another process on the same database', async () => {
    const clock = new MovableClock({now: () => new Date(0)});
    clock.adoptOffset(5000);
    clock.adoptOffset(1000);
    assert.equal(clock.offsetMs, 5000, 'never back');
    const order: string[] = [];
    clock.onAdvance(async () => void order.push('first'));
    clock.onAdvance(async () => void order.push('second'));
    clock.advanceTo(new Date(6000));
    clock.advanceTo(new Date(7000));
    await clock.listenersDone();
    assert.deepEqual(order, ['first', 'second', 'first', 'second']);
  });
});

describe('the worker', () => {
  const work = (run: () => Promise<number>) => {
    const seen = {runs: 0, released: 0};
    return {
      seen,
      kind: {
        name: 'test',
        run: () => (seen.runs++, run()),
        isDue: () => Promise.resolve(false),
        nextDue: () => Promise.resolve(undefined),
        release: async () => void seen.released++,
      },
    };
  };
  const workerOf = (kinds: readonly ReturnType<typeof work>[], doesWork = true) =>
    new Worker({
      work: kinds.map(({kind}) => kind),
      doesWork,
      beforePass: () => Promise.resolve(),
      logger: silentLogger,
    });

  it('runs until nothing is due, also when one kind of work creates another', async () => {
    let left = 3;
    const broken = work(() => Promise.reject(new Error('out')));
    const good = work(() => Promise.resolve(left > 0 ? left-- : 0));
    const worker = workerOf([broken, good]);
    await worker.runDue();
    assert.equal(good.seen.runs, 4);
    assert.equal(broken.seen.runs, 1);
  });

  it('starting twice starts once; stopping twice stops once and releases leases', async () => {
    const kind = work(() => Promise.resolve(0));
    const worker = workerOf([kind]);
    worker.start();
    worker.start();
    await Promise.all([worker.stop(), worker.runDue()]);
    const {runs} = kind.seen;
    await worker.runDue();
    assert.equal(kind.seen.runs, runs, 'nothing new is taken');
    assert.equal(kind.seen.released, 1);
  });

  describe('between passes', () => {
    let [isDue, isHalfDone, dueInMs] = [false, false, Infinity];
    let announceWrite: () => void;
    let whileAsking = () => {};
    let passes = 0;
    let worker: Worker;
    const clock = {now: () => new Date(0)};
    beforeEach(() => {
      mock.timers.enable({apis: ['setTimeout']});
      [isDue, isHalfDone, dueInMs, passes, whileAsking] = [false, false, Infinity, 0, () => {}];
      worker = new Worker({
        work: [
          {
            ...work(() => Promise.resolve(0)).kind,
            isDue: () => Promise.resolve(isDue).finally(whileAsking),
            isHalfDone: () => isHalfDone,
            nextDue: () => Promise.resolve(dueInMs === Infinity ? undefined : new Date(dueInMs)),
          },
        ],
        doesWork: true,
        beforePass: () => Promise.resolve(void passes++),
        sleep: {clock, onWrite: (listener) => (announceWrite = listener)},
        logger: silentLogger,
      });
      worker.start();
    });
    afterEach(async () => {
      await worker.stop();
      mock.timers.reset();
    });

    /** Lets time pass, second by second, and returns how many passes that made. */
    const passesIn = async (seconds: number) => {
      const before = passes;
      for (let second = 0; second < seconds; second++) {
        mock.timers.tick(1000);
        for (let turn = 0; turn < 20; turn++) await nextTurn();
      }
      return passes - before;
    };

    it('it sleeps while nothing is due and nothing is written, and then looks rarely', async () => {
      await passesIn(2);
      assert.equal(await passesIn(60), 4);
    });

    it('it wakes when something is written, and stays awake while more is', async () => {
      await passesIn(4);
      for (let second = 0; second < 5; second++) {
        announceWrite();
        assert.equal(await passesIn(1), 1);
      }
    });

    it('it is awake when the next work falls due', async () => {
      dueInMs = 7000;
      await passesIn(2);
      assert.equal(await passesIn(6), 0);
      assert.equal(await passesIn(1), 1);
    });

    it('it stays awake while due work is left, such as a slow receiver’s', async () => {
      isDue = true;
      assert.equal(await passesIn(5), 5);
    });

    it('it stays awake while work is half done, such as sealing under a new key', async () => {
      isHalfDone = true;
      assert.equal(await passesIn(5), 5);
    });

    it('a write is not lost that happens after the pass, while the worker asks what is due', async () => {
      whileAsking = () => announceWrite();
      await passesIn(1);
      assert.equal(await passesIn(5), 5);
    });
  });

  it('does not run in a process that only answers requests', async () => {
    const kind = work(() => Promise.resolve(0));
    const worker = workerOf([kind], false);
    await worker.runDue();
    await worker.finishDueWork();
    await worker.stop();
    assert.deepEqual(kind.seen, {runs: 0, released: 0});
  });
});
