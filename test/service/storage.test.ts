import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {silentLogger} from '../../src/service/http/log.js';
import type {Database} from '../../src/service/storage/database.js';
import {migrate} from '../../src/service/storage/migrate.js';
import {databaseKind, openDatabase} from '../../src/service/storage/open.js';
import {openTestDatabase} from './support/database.js';

describe('the database', () => {
  let database: Database;
  before(async () => {
    database = await openTestDatabase();
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

  it('migrations run once, in the order of their names, each whole or not at all', async () => {
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

describe('where the database lies', () => {
  it('memory:, postgres:// and folders are told apart', () => {
    assert.equal(databaseKind('memory:'), 'memory');
    assert.equal(databaseKind('postgres://a@b/c'), 'postgres');
    assert.equal(databaseKind('postgresql://a@b/c'), 'postgres');
    for (const folder of ['.card-vault/db', '/tmp/x', 'postgres', 'memory']) {
      assert.equal(databaseKind(folder), 'folder');
    }
  });

  it('a folder keeps what was written, and is held by one opener at a time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'card-vault-db-'));
    const path = join(folder, 'new', 'db');
    const first = await openDatabase(path, silentLogger);
    await first.query('CREATE TABLE kept (id int)');
    await first.query('INSERT INTO kept VALUES (1)');
    await assert.rejects(openDatabase(path, silentLogger), /in use by process/);
    await first.close();
    const second = await openDatabase(path, silentLogger);
    assert.equal((await second.query('SELECT * FROM kept')).length, 1);
    await second.close();
    await rm(folder, {recursive: true});
  });

  it('a server that is not there is an error at once, not a hanging start', async () => {
    await assert.rejects(openDatabase('postgres://nobody@127.0.0.1:1/none', silentLogger));
  });
});
