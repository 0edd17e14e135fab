// Further: PostgreSQL behind a pooler; the same statements: `service/test/storage.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import pg from 'pg';
import {silentLogger} from '../src/platform/http/log.js';
import {openDatabase} from '../src/platform/storage/open.js';
import {postgresMissing, sharedCluster} from './support/engine.js';
import {startTestService, string, type TestService} from './support/harness.js';
import {poolerMissing, startPooler, type PoolMode, type Pooler} from './support/pgbouncer.js';
import type {Cluster} from './support/postgres.js';

const skip = postgresMissing || poolerMissing;
const requests = 60;

/** Statuses of many requests at once: two processes, each writing a customer and reading it at the other. */
async function crossed(processes: readonly TestService[]): Promise<readonly number[]> {
  const one = async (index: number): Promise<readonly number[]> => {
    const [here, there] = [processes[index % 2]!, processes[(index + 1) % 2]!];
    const made = await here.call('/user/customers/v1/', {body: {first_name: `Ada ${index}`}});
    if (made.status !== 200) return [made.status];
    const token = string(made.json['data']!['token']);
    const read = await there.call(`/user/customers/v1/${token}`);
    const tracker = await there.call('/order/payments/v3/', {
      body: {
        merchant_api_key: there.service.keys.publicKey,
        user: token,
        intent: 'CYBERSOURCE',
        mode: 'instrument',
        currency: 'USD',
      },
    });
    return [made.status, read.status, tracker.status];
  };
  return (await Promise.all(Array.from({length: requests}, (_, index) => one(index)))).flat();
}

for (const mode of ['transaction', 'session'] satisfies PoolMode[]) {
  describe(`through PgBouncer, which pools each ${mode}`, {skip}, () => {
    let cluster: Cluster;
    let pooler: Pooler;
    let address: string;
    before(async () => {
      cluster = await sharedCluster();
      pooler = await startPooler({port: cluster.port, mode});
      address = pooler.through(await cluster.createDatabase());
    });
    after(() => pooler?.stop());

    it('two processes answer each other’s requests at once, and after each of them was restarted', async () => {
      const options = {database: address, databaseThread: true};
      const processes = await Promise.all([startTestService(options), startTestService(options)]);
      for (const index of [0, 1, 2]) {
        const statuses = await crossed(processes);
        assert.deepEqual([...new Set(statuses)], [200], statuses.join(' '));
        await processes[index % 2]!.service.close();
        processes[index % 2] = await startTestService(options);
        assert.equal((await processes[index % 2]!.call('/readyz', {secret: null})).status, 200);
      }
      await Promise.all(processes.map(({service}) => service.close()));
    });
  });
}

describe('sessions that are exchanged unseen', {skip: postgresMissing}, () => {
  it('are noticed by a prepared statement that is not there: it is sent unnamed, and nothing is prepared again', async () => {
    const cluster = await sharedCluster();
    const address = await cluster.createDatabase();
    const warnings: string[] = [];
    const logger = {...silentLogger, warn: (event: string) => void warnings.push(event)};
    const database = await openDatabase(address, logger);
    const count = () => database.query<{n: number}>('SELECT 1 + $1::int AS n', [1]);
    const batch = () =>
      database.transaction((tx) => {
        const {rows} = tx.atEnd<{n: number}>('SELECT 2 + $1::int AS n', [1]);
        return {rows};
      });
    assert.deepEqual(await count(), [{n: 2}]);
    assert.deepEqual(await (await batch()).rows, [{n: 3}]);
    const [names] = await database.query<{names: string[]}>(
      'SELECT array_agg(name) AS names FROM pg_prepared_statements WHERE $1',
      [true],
    );
    assert.ok(
      names!.names.every((name) => /^cv_[\w-]{22}$/.test(name)),
      String(names!.names),
    );
    await database.query('DEALLOCATE ALL');
    assert.deepEqual(await count(), [{n: 2}]);
    assert.deepEqual(await (await batch()).rows, [{n: 3}]);
    assert.deepEqual(warnings, ['storage.statements_not_prepared']);
    await database.close();
  });

  it('mean nothing where no statement is prepared', async () => {
    const address = await (await sharedCluster()).createDatabase();
    const database = await openDatabase(address, silentLogger, {noPreparedStatements: true});
    await database.query('SELECT 1 + $1::int AS n', [1]);
    assert.deepEqual(await database.query('SELECT name FROM pg_prepared_statements WHERE $1', [true]), []);
    await database.close();
  });
});

describe('a pooler that keeps a role’s strange settings', {skip}, () => {
  it('is refused by name where a setting cannot be set through it, and used where it can', async () => {
    const cluster = await sharedCluster();
    const database = await cluster.createDatabase();
    const pooler = await startPooler({
      ...{port: cluster.port, mode: 'transaction'},
      users: ['pooled_german', 'pooled_escape'],
    });
    const client = new pg.Client({connectionString: database});
    await client.connect();
    const role = async (name: string, settings: string) => {
      await client.query(`CREATE ROLE ${name} LOGIN SUPERUSER; ${settings}`);
      const url = new URL(pooler.through(database));
      url.username = name;
      return url.href;
    };
    try {
      const german = await role('pooled_german', "ALTER ROLE pooled_german SET DateStyle = 'German'");
      const open = await openDatabase(german, silentLogger);
      const [row] = await open.query<{at: Date}>("SELECT timestamptz '2026-11-28T12:00:00Z' AS at");
      assert.equal(row!.at.toISOString(), '2026-11-28T12:00:00.000Z');
      await open.close();
      const escaped = await role('pooled_escape', "ALTER ROLE pooled_escape SET bytea_output = 'escape'");
      await assert.rejects(openDatabase(escaped, silentLogger), {
        name: 'OptionError',
        message: /bytea_output is escape.*ALTER ROLE … SET bytea_output = 'hex'/,
      });
    } finally {
      await client.query('DROP ROLE IF EXISTS pooled_german, pooled_escape');
      await client.end();
      await pooler.stop();
    }
  });
});
