// Further: starts from damaged and missing images; a start from a whole one: `service/test/storage.test.ts`.
import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {mkdir, mkdtemp, readFile, readdir, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {gunzipSync, gzipSync} from 'node:zlib';
import {appliedMigrations} from '../src/edges/transfer/catalog.js';
import {silentLogger} from '../src/platform/http/log.js';
import {migrate} from '../src/platform/storage/migrate.js';
import type {Database} from '../src/platform/storage/database.js';
import {openDatabase} from '../src/platform/storage/open.js';
import {openPglite} from '../src/platform/storage/pglite.js';
import {preparedDatabase, preparedName} from '../src/platform/storage/prepared.js';
import {digestLine, readArchive} from '../src/platform/storage/unpack.js';
import {migrations} from '../src/start.js';

const names = migrations.map(({name}) => name).sort();

/** The schema as the engine describes it: columns with their defaults, indexes and constraints. */
const schemaOf = (database: Database) =>
  Promise.all(
    [
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
       WHERE table_schema = 'public' ORDER BY 1, 2`,
      `SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
      `SELECT conrelid::regclass::text AS of, conname, pg_get_constraintdef(oid) AS definition FROM pg_constraint
       WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2`,
    ].map((sql) => database.query(sql)),
  );

describe('the prepared database', () => {
  let home: string;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'card-vault-db-'));
  });
  afterEach(() => rm(home, {recursive: true, force: true}));

  const dataFolders = async () => (await readdir(home)).filter((name) => name.startsWith('data'));
  const whole = () => {
    const file = preparedDatabase(migrations);
    assert.ok(file, 'none was built for this engine and these migrations');
    return file;
  };

  it('is what a new folder starts from, also after a start that was killed while unpacking it', async () => {
    whole();
    await mkdir(join(home, 'data.unpacking', 'base'), {recursive: true});
    await writeFile(join(home, 'data.unpacking', 'PG_VERSION'), 'half of it');
    const database = await openDatabase(home, silentLogger, {migrations, thread: false});
    assert.deepEqual(await appliedMigrations(database), names);
    await database.close();
    assert.deepEqual(await dataFolders(), ['data']);
  });

  it('has the tables that the migrations make, in memory too, and no row', async () => {
    const [made, found] = await Promise.all([openPglite({}), openPglite({prepared: whole()})]);
    try {
      assert.equal(await appliedMigrations(made), undefined);
      await migrate(made, migrations);
      assert.deepEqual(await schemaOf(found), await schemaOf(made));
      const tables = (await schemaOf(found))[0]!.map((row) => row['table_name'] as string);
      for (const table of new Set(tables)) {
        const count = `SELECT count(*)::int AS count FROM ${table}`;
        assert.deepEqual(await found.query(count), await made.query(count), table);
      }
    } finally {
      await Promise.all([made.close(), found.close()]);
    }
  });

  it('of other migrations is not used: each change to one asks for another file', async () => {
    const [first, ...rest] = migrations;
    const others = [
      rest,
      [...migrations, {name: '9999_more', sql: 'CREATE TABLE more (id int);'}],
      [{...first!, sql: `${first!.sql}\n-- changed`}, ...rest],
      [{...first!, name: `${first!.name}_renamed`}, ...rest],
    ];
    for (const other of others) assert.equal(preparedDatabase(other), undefined);
    assert.equal(preparedName([...migrations].reverse()), basename(whole()), 'the order of the list is free');
    const database = await openDatabase(home, silentLogger, {migrations: others[0]!, thread: false});
    assert.equal(await appliedMigrations(database), undefined);
    await database.close();
  });

  it('is not used when its file is not whole', async () => {
    const bytes = await readFile(whole());
    const half = join(home, 'half.tar.gz');
    await writeFile(half, bytes.subarray(0, bytes.length / 2));
    await writeFile(`${half}.sha512`, digestLine(bytes, 'half.tar.gz'));
    for (const folder of [join(home, 'data'), undefined]) {
      const database = await openPglite({prepared: half, folder});
      assert.equal(await appliedMigrations(database), undefined);
      await database.close();
    }
    assert.deepEqual(await dataFolders(), ['data']);
  });

  it('is not used when it is another than the build made: its digest is published beside it', async () => {
    const bytes = await readFile(whole());
    const digest = createHash('sha512').update(bytes).digest('hex');
    assert.equal(await readFile(`${whole()}.sha512`, 'utf8'), `${digest}  ${basename(whole())}\n`);

    // A whole archive with other bytes, as somebody who can write into the folder would leave it.
    const other = join(home, 'other.tar.gz');
    await writeFile(other, gzipSync(gunzipSync(bytes), {level: 1}));
    assert.equal(readArchive(other), undefined, 'without a digest');
    await writeFile(`${other}.sha512`, digestLine(bytes, 'other.tar.gz'));
    assert.equal(readArchive(other), undefined, 'with the digest of the right one');
    await writeFile(`${other}.sha512`, digestLine(await readFile(other), 'other.tar.gz'));
    assert.ok(readArchive(other)?.equals(gunzipSync(bytes)));
  });
});
