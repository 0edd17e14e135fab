import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {developmentKeys} from '../../service/src/options.js';
import {Client, percentile} from '../../bench/support/client.js';
import {flood} from './support/flooding.js';
import {ServiceProcess} from './support/service-process.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'D4';
export const title = 'health is answered quickly while the service writes as much as it can';

const goalMs = 50;
/** How often health is asked for. */
const everyMs = 25;
/** More customers than the database can write in a second, over as many connections as a busy shop has. */
const writing = {connections: 32, perSecond: 10_000};

interface Busy {
  readonly health: readonly number[];
  readonly failed: number;
  readonly written: number;
  readonly perSecond: number;
}

async function busy(count: number, preload?: string): Promise<Busy> {
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-d4-'));
  const service = new ServiceProcess({
    database: join(folder, 'db'),
    ...(preload !== undefined && {preload}),
  });
  const client = new Client(1);
  try {
    const {api} = await service.ready();
    let isOver = false;
    const writes = flood({
      ...{url: api, count, ...writing},
      requests: [
        {
          ...{method: 'POST', path: '/user/customers/v1/', body: '{"first_name":"Ada"}'},
          headers: {
            'content-type': 'application/json',
            'x-sfpy-merchant-secret': developmentKeys.secretKey,
          },
        },
      ],
    }).finally(() => (isOver = true));
    const health: number[] = [];
    let failed = 0;
    while (!isOver) {
      const {status, milliseconds} = await client.send('GET', `${api}/healthz`, {});
      health.push(milliseconds);
      if (status !== 200) failed++;
      await pause(Math.max(0, everyMs - milliseconds));
    }
    const {statuses, seconds} = await writes;
    const written = statuses['200'] ?? 0;
    return {health, failed, written, perSecond: written / seconds};
  } finally {
    client.close();
    await service.kill();
    await rm(folder, {recursive: true, force: true});
  }
}

/** The slice writes 3,000 customers, the bar 60,000; how quick health is can be judged only where nothing else runs. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const count = sizeOf('CARD_VAULT_WRITES', {bar, slice: 3000, full: 60_000});
  // A service that stands still for 200 ms again and again must be found slow.
  process.env['CARD_VAULT_BLOCKS'] = '200/400';
  const planted = await busy(500, new URL('./support/blocks.mjs', import.meta.url).href);
  const found = await busy(count);
  const p99 = percentile(found.health, 99);
  return {
    lines: [
      `${found.written} customers at ${Math.round(found.perSecond)} a second; health asked ${found.health.length} times: p50 ${percentile(found.health, 50).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    ],
    violations: [
      ...(percentile(planted.health, 99) > goalMs ? [] : ['a service that stands still is not noticed']),
      ...(found.failed > 0 ? [`${found.failed} times health was not 200`] : []),
      ...(found.written === count ? [] : [`${count - found.written} customers were refused`]),
      ...(bar && p99 > goalMs ? [`health takes ${p99.toFixed(0)} ms (p99)`] : []),
    ],
  };
}
