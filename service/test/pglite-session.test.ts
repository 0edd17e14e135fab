import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {PGlite} from '@electric-sql/pglite';
import {PgliteSession} from '../src/platform/storage/pglite-session.js';
import {createEmptyEngine} from './support/database.js';

describe('prepared statements of PGlite', () => {
  let engine: PGlite;
  before(async () => {
    engine = await createEmptyEngine();
  });
  after(() => engine.close());

  const rowsOf = (session: PgliteSession, sql: string, ...parameters: unknown[]) => {
    const [outcome] = session.run([{sql, parameters}]);
    if ('error' in outcome!) throw outcome.error;
    return outcome!.rows;
  };
  const preparedStatements = async () =>
    (
      await engine.query<{name: string; statement: string}>(
        'SELECT name, statement FROM pg_prepared_statements',
      )
    ).rows.filter(({statement}) => statement.includes('/* ours */'));

  it('are parsed once and kept for some seconds, so that a grown table gets a new plan', async () => {
    let now = 0;
    const session = new PgliteSession(engine, () => now);
    const statement = {sql: '/* ours */ SELECT $1::int AS n', parameters: [1]};
    for (let count = 0; count < 10; count++) session.run([statement]);
    const first = await preparedStatements();
    assert.equal(first.length, 1);
    assert.ok(session.knows(statement));
    now = 6000;
    assert.ok(!session.knows(statement));
    assert.deepEqual(rowsOf(session, statement.sql, 7), [{n: 7}]);
    const second = await preparedStatements();
    assert.equal(second.length, 1);
    assert.notEqual(second[0]!.name, first[0]!.name);
  });

  it('a plan made for an empty table is not kept for a full one', () => {
    let now = 0;
    const session = new PgliteSession(engine, () => now);
    rowsOf(session, 'CREATE TABLE grows (id int PRIMARY KEY, other int)');
    const sql = 'SELECT other FROM grows WHERE id = $1 AND other >= 0';
    // CPU time, because it does not depend on how busy the machine is.
    const time = () => {
      const before = process.cpuUsage();
      for (let count = 0; count < 100; count++) rowsOf(session, sql, count);
      const {user, system} = process.cpuUsage(before);
      return (user + system) / 1000;
    };
    const empty = time();
    rowsOf(session, 'INSERT INTO grows SELECT n, n FROM generate_series(1, $1::int) AS n', 100_000);
    now = 6000;
    // Without the index each query would take a hundred times as long, because it would read all rows.
    assert.ok(time() < 20 * empty + 200);
  });

  it('when one of several in a message fails, the others still get their answers', () => {
    const session = new PgliteSession(engine);
    const outcomes = session.run([
      {sql: 'SELECT $1::int AS n', parameters: [1]},
      {sql: 'SELECT 1 / $1::int', parameters: [0]},
      {sql: 'SELECT nonsense($1)', parameters: [0]},
      {sql: 'SELECT 2 AS n'},
    ]);
    assert.deepEqual(
      outcomes.map((outcome) => ('error' in outcome ? outcome.error.code : outcome.rows)),
      [[{n: 1}], '22012', '42883', [{n: 2}]],
    );
  });
});
