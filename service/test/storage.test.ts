import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {silentLogger} from '../src/platform/http/log.js';
import {coreMigrations} from '../src/schema.js';
import {migrations} from '../src/start.js';
import type {Database} from '../src/platform/storage/database.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {databaseKind, openDatabase} from '../src/platform/storage/open.js';
import {appliedMigrations, readTables} from '../src/edges/transfer/catalog.js';
import {refuseOtherSchema} from '../src/edges/transfer/lines.js';
import {openTestDatabase} from './support/database.js';

const openers = {
  'the database': () => openTestDatabase(),
  'PGlite in a thread of its own': () => openDatabase('memory:', silentLogger, {migrations}),
};

for (const [name, open] of Object.entries(openers))
  describe(name, () => {
    let database: Database;
    before(async () => {
      database = await open();
      await migrate(database, [{name: '1', sql: 'CREATE TABLE things (id int PRIMARY KEY, note text);'}]);
    });
    after(() => database.close());

    it('answers the same types on every engine', async () => {
      const [row] = await database.query(
        `SELECT $1::bigint AS count, $2::jsonb AS value, $3::timestamptz AS at, '\\x0102'::bytea AS bytes, NULL AS nothing`,
        [9_007_199_254_740_991, JSON.stringify({a: [1]}), new Date(0)],
      );
      assert.equal(row!['count'], 9_007_199_254_740_991);
      assert.deepEqual(row!['value'], {a: [1]});
      assert.deepEqual(row!['at'], new Date(0));
      assert.ok(Buffer.isBuffer(row!['bytes']) && row!['bytes'].equals(Buffer.from([1, 2])));
      assert.equal(row!['nothing'], null);
    });

    it('accepts lists, booleans, numbers and null as parameters', async () => {
      const [row] = await database.query(
        `SELECT $1::text[] AS list, 'b' = ANY ($1::text[]) AS inside, $2::boolean AS truth, $3::int AS number, $4::text AS nothing`,
        [['a "quoted", one', 'b', ''], true, 7, undefined],
      );
      assert.deepEqual(row, {
        list: ['a "quoted", one', 'b', ''],
        ...{inside: true, truth: true, number: 7, nothing: null},
      });
    });

    it('names the constraint that a statement broke, and stays usable', async () => {
      await database.query('INSERT INTO things VALUES ($1)', [70]);
      await assert.rejects(database.query('INSERT INTO things VALUES ($1)', [70]), {code: '23505'});
      await assert.rejects(database.query('SELECT nonsense FROM things WHERE id = $1', [1]), {code: '42703'});
      await assert.rejects(database.query('INSERT INTO things VALUES ($1)', ['no number']), {code: '22P02'});
      await database.query('DELETE FROM things WHERE id = $1', [70]);
    });

    it('the last statements of a transaction are part of it', async () => {
      const count = async () =>
        (await database.query<{n: number}>('SELECT count(*)::int AS n FROM things WHERE id > 100'))[0]!.n;
      await database.transaction(async (tx) => {
        tx.atEnd('INSERT INTO things VALUES ($1)', [102]);
        await tx.query('INSERT INTO things VALUES ($1)', [101]);
      });
      await database.transaction((tx) => Promise.resolve(tx.atEnd('INSERT INTO things VALUES ($1)', [103])));
      assert.equal(await count(), 3);
      // The answers arrive at once or one by one, as it happens: the first failure is told in either case.
      for (let turn = 0; turn < 20; turn++) {
        const failing = database.transaction(async (tx) => {
          tx.atEnd('INSERT INTO things VALUES ($1)', [101]);
          tx.atEnd('INSERT INTO things VALUES ($1)', [105]);
          await tx.query('INSERT INTO things VALUES ($1)', [104]);
        });
        await assert.rejects(failing, {code: '23505'});
      }
      const unreadable = database.transaction(async (tx) => {
        tx.atEnd('INSERT INTO nowhere VALUES ($1)', [1]);
        await tx.query('INSERT INTO things VALUES ($1)', [104]);
      });
      await assert.rejects(unreadable, {code: '42P01'});
      const changedMyMind = database.transaction((tx) => {
        tx.atEnd('INSERT INTO things VALUES ($1)', [104]);
        return Promise.reject(new Error('changed my mind'));
      });
      await assert.rejects(changedMyMind, /changed my mind/);
      assert.equal(await count(), 3);
      const [first, second] = await database.transaction((tx) =>
        Promise.resolve(
          [
            tx.atEnd('INSERT INTO things VALUES ($1) RETURNING id', [104]),
            tx.atEnd('SELECT id FROM things WHERE id > $1 ORDER BY id', [102]),
          ].map(({rows}) => ({rows})),
        ),
      );
      assert.deepEqual([await first!.rows, await second!.rows], [[{id: 104}], [{id: 103}, {id: 104}]]);
      const unasked = await database.transaction((tx) => Promise.resolve(tx.atEnd('SELECT $1::int', [1])));
      assert.throws(() => unasked.rows, /before the transaction ended/);
      await database.query('DELETE FROM things WHERE id > $1', [100]);
    });

    it('work that fails before its first statement has a connection keeps none', async () => {
      const hasty = () =>
        database.transaction((tx) => {
          tx.query('SELECT $1::int', [1]).catch(() => undefined);
          return Promise.reject(new Error('changed my mind'));
        });
      // More transactions than the pool has connections.
      for (let turn = 0; turn < 20; turn++) await assert.rejects(hasty(), /changed my mind/);
      assert.deepEqual(await database.query('SELECT $1::int AS one', [1]), [{one: 1}]);
    });

    it('a failure that is caught inside a transaction still fails it', async () => {
      for (const sql of ['SELECT 1 / $1::int', 'SELECT nonsense($1)']) {
        const quiet = database.transaction(async (tx) => {
          await tx.query(sql, [0]).catch(() => undefined);
          await tx.query('INSERT INTO things VALUES ($1)', [105]).catch(() => undefined);
        });
        await assert.rejects(quiet, {name: 'NotCommittedError'}, sql);
      }
      assert.deepEqual(await database.query('SELECT * FROM things WHERE id = $1', [105]), []);
    });

    it('concurrent transactions are isolated', async () => {
      await database.query('INSERT INTO things VALUES ($1, $2)', [200, '0']);
      const read = 'SELECT note FROM things WHERE id = $1 FOR UPDATE';
      const write = 'UPDATE things SET note = $2 WHERE id = $1';
      const add = () =>
        database.transaction(async (tx) => {
          const [row] = await tx.query<{note: string}>(read, [200]);
          await tx.query(write, [200, String(Number(row!.note) + 1)]);
        });
      const outside = () => database.query('SELECT $1::int', [1]);
      await Promise.all(Array.from({length: 60}, (_, number) => (number % 3 === 0 ? outside() : add())));
      assert.equal((await database.query<{note: string}>(read, [200]))[0]!.note, '40');
      await database.query('DELETE FROM things WHERE id = $1', [200]);
    });

    it('altering a table in use fails at most one statement', async () => {
      const sql = 'SELECT * FROM growing WHERE id >= $1';
      await database.query('CREATE TABLE growing (id int)');
      await database.query('INSERT INTO growing VALUES ($1)', [1]);
      for (let count = 0; count < 8; count++) await database.query(sql, [0]);
      await database.query('ALTER TABLE growing ADD COLUMN more text');
      await database.query(sql, [0]).catch(() => undefined);
      assert.deepEqual(await database.query(sql, [0]), [{id: 1, more: null}]);
    });

    it('a transaction is all or nothing, also when the database refuses a statement', async () => {
      await assert.rejects(
        database.transaction(async (tx) => {
          await tx.query('INSERT INTO things VALUES (1, $1)', ['first']);
          await tx.query('INSERT INTO things VALUES (1, $1)', ['again']);
        }),
      );
      await assert.rejects(
        database.transaction(async (tx) => {
          await tx.query('INSERT INTO things VALUES (2, $1)', ['second']);
          throw new Error('changed my mind');
        }),
        /changed my mind/,
      );
      assert.deepEqual(await database.query('SELECT * FROM things'), []);
      await database.transaction((tx) => tx.query('INSERT INTO things VALUES (3, $1)', ['third']));
      assert.equal((await database.query('SELECT * FROM things')).length, 1);
    });

    it('migrations run once, in the order of their names, each in full or not at all', async () => {
      const steps = [
        {name: '3_fill', sql: `INSERT INTO rooms VALUES ('a;b');\nINSERT INTO rooms VALUES ('c');`},
        {name: '2_rooms', sql: 'CREATE TABLE rooms (name text PRIMARY KEY);'},
      ];
      await migrate(database, steps);
      await migrate(database, steps);
      assert.equal((await database.query('SELECT * FROM rooms')).length, 2);
      const broken = {
        name: '4_broken',
        sql: `INSERT INTO rooms VALUES ('d');\nINSERT INTO nowhere VALUES (1);`,
      };
      await assert.rejects(migrate(database, [...steps, broken]));
      assert.equal((await database.query('SELECT * FROM rooms')).length, 2);
      await assert.rejects(migrate(database, [steps[0]!, steps[0]!]), /share a name/);
    });
  });

