// Further: several processes on one PostgreSQL; one process: `service/test/cli.test.ts`.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {setTimeout as pause} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import pg from 'pg';
import {developmentKeys} from '../src/options.js';
import {postgresMissing, sharedCluster} from './support/engine.js';
import {TestProcess} from './support/process.js';
import {ask, data, rawHold, type Answer, type Running} from './support/raw.js';

const hourMs = 3_600_000;

/** `card-vault-service` in a process of its own, on the shared database. */
class Member implements Running {
  /** All that were started, so that none outlives a test that fails. */
  static readonly started: Member[] = [];
  readonly process: TestProcess;
  readonly keys = developmentKeys;
  readonly urls = {api: ''};

  constructor(database: string, role: 'api' | 'worker') {
    const args = ['--json', '--role', role, '--database', database, '--allow-raw'];
    const ports = role === 'api' ? ['--port', '0', '--fields-port', '0', '--issuer-port', '0'] : [];
    this.process = new TestProcess('service/dist/cli.js', [...args, ...ports]);
    Member.started.push(this);
  }

  async ready(): Promise<this> {
    const line = JSON.parse(await this.process.firstLine()) as {api?: string; health?: string};
    this.urls.api = (line.api ?? line.health)!;
    return this;
  }
}

/** Repeats a call until its answer fits. If it never does, the time limit of the test ends it. */
async function until(run: () => Promise<Answer>, fits: (answer: Answer) => boolean): Promise<Answer> {
  for (;;) {
    const answer = await run();
    if (fits(answer)) return answer;
    await pause(50);
  }
}

