import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Database, Queries} from '../src/platform/storage/database.js';
import {subscribed} from './support/billing.js';
import {openTestDatabase} from './support/database.js';
import {startTestService} from './support/harness.js';
import type {TestService} from './support/harness.js';
import {Receiver} from './support/receiver.js';

/** Rows of each table that nothing is to be done about, and such that are due: more than are taken at a time. */
const stored = 20_000;
const due = 2000;
/** Rows that a statement may read, independent of how many are stored or due. */
const most = 400;

type Values = Readonly<Record<string, unknown>>;

/** What grows with every shopper, and how a row of it is made again and again: columns that tell rows apart, and what is done. */
const growing: Readonly<Record<string, {readonly own: readonly string[]; readonly done: Values}>> = {
  subscriptions: {own: ['token'], done: {open_charge: null}},
  payment_methods: {own: ['token', 'tracker'], done: {}},
  vault_cards: {own: ['id'], done: {}},
  charges: {own: ['token', 'subscription'], done: {state: 'paid', next_attempt_at: null, claim: null}},
  charge_attempts: {own: ['charge', 'attempt'], done: {state: 'paid'}},
  events: {own: ['id', 'occurrence', 'subscription'], done: {}},
  webhook_deliveries: {
    own: ['token', 'event', 'subscription'],
    done: {state: 'delivered', next_try_at: null, claim: null},
  },
  webhook_tries: {own: ['delivery'], done: {}},
  network_ledger: {own: ['id', 'attempt', 'tracker', 'authorization_id'], done: {}},
  trackers: {own: ['token'], done: {next_kind: 'NOOP', claim: null}},
};

/** Columns that make a row due, with the instant. */
const dueColumns: Readonly<Record<string, string>> = {
  subscriptions: 'next_charge_at',
  charges: 'next_attempt_at',
  webhook_deliveries: 'next_try_at',
};

/** Copies one row of a table many times. */
async function multiply(tx: Queries, table: string, values: Values, [from, to]: readonly [number, number]) {
  const own = growing[table]!.own.map((name) => `'${name}', row.${name} || '_' || n`).join(', ');
  await tx.query(
    `INSERT INTO ${table} OVERRIDING USER VALUE
     SELECT made.* FROM (SELECT * FROM ${table} LIMIT 1) AS row, generate_series(${from}, ${to}) AS n,
       LATERAL jsonb_populate_record(NULL::${table}, to_jsonb(row) || $1::jsonb || jsonb_build_object(${own})) AS made`,
    [JSON.stringify(values)],
  );
}

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows'?: number;
  readonly 'Actual Loops'?: number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly Plans?: readonly Plan[];
}

/** Rows of growing tables that a statement looks at. Subplans that were never run look at none. */
function rowsRead(plan: Plan): number {
  const {'Actual Rows': rows = 0, 'Actual Loops': loops = 0} = plan;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const isScan = Object.hasOwn(growing, plan['Relation Name'] ?? '');
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0);
  return below + (isScan ? (rows + removed) * loops : 0);
}

class RolledBack extends Error {}

/** Carries a statement out, and undoes it. `undefined` for one that cannot be done a second time: a row is there already. */
async function explain(database: Database, sql: string, parameters: readonly unknown[]) {
  let plan: Plan | undefined;
  await database
    .transaction(async (tx) => {
      const [row] = await tx.query<{'QUERY PLAN': readonly {readonly Plan: Plan}[]}>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
        parameters,
      );
      plan = row!['QUERY PLAN'][0]!.Plan;
      throw new RolledBack();
    })
    .catch((error: Error & {code?: string}) => {
      if (!(error instanceof RolledBack) && error.code !== '23505') throw error;
    });
  return plan;
}

describe('the cost of due work', {timeout: 600_000}, () => {
  const asked = new Map<string, readonly unknown[]>();
  let engine: Database;
  let it_: TestService;
  let receiver: Receiver;
  let recording = false;

  const recorded = (queries: Queries): Queries => ({
    query: (sql, parameters = []) => {
      if (recording && /^\s*(SELECT|WITH|UPDATE|INSERT|DELETE)\b/.test(sql)) asked.set(sql, parameters);
      return queries.query(sql, parameters);
    },
  });

  before(async () => {
    engine = await openTestDatabase();
    receiver = await Receiver.start();
    const opened: Database = {
      ...recorded(engine),
      transaction: (work) => engine.transaction((tx) => work({...tx, ...recorded(tx)})),
      leases: engine.leases,
      close: () => Promise.resolve(),
    };
    it_ = await startTestService({webhookUrl: receiver.url}, {opened});
    // Before the first query, so that the first query would have found it due.
    const past = it_.service.clock.now().toISOString();
    await subscribed(it_);
    // Declined and tried again: so everything that falls due is seen.
    await subscribed(it_, {number: '4000000000009995'});
    recording = true;
    const reply = await it_.call('/sandbox/v1/clock/advance', {body: {by: 'P40D'}});
    recording = false;
    assert.equal(reply.status, 200, reply.text);
    // Keeps due work from running.
    await it_.service.close();
    await receiver.close();
    await engine.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const [table, {done}] of Object.entries(growing)) {
        const later = table === 'subscriptions' ? {next_charge_at: '2099-01-01T00:00:00Z'} : {};
        await multiply(tx, table, {...done, ...later}, [1, stored]);
        const column = dueColumns[table];
        if (column === undefined) continue;
        const open = {...done, state: {subscriptions: 'active', charges: 'open'}[table] ?? 'pending'};
        await multiply(tx, table, {...open, [column]: past, claim: null}, [stored + 1, stored + due]);
      }
    });
    const [{version} = {version: ''}] = await engine.query<{version: string}>('SELECT version()');
    // A server gathers statistics by itself; the embedded engine never does.
    if (!version.includes('emscripten')) await engine.query('ANALYZE');
  });
  after(() => engine.close());

  it('reads a limited number of due rows, however many are stored', async () => {
    const plans = new Map<string, number>();
    for (const [sql, parameters] of asked) {
      const plan = await explain(engine, sql, parameters);
      if (plan) plans.set(sql.replaceAll(/\s+/g, ' ').trim(), rowsRead(plan));
    }
    const reads = (words: string) => [...plans.keys()].some((sql) => sql.includes(words));
    for (const words of ['FROM subscriptions WHERE (CASE', 'c.next_attempt_at <= $1', 'webhook_deliveries d'])
      assert.ok(reads(words), `nothing was asked for ${words}`);
    const wasteful = [...plans].filter(([, rows]) => rows > most);
    assert.deepEqual(wasteful, []);
  });
});
