import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {it} from 'node:test';
import {fileURLToPath} from 'node:url';
import type {OpenTracker, ReplayStore, TrackerStore} from '../../../src/server/index.js';

const lease = 60_000;
let events = 0;
const anEvent = () => `evt_${(events += 1)}`;

/** Lets time go by for claims in a database, whose own clock cannot be moved. */
export const endClaims = (run: (sql: string) => unknown) => async (milliseconds: number) => {
  await run(`UPDATE card_vault_events SET claimed_until = claimed_until - ${milliseconds}`);
};

/**
 * What the kit relies on in a store of events. `pass` lets time go by for the store; two stores from `open` are two processes.
 */
export function keepsReplayContract(
  open: () => ReplayStore | Promise<ReplayStore>,
  pass: (milliseconds: number) => void | Promise<void>,
): void {
  it('gives an event to one of many who ask at the same moment', async () => {
    const [first, second, id] = [await open(), await open(), anEvent()];
    const askers = Array.from({length: 20}, async (_, index) =>
      (index % 2 ? first : second).claim(id, lease),
    );
    const answers = await Promise.all(askers);
    assert.equal(answers.filter((answer) => answer === 'new').length, 1);
    assert.equal(answers.filter((answer) => answer === 'under-way').length, 19);
  });

  it('says of an event that was handled that it is done, for good', async () => {
    const [store, id] = [await open(), anEvent()];
    assert.equal(await store.claim(id, lease), 'new');
    await store.done(id);
    assert.equal(await store.claim(id, lease), 'done');
    await pass(lease + 1);
    assert.equal(await store.claim(id, lease), 'done');
    await store.release(id);
    assert.equal(await store.claim(id, lease), 'done');
  });

  it('gives an event out again that could not be handled', async () => {
    const [store, id] = [await open(), anEvent()];
    await store.claim(id, lease);
    await store.release(id);
    assert.equal(await store.claim(id, lease), 'new');
  });

  it('gives an event out again, to one, whose process died before it said how it ended', async () => {
    const [dead, alive, id] = [await open(), await open(), anEvent()];
    assert.equal(await dead.claim(id, lease), 'new');
    await pass(lease - 1000);
    assert.equal(await alive.claim(id, lease), 'under-way');
    await pass(1001);
    const answers = await Promise.all(Array.from({length: 10}, async () => alive.claim(id, lease)));
    assert.equal(answers.filter((answer) => answer === 'new').length, 1);
    await pass(lease - 1000);
    assert.equal(await alive.claim(id, lease), 'under-way');
  });
}

/** What the kit relies on in a store of open trackers. */
export function keepsTrackerContract(open: () => TrackerStore | Promise<TrackerStore>): void {
  const entry = (tracker: string, openedAt: number, more: Partial<OpenTracker> = {}): OpenTracker => ({
    ...{tracker, openedAt, ...more},
  });

  it('keeps whole entries, oldest first, for every process', async () => {
    const store = await open();
    const wallet = ['pm_1', 'pm_2'];
    await store.add(entry('track_a', 1000, {wallet}));
    await store.add(entry('track_b', 2000, {accountVerification: true}));
    assert.deepEqual(await (await open()).list(), [
      entry('track_a', 1000, {wallet}),
      entry('track_b', 2000, {accountVerification: true}),
    ]);
  });

  it('has one entry of each tracker, the last', async () => {
    const store = await open();
    await Promise.all([1, 2, 3].map(async (at) => store.add(entry('track_c', at))));
    await store.add(entry('track_c', 4, {wallet: []}));
    const found = (await store.list()).filter(({tracker}) => tracker === 'track_c');
    assert.deepEqual(found, [entry('track_c', 4, {wallet: []})]);
  });

  it('removes an entry once, and is not troubled by a second time', async () => {
    const store = await open();
    await store.add(entry('track_d', 1));
    await store.remove('track_d');
    await store.remove('track_d');
    assert.equal((await store.list()).filter(({tracker}) => tracker === 'track_d').length, 0);
  });
}

/**
 * A lease in a database ends for a process that really is gone: it claims an event and is killed. `place` is what
 * `claim-and-wait.ts` is called with.
 */
export function outlivesItsProcess(
  place: () => string[],
  open: () => ReplayStore | Promise<ReplayStore>,
  pass: (milliseconds: number) => void | Promise<void>,
): void {
  it('gives an event out again after its process was killed between claim and done', async () => {
    const id = anEvent();
    const script = fileURLToPath(new URL('claim-and-wait.ts', import.meta.url));
    const child = spawn(process.execPath, ['--import', 'tsx', script, ...place(), id, String(lease)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await Promise.race([
      once(child.stdout, 'data'),
      once(child, 'exit').then(([code]) => [`ended with ${code}`]),
    ])) as [unknown];
    assert.equal(String(said), 'new');
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    const store = await open();
    assert.equal(await store.claim(id, lease), 'under-way');
    await pass(lease + 1);
    assert.equal(await store.claim(id, lease), 'new');
  });
}
