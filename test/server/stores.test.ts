// Further: each store of the guide; replays: `test/server/webhooks.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import pg from 'pg';
import {PGlite} from '@electric-sql/pglite';
import {
  createWebhooks,
  memoryReplayStore,
  memoryTrackerStore,
  postgresStores,
  postgresTables,
  redisReplayStore,
  type RedisDatabase,
  type ReplayStore,
  type WebhookLogEntry,
} from '../../src/server/index.js';
import {webhookRequest} from '../../src/testing/index.js';
import {findPrograms, startCluster, type Cluster} from '../../service/test/support/postgres.js';
import {keepsReplayContract, keepsTrackerContract} from './support/store-contract.js';

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
    for (let start = 0; start < 2; start++) await database.exec(postgresTables);
  });
  after(() => database.close());
  keepsReplayContract(
    () => postgresStores(database).events,
    async (milliseconds) => {
      // The database's clock cannot be moved; its claims can.
      const sql = `UPDATE card_vault_events SET claimed_until = claimed_until - $1::float8 * interval '1 millisecond'`;
      await database.query(sql, [milliseconds]);
    },
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
    before(async () => {
      cluster = await startCluster();
      pool = new pg.Pool({connectionString: await cluster.createDatabase()});
      // The server ends while the last connections say goodbye.
      pool.on('error', () => undefined);
      await pool.query(postgresTables);
    });
    after(async () => {
      await pool.end();
      await cluster.stop();
    });
    keepsReplayContract(
      () => postgresStores(pool).events,
      async (milliseconds) => {
        const sql = `UPDATE card_vault_events SET claimed_until = claimed_until - $1::float8 * interval '1 millisecond'`;
        await pool.query(sql, [milliseconds]);
      },
    );
    keepsTrackerContract(() => postgresStores(pool).trackers);
  },
);

describe('the store of events in Redis', () => {
  let time = 0;
  const kept = new Map<string, {value: string; until: number}>();
  const alive = (key: string) => {
    const found = kept.get(key);
    return found && found.until > time ? found.value : null;
  };
  const client: RedisDatabase = {
    async set(key, value, {PX, NX}) {
      if (NX && alive(key) !== null) return null;
      kept.set(key, {value, until: time + PX});
      return 'OK';
    },
    get: async (key) => alive(key),
    del: async (key) => Number(kept.delete(key)),
  };
  keepsReplayContract(
    () => redisReplayStore(client),
    (milliseconds) => void (time += milliseconds),
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
