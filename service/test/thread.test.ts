// Further: the death of the database’s thread; the database: `service/test/storage.test.ts`.
import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdir, mkdtemp, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import type {Worker} from 'node:worker_threads';
import {silentLogger} from '../src/platform/http/log.js';
import {openDatabase} from '../src/platform/storage/open.js';
import {migrations} from '../src/start.js';
import {startTestService} from './support/harness.js';

/** Resolves with the next thread that this process starts. */
const nextThread = () => new Promise<Worker>((resolve) => process.once('worker', resolve));

describe('PGlite in a thread of its own (guarantees 4.10)', () => {
  it('health checks are answered while one statement keeps the database busy', async () => {
    const api = await startTestService({database: 'memory:', databaseThread: true});
    let busy = true;
    const long = api.service.database
      .query('SELECT sum(n) FROM generate_series(1, 2000000) n')
      .finally(() => (busy = false));
    let answers = 0;
    while (busy) {
      assert.equal((await api.call('/healthz')).status, 200);
      if (busy) answers++;
    }
    await long;
    // If the database ran in the thread of the requests, the statement would finish before any of them.
    assert.ok(answers >= 10, `${answers} answers`);
    await api.service.close();
  });

  it('if the thread dies, waiting requests fail, and soon the service answers again with all committed data', async () => {
    const home = await mkdtemp(join(tmpdir(), 'card-vault-thread-'));
    const database = join(home, 'db');
    const started = nextThread();
    const api = await startTestService({database, databaseThread: true});
    const thread = await started;
    const customer = await api.customer();
    const ended = once(thread, 'exit');
    const waiting = api.service.database.query('SELECT sum(n) FROM generate_series(1, 50000000) n');
    const request = api.call('/user/customers/v1/', {body: {first_name: 'Eve'}, key: 'waiting'});
    const refused = assert.rejects(waiting, {code: 'service.database_unavailable'});
    await thread.terminate();
    await ended;
    await refused;
    const cutOff = await request;
    assert.equal(cutOff.status, 503, cutOff.text);
    assert.equal(cutOff.json['code'], 'service.database_unavailable');
    assert.ok(Number(cutOff.headers.get('retry-after')) >= 1);
    assert.equal((await api.call('/healthz')).status, 200, 'the process itself lives');
    const refusals = new Set<string>();
    let reply = await api.call('/readyz');
    while (reply.status !== 200) {
      refusals.add(`${reply.status} ${reply.text.includes('service.database_unavailable')}`);
      reply = await api.call('/readyz');
    }
    assert.deepEqual(
      [...refusals].filter((refusal) => refusal !== '503 true'),
      [],
    );
    assert.equal((await api.call(`/user/customers/v1/${customer}`)).status, 200, 'committed data is there');
    const repeated = await api.call('/user/customers/v1/', {body: {first_name: 'Eve'}, key: 'waiting'});
    assert.equal(repeated.status, 200, repeated.text);
    for (const event of ['storage.thread_ended', 'storage.thread_reopened']) {
      assert.equal(api.logs.filter((line) => line.includes(event)).length, 1, event);
    }
    await api.service.close();
    await rm(home, {recursive: true, force: true});
  });

  it('an in-memory database is lost with its thread: 503 until the process restarts', async () => {
    const started = nextThread();
    const api = await startTestService({database: 'memory:', databaseThread: true});
    const thread = await started;
    await thread.terminate();
    const reply = await api.call('/readyz');
    assert.equal(reply.status, 503, reply.text);
    assert.equal(reply.json['code'], 'service.database_unavailable');
    await api.service.close();
  });

  it('if it dies inside a transaction, the transaction fails and nothing of it is kept', async () => {
    const home = await mkdtemp(join(tmpdir(), 'card-vault-thread-'));
    const started = nextThread();
    const database = await openDatabase(join(home, 'db'), silentLogger, {migrations});
    const thread = await started;
    await database.query('CREATE TABLE things (id int)');
    await assert.rejects(
      database.transaction(async (tx) => {
        await tx.query('INSERT INTO things VALUES (1)');
        await thread.terminate();
        await tx.query('INSERT INTO things VALUES (2)');
      }),
      {code: 'service.database_unavailable'},
    );
    await database.close();
    const again = await openDatabase(join(home, 'db'), silentLogger, {thread: false});
    assert.deepEqual(await again.query('SELECT * FROM things'), []);
    await again.close();
    await rm(home, {recursive: true, force: true});
  });

  it('a thread that cannot open its database reports why', async () => {
    const home = await mkdtemp(join(tmpdir(), 'card-vault-thread-'));
    await mkdir(join(home, 'db'));
    await writeFile(join(home, 'db', 'data'), 'a file, not a folder');
    await assert.rejects(openDatabase(join(home, 'db'), silentLogger), /db\/data cannot be opened: ./);
    await rm(home, {recursive: true, force: true});
  });
});
