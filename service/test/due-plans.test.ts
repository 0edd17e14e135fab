// Further: what due work costs among many rows; due work itself: `service/test/billing.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Database, Queries} from '../src/platform/storage/database.js';
import {subscribed} from './support/billing.js';
import {openTestDatabase} from './support/database.js';
import {startTestService, type TestService} from './support/harness.js';
import {Receiver} from './support/receiver.js';

/** How many finished rows and how many due rows each table gets. A worker takes fewer due rows at a time. */
const finishedRows = 20_000;
const dueRows = 2000;
/** How many rows a statement may read, no matter how many are stored or due. */
const readLimit = 400;

type Values = Readonly<Record<string, unknown>>;

/**
 * Tables that grow with every shopper. A row is copied many times: `unique` columns get a different value in
 * each copy, and `done` makes a copy one without due work.
 */
const growing: Readonly<Record<string, {readonly unique: readonly string[]; readonly done: Values}>> = {
  subscriptions: {unique: ['token'], done: {open_charge: null}},
  payment_methods: {unique: ['token', 'tracker', 'card_fingerprint'], done: {}},
  vault_cards: {unique: ['id'], done: {}},
  charges: {unique: ['token', 'subscription'], done: {state: 'paid', next_attempt_at: null, claim: null}},
  charge_attempts: {unique: ['charge', 'attempt'], done: {state: 'paid'}},
  events: {unique: ['id', 'occurrence', 'subscription'], done: {}},
  webhook_deliveries: {
    unique: ['token', 'event', 'subscription'],
    done: {state: 'delivered', next_try_at: null, claim: null},
  },
  webhook_tries: {unique: ['delivery'], done: {}},
  network_ledger: {unique: ['id', 'attempt', 'tracker', 'authorization_id'], done: {}},
  trackers: {unique: ['token'], done: {next_kind: 'NOOP', claim: null}},
};

/** The column of each table that says when a row is due. */
const dueColumns: Readonly<Record<string, string>> = {
  subscriptions: 'next_charge_at',
  charges: 'next_attempt_at',
  webhook_deliveries: 'next_try_at',
};

/** Inserts copies of one row of a table. */
async function multiply(tx: Queries, table: string, values: Values, [from, to]: readonly [number, number]) {
  const uniqueValues = growing[table]!.unique.map((name) => `'${name}', row.${name} || '_' || n`).join(', ');
  await tx.query(
    `INSERT INTO ${table} OVERRIDING USER VALUE
     SELECT made.* FROM (SELECT * FROM ${table} LIMIT 1) AS row, generate_series(${from}, ${to}) AS n,
       LATERAL jsonb_populate_record(NULL::${table}, to_jsonb(row) || $1::jsonb || jsonb_build_object(${uniqueValues})) AS made`,
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

/** How many rows of growing tables a statement reads. A subplan that did not run reads none. */
function rowsRead(plan: Plan): number {
  const {'Actual Rows': rows = 0, 'Actual Loops': loops = 0} = plan;
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const isScan = Object.hasOwn(growing, plan['Relation Name'] ?? '');
  const below = (plan.Plans ?? []).reduce((sum, one) => sum + rowsRead(one), 0);
  return below + (isScan ? (rows + removed) * loops : 0);
}

class RolledBack extends Error {}

/**
 * Runs a statement and rolls it back. Returns its plan; undefined if the statement cannot run a second time,
 * because its row exists already.
 */
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
  const statements = new Map<string, readonly unknown[]>();
  let engine: Database;
  let api: TestService;
  let receiver: Receiver;
  let recording = false;

  const recorded = (queries: Queries): Queries => ({
    query: (sql, parameters = []) => {
      if (recording && /^\s*(SELECT|WITH|UPDATE|INSERT|DELETE)\b/.test(sql)) statements.set(sql, parameters);
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
    api = await startTestService({webhookUrl: receiver.url}, {opened});
    // Read before the first due work, so that a row of this time would have been due then.
    const past = api.service.clock.now().toISOString();
    await subscribed(api);
    // A declined card, so that retries fall due too.
    await subscribed(api, {number: '4000000000009995'});
    recording = true;
    const reply = await api.call('/sandbox/v1/clock/advance', {body: {by: 'P40D'}});
    recording = false;
    assert.equal(reply.status, 200, reply.text);
    // Stops the service, so that it does not work on the rows below.
    await api.service.close();
    await receiver.close();
    await engine.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      for (const [table, {done}] of Object.entries(growing)) {
        const later = table === 'subscriptions' ? {next_charge_at: '2099-01-01T00:00:00Z'} : {};
        await multiply(tx, table, {...done, ...later}, [1, finishedRows]);
        const column = dueColumns[table];
        if (column === undefined) continue;
        const open = {...done, state: {subscriptions: 'active', charges: 'open'}[table] ?? 'pending'};
        await multiply(tx, table, {...open, [column]: past, claim: null}, [
          finishedRows + 1,
          finishedRows + dueRows,
        ]);
      }
    });
    const [{version} = {version: ''}] = await engine.query<{version: string}>('SELECT version()');
    // The embedded engine never gathers statistics, so the test gathers them only on a server.
    if (!version.includes('emscripten')) await engine.query('ANALYZE');
  });
  after(() => engine.close());

  it('reads a limited number of due rows, however many are stored', async () => {
    const plans = new Map<string, number>();
    for (const [sql, parameters] of statements) {
      const plan = await explain(engine, sql, parameters);
      if (plan) plans.set(sql.replaceAll(/\s+/g, ' ').trim(), rowsRead(plan));
    }
    const reads = (words: string) => [...plans.keys()].some((sql) => sql.includes(words));
    for (const words of ['FROM subscriptions WHERE (CASE', 'c.next_attempt_at <= $1', 'webhook_deliveries d'])
      assert.ok(reads(words), `no statement contains ${words}`);
    const wasteful = [...plans].filter(([, rows]) => rows > readLimit);
    assert.deepEqual(wasteful, []);
  });
});
