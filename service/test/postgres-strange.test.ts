// Further: PostgreSQL with strange settings; the same statements: `service/test/storage.test.ts`.
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import pg from 'pg';
import {startService} from '../src/index.js';
import {postgresMissing, sharedCluster} from './support/engine.js';
import {startTestService, string, type TestService} from './support/harness.js';
import type {Cluster} from './support/postgres.js';
import {strangeSettings} from './support/strange-settings.js';

/** Runs statements as the superuser of a database. */
async function asSuperuser(address: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({
    connectionString: address,
    options: '-c default_transaction_read_only=off',
  });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** The address of a database, for another role, password or database. */
function addressWith(address: string, changes: Readonly<Record<string, string>>): string {
  return Object.assign(new URL(address), changes).href;
}

describe('a database with strange settings', {skip: postgresMissing}, () => {
  let cluster: Cluster;
  before(async () => {
    cluster = await sharedCluster();
  });

  it('saves, lists and plans as any other', async () => {
    const database = await cluster.createDatabase();
    const name = new URL(database).pathname.slice(1);
    await asSuperuser(database, ...strangeSettings(`DATABASE ${name}`));
    const api = await startTestService({database});
    try {
      const {json} = await api.call('/user/customers/v1/', {
        body: {first_name: 'O\\’Neil \\ "x"', email: 'INFO@Example.com'},
      });
      assert.equal(json['data']!['first_name'], 'O\\’Neil \\ "x"');
      const found = await api.call('/user/customers/v1/?email=info@example.com');
      assert.match(found.text, new RegExp(string(json['data']!['token'])));
      const tracker = await api.tracker();
      await api.setUp(tracker);
      const plan = await api.call('/client/plans/v1', {
        body: {
          ...{name: 'Monthly', product: 'p', amount: '4.99', currency: 'USD'},
          ...{interval: 'MONTH', interval_count: 1, type: 'RECURRING', active: true},
        },
      });
      assert.equal(plan.status, 200, plan.text);
      const [row] = await api.service.database.query<{at: Date; bytes: Buffer}>(
        `SELECT timestamptz '2026-03-04T05:06:07Z' AS at, '\\x00ff'::bytea AS bytes`,
      );
      assert.equal(row!.at.toISOString(), '2026-03-04T05:06:07.000Z');
      assert.deepEqual([...row!.bytes], [0, 255]);
      const levels = await api.service.database.transaction((tx) => tx.query('SHOW transaction_isolation'));
      assert.deepEqual(levels, [{transaction_isolation: 'read committed'}]);
    } finally {
      await api.service.close();
    }
  });

  it('finds an address by its letters, not by the rules of a language', async () => {
    const address = await cluster.createDatabase();
    const client = new pg.Client({connectionString: address});
    await client.connect();
    const {rows} = await client.query<{collname: string}>(
      "SELECT collname FROM pg_collation WHERE collname IN ('tr-x-icu', 'tr_TR.utf8') LIMIT 1",
    );
    await client.end();
    const turkish = rows[0]?.collname;
    assert.ok(turkish, 'this server knows no Turkish');
    const api = await startTestService({database: address});
    try {
      await api.service.database.query(
        `ALTER TABLE customers ALTER COLUMN email TYPE text COLLATE "${turkish}"`,
      );
      const {json} = await api.call('/user/customers/v1/', {
        body: {first_name: 'A', email: 'INFO@x.example'},
      });
      const {text} = await api.call('/user/customers/v1/?email=info@x.example');
      assert.match(text, new RegExp(string(json['data']!['token'])));
    } finally {
      await api.service.close();
    }
  });
});

describe('a database that cannot be used', {skip: postgresMissing}, () => {
  let cluster: Cluster;
  let database: string;
  const plain = `plain_${randomUUID().slice(0, 8)}`;
  before(async () => {
    cluster = await sharedCluster();
    database = await cluster.createDatabase();
    await asSuperuser(
      database,
      `CREATE ROLE ${plain} LOGIN PASSWORD 'right'`,
      `CREATE ROLE ${plain}_nowhere LOGIN`,
      `ALTER ROLE ${plain}_nowhere SET search_path = 'nowhere'`,
      `CREATE ROLE ${plain}_reads LOGIN SUPERUSER`,
      `ALTER ROLE ${plain}_reads SET default_transaction_read_only = on`,
      `CREATE DATABASE ${plain}_latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`,
      `CREATE DATABASE ${plain}_empty`,
    );
  });
  after(() =>
    asSuperuser(
      database,
      ...[`DROP DATABASE ${plain}_latin`, `DROP DATABASE ${plain}_empty`],
      `DROP ROLE ${plain}, ${plain}_nowhere, ${plain}_reads`,
    ),
  );

  it('is refused at the start in one sentence that names the reason and repeats no password', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      [
        addressWith(database, {username: plain, password: 'hidden', pathname: `/${plain}_empty`}),
        /GRANT USAGE, CREATE/,
      ],
      [addressWith(database, {username: `${plain}_none`, password: 'hidden'}), /refuses the role/],
      [addressWith(database, {password: 'hidden', pathname: '/not_there'}), /has no database of this name/],
      [addressWith(database, {password: 'hidden', port: '1'}), /refuses the connection/],
      [addressWith(database, {password: 'hidden', hostname: 'no.such.host.invalid'}), /name is not known/],
      [addressWith(database, {password: 'hidden', search: '?sslmode=require'}), /does not offer TLS/],
      [
        addressWith(database, {password: 'hidden', search: '?sslmode=verify-full&sslrootcert=/none.pem'}),
        /names a file or socket that cannot be read/,
      ],
      [addressWith(database, {username: `${plain}_nowhere`, password: 'hidden'}), /search_path/],
      [addressWith(database, {username: `${plain}_reads`, password: 'hidden'}), /takes no changes/],
      [addressWith(database, {password: 'hidden', pathname: `/${plain}_latin`}), /encoding LATIN1/],
    ];
    for (const [address, reason] of cases) {
      const ports = {port: 0, fieldsPort: 0, issuerPort: 0};
      await assert.rejects(startService({...ports, database: address}), (error: Error) => {
        assert.equal(error.name, 'OptionError', `${reason}: ${error.stack}`);
        assert.match(error.message, reason);
        assert.doesNotMatch(error.message, /hidden|\n/);
        return true;
      });
    }
  });
});

