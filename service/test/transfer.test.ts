// Further: each pair of databases; the database itself: `service/test/storage.test.ts`.
import assert from 'node:assert/strict';
import {after, afterEach, before, describe, it} from 'node:test';
import {TransferError, VaultError} from '../src/platform/errors.js';
import {silentLogger} from '../src/platform/http/log.js';
import type {Database, Migration} from '../src/platform/storage/database.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {openDatabase} from '../src/platform/storage/open.js';
import {exportFrom} from '../src/edges/transfer/export.js';
import {importInto} from '../src/edges/transfer/import.js';
import {readLine, type Total} from '../src/edges/transfer/lines.js';
import {readKeyRing} from '../src/domain/vault/keys.js';
import {createVault, vaultMigrations} from '../src/domain/vault/vault.js';
import {openInMemory} from './support/database.js';
import {postgresMissing, sharedCluster} from './support/engine.js';

const ring = readKeyRing('ab'.repeat(32));
const otherRing = readKeyRing('cd'.repeat(32));

/** Tables with every kind of column and of reference between rows that migrations may use. */
const migrations: readonly Migration[] = [
  ...vaultMigrations,
  {
    name: '0011_kinds',
    sql: `
CREATE TABLE kinds (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "odd ""name""" text,
  amount bigint,
  exact numeric,
  real_number double precision,
  flag boolean,
  bytes bytea,
  document jsonb,
  verbatim json,
  at timestamptz,
  local timestamp,
  day date,
  span interval,
  list text[],
  halved bigint GENERATED ALWAYS AS (amount / 2) STORED
);
CREATE TABLE chain (name text PRIMARY KEY, next text REFERENCES chain (name), link text);
CREATE TABLE a_points_to_z (id int PRIMARY KEY, chain text NOT NULL REFERENCES chain (name) ON DELETE CASCADE);
CREATE TABLE no_key (note text, number int);
CREATE SEQUENCE numbers START 7;
CREATE TABLE seeded (name text PRIMARY KEY);
INSERT INTO seeded VALUES ('from the migration');
`,
  },
];
const names = migrations.map(({name}) => name);

const odd = 'Zoë 💳 \u202eאב "quoted" \\ back\nline\ttab null % _ \u0001';

async function fill(database: Database): Promise<void> {
  await migrate(database, migrations);
  const vault = await createVault(database, ring);
  const columns = `"odd ""name""", amount, exact, real_number, flag, bytes, document, verbatim, at, local, day, span, list`;
  const row = [
    ...[odd, '9223372036854775807', '123456789012345678901234567890.123456789', 0.1 + 0.2, true],
    ...[Buffer.from([0, 1, 0x5c, 0xff]), JSON.stringify({b: [1, null, odd], a: 1e21}), '{ "b":  1, "a": 2 }'],
    ...[
      '2026-11-20 12:00:00.123456+05',
      '1999-12-31 23:59:59.999999',
      '0044-03-15 BC',
      '1 year 2 days 03:04:05.6',
    ],
    ['a', null, odd, '{}', 'NULL'],
  ];
  const places = row.map((_, index) => `$${index + 1}`).join(', ');
  await database.query(`INSERT INTO kinds (${columns}) VALUES (${places})`, row);
  await database.query(`INSERT INTO kinds DEFAULT VALUES`);
  await database.query(`INSERT INTO kinds (real_number, at) VALUES ('NaN', 'infinity')`);
  // Leaves a gap, and a sequence that is ahead of the last row.
  await database.query(`DELETE FROM kinds WHERE id = 3`);
  await database.query(`SELECT nextval('numbers')`);
  await database.query(`INSERT INTO chain VALUES ('end', NULL, NULL)`);
  await database.query(
    `INSERT INTO chain SELECT 'link ' || n, CASE n WHEN 0 THEN 'end' ELSE 'link ' || (n - 1) END
     FROM generate_series(0, 1199) n`,
  );
  await database.query(`UPDATE chain SET link = $1 WHERE name = 'link 7'`, [
    await vault.seal('4000000000002701', {record: 'r', merchant: 'm'}),
  ]);
  // Rows that reference each other in a circle, so that no order of inserts satisfies all references.
  await database.query(`UPDATE chain SET next = 'link 1199' WHERE name = 'end'`);
  await database.query(`INSERT INTO a_points_to_z VALUES (1, 'link 5')`);
  await database.query(`INSERT INTO no_key VALUES ('twice', 1), ('twice', 1), (NULL, NULL)`);
  await database.query(`INSERT INTO seeded VALUES ('by the service')`);
  await database.query(`DELETE FROM seeded WHERE name = 'from the migration'`);
}

