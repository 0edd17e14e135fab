// Further: kills between effect and answer; an answer asked for again: `service/test/idempotency.test.ts`.
import assert from 'node:assert/strict';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {developmentKeys} from '../src/options.js';
import {postgresMissing, sharedCluster} from './support/engine.js';
import {TestProcess} from './support/process.js';
import {ask, data, type Answer, type Running} from './support/raw.js';

type Death = 'before' | 'after';

/** Starts a process that is killed at a commit; without `death`, the published service. */
async function start(database: string, death?: Death): Promise<Running & {readonly process: TestProcess}> {
  const ports = ['--port', '0', '--fields-port', '0', '--issuer-port', '0'];
  const process = death
    ? new TestProcess('service/test/support/dies-at-commit.ts', [database, death])
    : new TestProcess('service/dist/cli.js', [
        '--json',
        '--allow-raw',
        '--limit',
        'card=100000',
        '--database',
        database,
        ...ports,
      ]);
  const urls = JSON.parse(await process.firstLine()) as {api: string};
  return {process, urls, keys: developmentKeys};
}

/** Repeats a call until the lease of the killed process has ended. */
async function untilLeaseEnds(run: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await run();
    if (answer.status !== 409) return answer;
    await pause(100);
  }
}

/** Creates a tracker whose next action is the authorization. Returns its path. */
async function readyTracker(service: Running): Promise<string> {
  const {token: user} = await data(service, '/user/customers/v1/', {first_name: 'Ada', last_name: 'Byron'});
  const options = {user, currency: 'PKR', entry_mode: 'raw'};
  const {tracker} = await data(service, '/order/payments/v3/', options);
  const path = `/order/payments/v3/${String(tracker!['token'])}`;
  const card = {card_number: '4000000000002701', expiration_month: '01', expiration_year: '2031', cvv: '123'};
  const authentication_setup = {
    success_url: 'http://localhost:5173/ok',
    failure_url: 'http://localhost:5173/no',
  };
  await data(service, path, {payload: {payment_method: {card}}});
  await data(service, path, {payload: {authentication_setup}});
  return path;
}

/**
 * Declares two tests for an engine. Because each starts two processes, an engine gets both kinds of kill and
 * both kinds of work, but not every combination.
 */
function kills(
  engine: string,
  open: () => Promise<string>,
  [ofCustomer, ofAuthorization]: readonly [Death, Death],
): void {
  it(`${engine}, killed ${ofCustomer} the commit: one customer, and repeats get the same answer`, async () => {
    const database = await open();
    const first = await start(database, ofCustomer);
    const create = (service: Running) => ask(service, '/user/customers/v1/', {first_name: 'Kay'}, {key: 'k'});
    await assert.rejects(create(first));
    assert.equal(await first.process.end(), 'SIGKILL');
    const second = await start(database);
    const repeated = await untilLeaseEnds(() => create(second));
    assert.equal(repeated.status, 200, repeated.text);
    const {list} = await data(second, '/user/customers/v1?limit=10');
    assert.equal((list as unknown as unknown[]).length, 1);
    assert.equal((await create(second)).text, repeated.text);
    await second.process.kill('SIGKILL');
  });

  it(`${engine}, killed ${ofAuthorization} the commit of an authorization: one hold, one payment method`, async () => {
    const database = await open();
    const first = await start(database, ofAuthorization);
    const path = await readyTracker(first);
    const payload = {authorization: {do_capture: false}};
    const authorize = (service: Running) => ask(service, path, {payload}, {key: 'a'});
    await assert.rejects(authorize(first));
    assert.equal(await first.process.end(), 'SIGKILL');
    const second = await start(database);
    const repeated = await untilLeaseEnds(() => authorize(second));
    assert.equal(repeated.status, 200, repeated.text);
    assert.equal((await authorize(second)).text, repeated.text);
    const reversed = await ask(second, `${path}/reversal`, {}, {key: 'r'});
    assert.equal(reversed.status, 200, reversed.text);
    await second.process.kill('SIGKILL');
  });
}

describe('a kill between effect and answer (decision 0052)', {timeout: 600_000}, () => {
  let folder: string;
  let serial = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-vault-commit-'));
  });
  after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));

  kills('a folder', () => Promise.resolve(join(folder, String(++serial))), ['before', 'after']);
  describe('on PostgreSQL', {skip: postgresMissing}, () => {
    kills('a server', async () => (await sharedCluster()).createDatabase(), ['after', 'before']);
  });
});