describe('a database of a version that had shoppers’ accounts', () => {
  /** The table that `0170_accounts` of that version created, without its indexes. */
  const accounts = `
CREATE TABLE accounts (customer text PRIMARY KEY REFERENCES customers (token), email text NOT NULL);
CREATE TABLE account_logins (id text PRIMARY KEY, customer text NOT NULL REFERENCES accounts (customer));
CREATE TABLE refresh_tokens (digest text PRIMARY KEY, login text NOT NULL REFERENCES account_logins (id));
CREATE TABLE login_tries (subject text PRIMARY KEY);`;

  it('opens: its accounts are dropped, its customers stay, and it can be exported', async () => {
    const database = await openTestDatabase();
    const before_ = coreMigrations.filter(({name}) => name !== '0172_no_accounts');
    const steps = before_.map((step) => (step.name === '0170_accounts' ? {...step, sql: accounts} : step));
    await migrate(database, steps);
    await database.query(
      `INSERT INTO customers (token, merchant, is_guest, created_at, updated_at) VALUES ('c', 'm', false, now(), now())`,
    );
    await database.query(`INSERT INTO accounts VALUES ('c', 'ada@example.com')`);
    await database.query(`INSERT INTO account_logins VALUES ('l', 'c')`);
    await database.query(`INSERT INTO refresh_tokens VALUES ('d', 'l')`);
    await migrate(database, coreMigrations);
    const tables = (await readTables(database)).map(({name}) => name);
    for (const gone of ['accounts', 'account_logins', 'refresh_tokens', 'login_tries']) {
      assert.ok(!tables.includes(gone), gone);
    }
    assert.deepEqual(await database.query('SELECT token FROM customers'), [{token: 'c'}]);
    const names = coreMigrations.map(({name}) => name);
    refuseOtherSchema('The export', (await appliedMigrations(database))!, names);
    await database.close();
  });
});