describe('several processes on one PostgreSQL', {skip: postgresMissing, timeout: 300_000}, () => {
  let database: string;
  let one: Member;
  let two: Member;
  let worker: Member;
  let client: pg.Client;

  before(async () => {
    database = await (await sharedCluster()).createDatabase();
    const members = (['api', 'api', 'worker'] as const).map((role) => new Member(database, role));
    [one, two, worker] = (await Promise.all(members.map((member) => member.ready()))) as [
      Member,
      Member,
      Member,
    ];
    client = new pg.Client({connectionString: database});
    await client.connect();
  });
  after(async () => {
    await client?.end();
    for (const member of Member.started) await member.process.kill('SIGKILL');
  });

  const timeOf = async (member: Member) =>
    Date.parse(String((await data(member, '/sandbox/v1/clock'))['now']));
  const count = async (sql: string) => Number((await client.query<{count: string}>(sql)).rows[0]?.count);

  it('started at once on an empty database, all three serve', async () => {
    for (const member of [one, two, worker]) assert.equal((await ask(member, '/readyz')).status, 200);
    assert.equal(await count('SELECT count(*) FROM service_processes'), 3);
    const twice = await count(
      'SELECT count(*) FROM (SELECT name FROM schema_migrations GROUP BY name HAVING count(*) > 1) AS again',
    );
    assert.equal(twice, 0);
    const {token} = await data(one, '/user/customers/v1/', {first_name: 'Ada'});
    assert.equal((await ask(two, `/user/customers/v1/${String(token)}`)).status, 200);
    assert.equal(
      (await ask(worker, `/user/customers/v1/${String(token)}`)).status,
      404,
      'a worker serves its health routes only',
    );
  });

  it('one key sent to both at the same time creates one customer and returns the same bytes', async () => {
    for (let round = 0; round < 5; round++) {
      const key = randomUUID();
      const send = (member: Member) =>
        ask(member, '/user/customers/v1/', {first_name: `Once ${round}`}, {key});
      const answers = await Promise.all([send(one), send(two), send(one), send(two)]);
      assert.deepEqual(
        answers.map(({status, text}) => [status, text]),
        answers.map(() => [200, answers[0]!.text]),
      );
      assert.equal(await count(`SELECT count(*) FROM customers WHERE first_name = 'Once ${round}'`), 1);
    }
  });

  it('after one process moves the clock, the worker does due work and every process has the new time', async () => {
    const {tracker} = await rawHold(one, {number: '4000000000002701', name: 'Ada'});
    const to = new Date((await timeOf(one)) + hourMs).toISOString();
    await data(two, '/sandbox/v1/clock/advance', {to});
    // The advance is answered when no work is due, so the ledger has both entries.
    const books = (await data(one, `/sandbox/v1/ledger?tracker=${tracker}`)) as unknown as {kind: string}[];
    assert.deepEqual(
      books.map(({kind}) => kind),
      ['authorization', 'reversal'],
    );
    assert.match(worker.process.stderr, /worker\.reversed/);
    for (const member of [one, two]) assert.ok(!member.process.stderr.includes('worker.reversed'));
    await until(
      () => ask(one, '/sandbox/v1/clock'),
      ({json}) => Date.parse(String(json['data']!['now'])) >= Date.parse(to),
    );
    assert.equal(await two.process.kill('SIGTERM'), 0);
    two = await new Member(database, 'api').ready();
    assert.ok((await timeOf(two)) >= Date.parse(to));
  });

  it('a killed process’s request is completed by another well before the lease ends', async () => {
    const third = await new Member(`${database}?application_name=third`, 'api').ready();
    const {token} = await data(one, '/user/customers/v1/', {first_name: 'Held'});
    const key = randomUUID();
    const options = {user: token, currency: 'PKR', entry_mode: 'raw'};
    const created = await data(one, '/order/payments/v3/', options);
    const tracker = String(created['tracker']!['token']);
    const card = {
      card_number: '4000000000002701',
      expiration_month: '01',
      expiration_year: '2031',
      cvv: '123',
    };
    await data(one, `/order/payments/v3/${tracker}`, {payload: {payment_method: {card}}});
    const addresses = {success_url: 'http://localhost:5173/r', failure_url: 'http://localhost:5173/r'};
    const act = (member: Member) =>
      ask(member, `/order/payments/v3/${tracker}`, {payload: {authentication_setup: addresses}}, {key});
    const itsSessions = `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'third'`;
    // The request has its lease and then waits, because the issuer's table is locked.
    const locking = new pg.Client({connectionString: database});
    await locking.connect();
    await locking.query('BEGIN');
    await locking.query('LOCK TABLE issuer_transactions IN ACCESS EXCLUSIVE MODE');
    let early: Answer | undefined;
    const cut = act(third).then(
      (answer) => (early = answer),
      () => undefined,
    );
    while ((await count(`SELECT count(*) ${itsSessions} AND wait_event_type = 'Lock'`)) === 0) {
      assert.equal(early, undefined, 'the request waits for the table');
      await pause(20);
    }
    assert.equal(await count('SELECT count(*) FROM trackers WHERE claim IS NOT NULL'), 1);
    await third.process.kill('SIGKILL');
    assert.equal(await cut, undefined);
    // Ends the killed process's connections, so that its waiting statement does not run.
    await client.query(`SELECT pg_terminate_backend(pid) ${itsSessions}`);
    while ((await count(`SELECT count(*) ${itsSessions}`)) > 0) await pause(20);
    await locking.end();
    // Its leases are made to end in an hour, so that only its missed heartbeat can release them. The test
    // sets the time of the last heartbeat.
    const holder = `split_part((SELECT claim FROM trackers WHERE claim IS NOT NULL), ':', 1)`;
    const setLastHeartbeat = (when: string) =>
      client.query(
        `UPDATE service_processes SET seen_at = clock_timestamp() + interval '${when}' WHERE id = ${holder}`,
      );
    await client.query(
      `UPDATE idempotency_keys SET claimed_at = claimed_at + interval '1 hour' WHERE sealed_answer IS NULL`,
    );
    await client.query(
      `UPDATE trackers SET claim_until = claim_until + interval '1 hour' WHERE claim IS NOT NULL`,
    );
    await setLastHeartbeat('1 hour');
    assert.equal((await act(one)).status, 409, 'a process with a recent heartbeat keeps its leases');
    await setLastHeartbeat('-11 seconds');
    const answer = await until(
      () => act(one),
      ({status}) => status !== 409,
    );
    assert.equal(answer.status, 200, answer.text);
  });

  it('on SIGTERM open requests finish, new ones get 503, and leases are released', async () => {
    const {token} = await data(one, '/user/customers/v1/', {first_name: 'Ada'});
    const path = `/user/customers/v1/${String(token)}`;
    await client.query('BEGIN');
    await client.query('SELECT * FROM customers WHERE token = $1 FOR UPDATE', [token]);
    const openRequest = ask(one, path, {first_name: 'Grace'}, {method: 'PUT'});
    const waiting = `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    while ((await count(waiting)) === 0) await pause(20);
    const ended = one.process.kill('SIGTERM');
    const refused = await until(
      () => ask(one, '/readyz'),
      ({status}) => status !== 200,
    );
    const refusedCall = await ask(one, '/user/customers/v1/', {first_name: 'Late'});
    for (const {status, retryAfter, json} of [refused, refusedCall]) {
      assert.equal(status, 503);
      assert.equal(String(json['code']), 'service.shutting_down');
      assert.ok(Number(retryAfter) >= 1);
    }
    assert.equal((await ask(one, '/healthz')).status, 200);
    await client.query('COMMIT');
    const finished = await openRequest;
    assert.equal(finished.status, 200, finished.text);
    assert.equal(await ended, 0);
    assert.equal((await ask(two, path)).json['data']!['first_name'], 'Grace');
    assert.equal(await count(`SELECT count(*) FROM customers WHERE first_name = 'Late'`), 0);
    assert.equal(await worker.process.kill('SIGTERM'), 0);
    assert.equal(await two.process.kill('SIGTERM'), 0);
    for (const left of [
      'trackers WHERE claim IS NOT NULL',
      'owed_reversals WHERE claim IS NOT NULL',
      'idempotency_keys WHERE sealed_answer IS NULL',
    ]) {
      assert.equal(await count(`SELECT count(*) FROM ${left}`), 0, left);
    }
    // Only the killed process could not remove its row.
    assert.equal(await count('SELECT count(*) FROM service_processes'), 1);
  });
});
