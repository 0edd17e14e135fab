import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {after, before, describe, it} from 'node:test';
import ts from 'typescript';
import {PGlite} from '@electric-sql/pglite';
import {
  createWebhooks,
  memoryReplayStore,
  memoryTrackerStore,
  type ReplayStore,
  type TrackerStore,
  type WebhookLogEntry,
} from '../../src/server/index.js';
import {webhookRequest} from '../../src/testing/index.js';
import {keepsReplayContract, keepsTrackerContract} from './support/store-contract.js';

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

interface Database {
  query(sql: string, values: unknown[]): Promise<{rows: unknown[]}>;
}

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

describe('the stores of docs/webhooks.md', () => {
  const guide = readFileSync('docs/webhooks.md', 'utf8').split('## Keep it in your database')[1] ?? '';
  const block = (language: string) => guide.split(`\`\`\`${language}\n`)[1]?.split('```')[0] ?? '';
  let database: PGlite;
  let stores: {replayStore(db: Database): ReplayStore; trackerStore(db: Database): TrackerStore};
  before(async () => {
    database = await PGlite.create();
    await database.exec(block('sql'));
    const {outputText} = ts.transpileModule(block('ts'), {compilerOptions: {module: ts.ModuleKind.ESNext}});
    stores = (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)) as typeof stores;
  });
  after(() => database.close());
  keepsReplayContract(
    () => stores.replayStore(database),
    async (milliseconds) => {
      // The database's clock cannot be moved; its claims can.
      const sql = `UPDATE card_vault_events SET claimed_until = claimed_until - $1::float8 * interval '1 millisecond'`;
      await database.query(sql, [milliseconds]);
    },
  );
  keepsTrackerContract(() => stores.trackerStore(database));
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
