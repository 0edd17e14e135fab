// Further: each store of the guide; replays: `test/server/webhooks.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {createClient} from '@redis/client';
import pg from 'pg';
import {PGlite} from '@electric-sql/pglite';
import {
  createWebhooks,
  memoryReplayStore,
  memoryTrackerStore,
  postgresStores,
  redisReplayStore,
  storeTables,
  type ReplayStore,
  type WebhookLogEntry,
} from '../../src/server/index.js';
import {webhookRequest} from '../../src/testing/index.js';
import {findPrograms, startCluster, type Cluster} from '../../service/test/support/postgres.js';
import {findRedis, startRedis, type RedisServer} from './support/redis.js';
import {
  endClaims,
  keepsReplayContract,
  keepsTrackerContract,
  outlivesItsProcess,
} from './support/store-contract.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

describe('the stores in memory', () => {
  let time = 0;
  const replay = memoryReplayStore({now: () => time});
  keepsReplayContract(
    () => replay,
    (milliseconds) => void (time += milliseconds),
  );
  const trackers = memoryTrackerStore();
  keepsTrackerContract(() => trackers);
});

describe('the stores in PostgreSQL', () => {
  let database: PGlite;
  before(async () => {
    database = await PGlite.create();
    // Twice, as every start of a shop may.
    for (let start = 0; start < 2; start++) await database.exec(storeTables);
  });
  after(() => database.close());
  keepsReplayContract(
    () => postgresStores(database).events,
    endClaims((sql) => database.exec(sql)),
  );
  keepsTrackerContract(() => postgresStores(database).trackers);
});

const programs = findPrograms();
describe(
  'the stores on a PostgreSQL server, with the package pg',
  {skip: !programs && 'no PostgreSQL here'},
  () => {
    let cluster: Cluster;
    let pool: pg.Pool;
    let address: string;
    before(async () => {
      cluster = await startCluster();
      address = await cluster.createDatabase();
      pool = new pg.Pool({connectionString: address});
      // The server ends while the last connections say goodbye.
      pool.on('error', () => undefined);
      await pool.query(storeTables);
    });
    after(async () => {
      await pool.end();
      await cluster.stop();
    });
    const pass = endClaims((sql) => pool.query(sql));
    keepsReplayContract(() => postgresStores(pool).events, pass);
    keepsTrackerContract(() => postgresStores(pool).trackers);
    outlivesItsProcess(
      () => ['postgres', address],
      () => postgresStores(pool).events,
      pass,
    );
  },
);

const redisProgram = findRedis();
describe('the store of events in Redis', {skip: !redisProgram && 'no redis-server here'}, () => {
  let server: RedisServer;
  let client: ReturnType<typeof createClient>;
  before(async () => {
    server = await startRedis(redisProgram);
    client = createClient({socket: {path: server.path, tls: false}});
    await client.connect();
  });
  after(async () => {
    client.destroy();
    await server.stop();
  });
  /** Ends the keys' lives early, of claims and of handled events alike. */
  const pass = async (milliseconds: number) => {
    for (const key of await client.keys('*')) {
      const left = await client.pTTL(key);
      await client.pExpire(key, left - milliseconds);
    }
  };
  keepsReplayContract(() => redisReplayStore(client), pass);
  outlivesItsProcess(
    () => ['redis', server.path],
    () => redisReplayStore(client),
    pass,
  );
});

describe('createWebhooks()', () => {
  const event = () => webhookRequest('http://shop.test/', {type: 'subscription.cancelled'}, {secret});

  it('handles an event whose first process died at it', async () => {
    let time = Date.now();
    const store = memoryReplayStore({now: () => time});
    let calls = 0;
    const open = (act: () => Promise<void>) =>
      createWebhooks({
        ...{scheme: 'standard', secrets: [secret], store, now: () => time, tolerance: 3600},
        on: {'subscription.cancelled': act},
      });
    const request = await event();
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    // This one never says how it ended.
    void open(() => (begin(), new Promise(() => undefined))).handle(request.clone());
    await begun;
    const alive = open(async () => void (calls += 1));
    assert.equal((await alive.handle(request.clone())).status, 409);
    time += 5 * 60_000;
    assert.equal((await alive.handle(request.clone())).status, 200);
    assert.equal(calls, 1);
  });

  it('does not give up the claim of another process when its own has ended', async () => {
    let time = Date.now();
    const released: string[] = [];
    const store: ReplayStore = {
      claim: () => 'new',
      done: () => undefined,
      release: (id) => void released.push(id),
    };
    const webhooks = createWebhooks({
      ...{scheme: 'standard', secrets: [secret], store, now: () => time, tolerance: 3600},
      on: {
        'subscription.cancelled': () => {
          time += 5 * 60_000;
          throw new Error('too late');
        },
      },
    });
    assert.equal((await webhooks.handle(await event())).status, 500);
    assert.deepEqual(released, []);
  });

  it('tells what a handler threw, and what its store did, where both fail', async () => {
    const log: WebhookLogEntry[] = [];
    const broken = new Error('the database is away');
    const thrown = new Error('the mail is away');
    const store: ReplayStore = {
      claim: () => 'new',
      done: () => undefined,
      release: () => Promise.reject(broken),
    };
    const webhooks = createWebhooks({
      ...{scheme: 'standard', secrets: [secret], store},
      on: {'subscription.cancelled': () => Promise.reject(thrown)},
      log: (entry) => log.push(entry),
    });
    assert.equal((await webhooks.handle(await event())).status, 500);
    assert.deepEqual(
      log.map(({error}) => error),
      [broken, thrown],
    );
  });
});
