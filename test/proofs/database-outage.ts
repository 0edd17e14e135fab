import {setTimeout as pause} from 'node:timers/promises';
import type {Cluster} from '../../service/test/support/postgres.js';
import {cuttableProxy} from './support/cuttable.js';
import {onPostgres} from './support/postgres.js';
import {RawSave} from './support/raw-save.js';
import {ServiceProcess, p} from './support/service-process.js';
import {advance, checkHolds, checkSave, ledger} from './support/verify.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A13';
export const title =
  'PostgreSQL cut off and back under load: only 503 with Retry-After meanwhile, and all is well soon after';

const callers = 6;
const recoveredWithinMs = 5000;
const dueMs = 31 * 60_000;

/** Refusals of the whole load: while the server is out of reach, 503 with Retry-After and nothing else. */
function checkRefusals(saves: readonly RawSave[]): string[] {
  const refusals = saves.flatMap((save) => save.refusals);
  const other = refusals.filter(({status, retryAfter}) => status !== 503 || retryAfter === null);
  return other.map(({status, text}) => `V26 an answer ${status} during an outage: ${text.slice(0, 200)}`);
}

async function cutAndMend(service: ServiceProcess, proxy: {cut(): void; mend(): void}): Promise<number> {
  await pause(100 + Math.random() * 300);
  proxy.cut();
  while ((await service.get('/readyz')).status === 200) await pause(5);
  await pause(Math.random() * 300);
  proxy.mend();
  const mended = performance.now();
  while ((await service.get('/readyz')).status !== 200) await pause(10);
  return performance.now() - mended;
}

async function underLoad(
  database: string,
  proxy: {cut(): void; mend(): void},
  cuts: number,
): Promise<ProofResult> {
  const service = new ServiceProcess({database, flags: ['--allow-raw']});
  const saves: RawSave[] = [];
  const violations: string[] = [];
  const back: number[] = [];
  let ended = false;
  try {
    await service.ready();
    const caller = async () => {
      while (!ended) {
        const save = new RawSave(saves.length % 3 === 0);
        saves.push(save);
        await save
          .run(() => Promise.resolve(service))
          .catch((error: Error) => violations.push(error.message));
      }
    };
    const load = Promise.all(Array.from({length: callers}, caller));
    for (let cut = 0; cut < cuts; cut++) back.push(await cutAndMend(service, proxy));
    ended = true;
    await load;
    for (const save of saves) {
      const finished = await save.run(() => Promise.resolve(service)).catch((error: Error) => error);
      if (finished !== true) violations.push('a save cannot be finished after the outage');
      violations.push(...(await checkSave(service, save)));
    }
    violations.push(...checkRefusals(saves));
    await advance(service, dueMs);
    violations.push(...checkHolds(await ledger(service)));
  } finally {
    await service.kill();
  }
  if (p(back, 100) > recoveredWithinMs) violations.push(`back only after ${p(back, 100)} ms`);
  const refusals = saves.reduce((sum, save) => sum + save.refusals.length, 0);
  return {
    lines: [
      `${cuts} cuts under load, ${saves.length} saves all finished, ${refusals} refusals`,
      `ready again after p50 ${p(back, 50)} ms, max ${p(back, 100)} ms`,
    ],
    violations,
  };
}

async function behindProxy(cluster: Cluster, cuts: number): Promise<ProofResult> {
  const proxy = await cuttableProxy(cluster.port);
  try {
    const database = new URL(await cluster.createDatabase());
    database.port = String(proxy.port);
    return await underLoad(database.href, proxy, cuts);
  } finally {
    await proxy.close();
  }
}

/** Cuts the way to the database server by a proxy, `CARD_VAULT_CUTS` times if that is set. */
export const run = ({bar}: {readonly bar: boolean}): Promise<ProofResult> =>
  onPostgres((cluster) => behindProxy(cluster, sizeOf('CARD_VAULT_CUTS', {bar, slice: 10, full: 100})));