/** Exports a database to text, as the command does. */
async function exported(database: Database, keys = ring): Promise<{text: string; totals: readonly Total[]}> {
  const lines: string[] = [];
  const totals = await exportFrom(database, {ring: keys, migrations: names}, async (line) => {
    lines.push(JSON.stringify(line));
  });
  return {text: lines.join('\n'), totals};
}

function imported(
  database: Database,
  text: string,
  {keys = ring, steps = migrations} = {},
): Promise<readonly Total[]> {
  return importInto(database, {ring: keys, migrations: steps}, async (sink) => {
    let number = 0;
    for (const line of text.split('\n')) await sink(readLine(line, ++number));
  });
}

const server = async () =>
  openDatabase(await (await sharedCluster()).createDatabase(), silentLogger, {withoutTimeLimit: true});
const tablesOf = (database: Database) =>
  database.query(
    `SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace`,
  );
/** Rows in the database's own text form, which shows bytes and fractions of seconds. */
const textsOf = (database: Database, table: string) =>
  database.transaction(async (tx) => {
    await tx.query(`SET LOCAL TimeZone = 'Asia/Karachi'`);
    return tx.query(`SELECT t::text AS text FROM ${table} t ORDER BY t::text COLLATE "C"`);
  });
const refusal = (words: RegExp) => (error: Error) =>
  error instanceof TransferError && words.test(error.message);

const ways = [
  {from: 'PGlite', to: 'PGlite', source: openInMemory, target: openInMemory, skip: false as const},
  {from: 'PGlite', to: 'PostgreSQL', source: openInMemory, target: server, skip: postgresMissing},
  {from: 'PostgreSQL', to: 'PGlite', source: server, target: openInMemory, skip: postgresMissing},
];