describe('a database whose state changes while the service runs', {skip: postgresMissing}, () => {
  let api: TestService;
  let address: string;
  let name: string;
  const role = `owner_${randomUUID().slice(0, 8)}`;
  before(async () => {
    const cluster = await sharedCluster();
    address = await cluster.createDatabase();
    name = new URL(address).pathname.slice(1);
    await asSuperuser(address, `CREATE ROLE ${role} LOGIN`, `ALTER SCHEMA public OWNER TO ${role}`);
    api = await startTestService({database: addressWith(address, {username: role})});
  });
  after(() => api.service.close());

  const write = () => api.call('/user/customers/v1/', {body: {first_name: 'Ada'}});
  const ready = () => api.call('/readyz', {secret: null});
  const endSessions = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = '${role}'`;

  async function untilReady(): Promise<void> {
    while ((await ready()).status !== 200);
  }

  it('answers 503 with Retry-After and is not ready, as long as it takes no changes', async () => {
    await asSuperuser(address, `ALTER DATABASE ${name} SET default_transaction_read_only = on`, endSessions);
    let answer = await write();
    // A connection that was ended is noticed by its first use.
    while (String(answer.json['code']) === 'service.database_unavailable') answer = await write();
    assert.deepEqual([answer.status, answer.json['code']], [503, 'service.database_read_only']);
    assert.equal(answer.headers.get('retry-after'), '5');
    assert.equal((await ready()).json['code'], 'service.database_read_only');
    await asSuperuser(address, `ALTER DATABASE ${name} RESET default_transaction_read_only`, endSessions);
    await untilReady();
    assert.equal((await write()).status, 200);
  });

  it('answers 503 with Retry-After and is not ready, as long as its role has no rights', async () => {
    await asSuperuser(address, `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}`);
    const answer = await write();
    assert.deepEqual([answer.status, answer.json['code']], [503, 'service.database_refuses']);
    assert.ok(answer.headers.get('retry-after'));
    assert.equal((await ready()).json['code'], 'service.database_refuses');
    await asSuperuser(address, `GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role}`);
    await untilReady();
    assert.equal((await write()).status, 200);
  });

  it('runs a transaction again that lost to another one, and tells a caller to repeat it if it goes on losing', async () => {
    const fails = (times: number) => `
      CREATE SEQUENCE IF NOT EXISTS losses; GRANT ALL ON losses TO PUBLIC; ALTER SEQUENCE losses RESTART;
      CREATE OR REPLACE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF nextval('losses') <= ${times} THEN RAISE EXCEPTION USING ERRCODE = '40P01'; END IF; RETURN new; END $$;
      CREATE OR REPLACE TRIGGER lose BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION lose()`;
    await asSuperuser(address, fails(2));
    assert.equal((await write()).status, 200);
    await asSuperuser(address, fails(1000));
    const answer = await write();
    assert.deepEqual([answer.status, answer.json['code']], [503, 'service.database_busy']);
    assert.equal(answer.headers.get('retry-after'), '1');
    const key = {key: 'a-key', body: {first_name: 'Ada'}};
    assert.equal((await api.call('/user/customers/v1/', key)).status, 503);
    await asSuperuser(address, 'DROP TRIGGER lose ON customers');
    assert.equal((await api.call('/user/customers/v1/', key)).status, 200);
  });

  it('tells apart who may act: each class of SQLSTATE has an answer of its own', async () => {
    const raise = (state: string) => `
      CREATE OR REPLACE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION USING ERRCODE = '${state}'; END $$;
      CREATE OR REPLACE TRIGGER lose BEFORE INSERT ON customers FOR EACH ROW EXECUTE FUNCTION lose()`;
    for (const [code, states] of Object.entries({
      'service.database_unavailable': ['57P01', '57P05', '08006', '53300', '40003', '25P03'],
      'service.database_full': ['53100', '53200'],
      'service.database_busy': ['40001', '55P03', '57014'],
      'service.database_read_only': ['25006'],
      'service.database_refuses': ['42501', '58030', '28000', 'XX001'],
      unexpected: ['22012', '42P01'],
    })) {
      for (const state of states) {
        await asSuperuser(address, raise(state));
        const answer = await write();
        assert.deepEqual(
          [answer.status, answer.json['code']],
          [code === 'unexpected' ? 500 : 503, code],
          state,
        );
        if (code !== 'unexpected') assert.ok(answer.headers.get('retry-after'), state);
      }
    }
    await asSuperuser(address, 'DROP TRIGGER lose ON customers');
  });
});