describe('the location of the database', () => {
  it('memory:, postgres:// and folders are distinguished', () => {
    assert.equal(databaseKind('memory:'), 'memory');
    assert.equal(databaseKind('postgres://a@b/c'), 'postgres');
    assert.equal(databaseKind('postgresql://a@b/c'), 'postgres');
    for (const folder of ['.card-vault/db', '/tmp/x', './postgres', './memory'])
      assert.equal(databaseKind(folder), 'folder');
    for (const word of ['postgres', 'memory'])
      assert.throws(() => databaseKind(word), /a word that means no folder/);
  });

  it('a folder keeps its data, and only one process can open it at a time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'card-vault-db-'));
    const path = join(folder, 'new', 'db');
    const first = await openDatabase(path, silentLogger, {migrations});
    await first.query('CREATE TABLE kept (id int)');
    await first.query('INSERT INTO kept VALUES (1)');
    await assert.rejects(openDatabase(path, silentLogger), /in use by process/);
    await first.close();
    const second = await openDatabase(path, silentLogger);
    assert.equal((await second.query('SELECT * FROM kept')).length, 1);
    await second.close();
    await rm(folder, {recursive: true});
  });

  it('a missing server fails the start at once', async () => {
    await assert.rejects(openDatabase('postgres://nobody@127.0.0.1:1/none', silentLogger));
  });
});