for (const {from, to, source: open, target: openTarget, skip} of ways) {
  describe(`from ${from} to ${to}`, {skip}, () => {
    let source: Database;
    let text: string;
    let totals: readonly Total[];
    const opened: Database[] = [];
    const fresh = async () => {
      const database = await openTarget();
      opened.push(database);
      return database;
    };
    before(async () => {
      source = await open();
      await fill(source);
      ({text, totals} = await exported(source));
    });
    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close();
    });
    after(() => source.close());

    it('every value is unchanged, and both databases have the same checksums', async () => {
      const target = await fresh();
      assert.deepEqual(await imported(target, text), totals);
      assert.deepEqual((await exported(target)).totals, totals);
      for (const table of ['kinds', 'chain', 'a_points_to_z', 'no_key', 'seeded', 'vault_secrets']) {
        const [here, there] = [await textsOf(source, table), await textsOf(target, table)];
        assert.ok(here.length > 0, table);
        assert.deepEqual(there, here);
      }
      assert.equal(totals.find(({table}) => table === 'chain')?.rows, 1201);
    });

    it('sequences continue, foreign keys are enforced again, and sealed texts open', async () => {
      const target = await fresh();
      await imported(target, text);
      const [next] = await target.query<{number: number}>(`SELECT nextval('numbers') AS number`);
      assert.equal(next!.number, 8);
      const [inserted] = await target.query<{id: number; halved: number}>(
        'INSERT INTO kinds (amount) VALUES (42) RETURNING id, halved',
      );
      assert.deepEqual(inserted, {id: 4, halved: 21});
      await assert.rejects(
        target.transaction(async (tx) => {
          await tx.query(`INSERT INTO a_points_to_z VALUES (2, 'nobody')`);
          // A deferred constraint would fail only here.
          throw new Error('not guarded');
        }),
        /foreign key/,
      );
      const [row] = await target.query<{link: string}>('SELECT link FROM chain WHERE link IS NOT NULL');
      const vault = await createVault(target, ring);
      const opened = await vault.open(row!.link, {record: 'r', merchant: 'm'});
      assert.equal(Buffer.from(opened).toString(), '4000000000002701');
      assert.ok(!text.includes('4000000000002701'));
    });

    it('an import interrupted at any point leaves nothing and can be started again', async () => {
      const target = await fresh();
      const lines = text.split('\n');
      for (const share of [0, 0.3, 0.99]) {
        const part = lines.slice(0, Math.ceil(lines.length * share));
        await assert.rejects(imported(target, part.join('\n') || '{'), refusal(/cut short/));
        assert.deepEqual(await tablesOf(target), [], `${share}`);
      }
      assert.deepEqual(await imported(target, text), totals);
    });

    it('a value that was changed in the file is found, and nothing is kept', async () => {
      const target = await fresh();
      await assert.rejects(
        imported(target, text.replace('"twice"', '"thrice"')),
        refusal(/no_key differs from the export/),
      );
      await assert.rejects(imported(target, text.replace('\n["twice","1"]', '')), refusal(/2 rows|no_key/));
      assert.deepEqual(await tablesOf(target), []);
    });

    it('refuses a target with data, by the name of the table', async () => {
      const target = await fresh();
      await migrate(target, migrations);
      await target.query('DELETE FROM seeded');
      await target.query('INSERT INTO no_key VALUES (NULL, 1)');
      await assert.rejects(imported(target, text), refusal(/not empty: no_key contains rows/));
      await target.query('DELETE FROM no_key');
      assert.deepEqual(await imported(target, text), totals, 'tables without rows are no obstacle');
      const stranger = await fresh();
      await stranger.query('CREATE TABLE other_application (id int)');
      await assert.rejects(imported(stranger, text), refusal(/tables of another program/));
    });

    it('refuses another version by the name of the migration, on either side', async () => {
      const more = [...migrations, {name: '0099_later', sql: 'CREATE TABLE later (id int);'}];
      const target = await fresh();
      await assert.rejects(
        imported(target, text, {steps: more}),
        refusal(/export lacks the migration 0099_later/),
      );
      const older = migrations.slice(0, -1);
      await assert.rejects(
        imported(target, text, {steps: older}),
        refusal(/export has the migration 0011_kinds/),
      );
      await assert.rejects(
        exportFrom(source, {ring, migrations: ['0010_vault_secrets']}, async () => undefined),
        refusal(/source has the migration 0011_kinds/),
      );
      await migrate(target, more);
      await target.query('DELETE FROM seeded');
      await assert.rejects(imported(target, text), refusal(/target has the migration 0099_later/));
    });

    it('refuses a wrong vault key before anything is written', async () => {
      await assert.rejects(exported(source, otherRing), VaultError);
      const target = await fresh();
      let lines = 0;
      const importing = importInto(target, {ring: otherRing, migrations}, async (sink) => {
        for (const line of text.split('\n')) {
          lines++;
          await sink(readLine(line, lines));
        }
      });
      await assert.rejects(importing, VaultError);
      assert.equal(lines, 1, 'the first line is enough to know');
      assert.deepEqual(await tablesOf(target), []);
    });

    it(
      'is a snapshot of the source, unaffected by concurrent writes',
      {skip: from === 'PGlite'},
      async () => {
        let meanwhile = 0;
        const seen = await exportFrom(source, {ring, migrations: names}, async (line) => {
          if (!('table' in line)) return;
          meanwhile++;
          await source.query(`INSERT INTO no_key VALUES ('meanwhile', $1)`, [meanwhile]);
        });
        assert.ok(meanwhile > 3);
        assert.deepEqual(seen, totals);
        await source.query(`DELETE FROM no_key WHERE note = 'meanwhile'`);
      },
    );
  });
}

describe('lines of an export', () => {
  it('an invalid line is refused without being quoted', () => {
    for (const text of [
      '',
      '{',
      '5',
      '{}',
      '[1]',
      '{"format":"other","version":1}',
      '{"end":true}',
      '["secret"',
    ]) {
      assert.throws(
        () => readLine(text, 3),
        (error: Error) =>
          error instanceof TransferError && /Line 3/.test(error.message) && !/secret/.test(error.message),
      );
    }
    assert.throws(() => readLine('{"format":"card-vault-export","version":2}', 1), /cannot read the format/);
  });

  it('a missing vault key is named by its id', async () => {
    const database = await openInMemory();
    await migrate(database, vaultMigrations);
    await createVault(database, ring);
    const both = readKeyRing(`${'cd'.repeat(32)},${'ab'.repeat(32)}`);
    const vault = await createVault(database, both);
    await database.query('INSERT INTO vault_secrets VALUES ($1, $2)', [
      'newer',
      await vault.seal('x', {record: 'newer', merchant: 'vault'}),
    ]);
    const drain = async () => undefined;
    const options = {migrations: vaultMigrations.map(({name}) => name)};
    await assert.rejects(
      exportFrom(database, {...options, ring}, drain),
      (error: Error) => error instanceof VaultError && error.message.includes(both[0].id),
    );
    await exportFrom(database, {...options, ring: both}, drain);
    await database.close();
  });
});
