import {createServer, type AddressInfo} from 'node:net';
import {startTestService, type TestService} from '../../service/test/support/harness.js';
import {productionOptions} from '../../service/test/support/production.js';
import type {ProofResult} from './support/proof.js';
import {onPostgres} from './support/postgres.js';

export const id = 'A16';
export const title = 'an origin that hangs when it is asked for its proof holds up no other caller';

/** More than a process has connections to PostgreSQL. */
const claims = 24;
/** An origin has 3 s. A caller that waits for one takes about as long, any other a small part of it. */
const held = 2500;
const merchants = Array.from({length: claims}, (_, index) => ({
  publicKey: `sec_hanging_${index}`,
  secretKey: `sk_live_hanging_${index}_5f20b9c47ad1e863`,
}));

type ReadProof = (origin: string) => Promise<string>;

/** What the service did before: it waits inside a transaction. */
const inTransaction =
  (database: () => TestService['service']['database']): ReadProof =>
  () =>
    database().transaction(async (tx) => {
      await tx.query('SELECT 1');
      await new Promise((resolve) => setTimeout(resolve, 3000));
      return 'does not answer in time';
    });

interface Held {
  readonly asked: number;
  readonly slowest: number;
  readonly refused: readonly string[];
  readonly answers: readonly string[];
}

/** Claims hanging origins, and meanwhile asks as another caller for as long as they hang. */
async function addAll(api: TestService, count: number): Promise<Held> {
  let hangs = true;
  const answers = Promise.all(
    merchants.slice(0, count).map(async ({secretKey}, index) => {
      const body = {origin: `https://hanging-${index}.example`};
      const {status, json} = await api.call('/client/origins/v1', {body, secret: secretKey});
      return `${status} ${String(json['code'])}`;
    }),
  ).finally(() => (hangs = false));
  const times: number[] = [];
  const refused: string[] = [];
  while (hangs) {
    for (const [path, call] of [
      ['/readyz', {secret: null}],
      ['/client/origins/v1', {}],
      ['/user/customers/v1/', {body: {first_name: 'Ada'}}],
    ] as const) {
      const began = performance.now();
      const {status} = await api.call(path, call);
      times.push(performance.now() - began);
      if (status !== 200) refused.push(`${path} answered ${status}`);
    }
  }
  return {asked: times.length, slowest: Math.max(...times), refused, answers: await answers};
}

/** @param connections - So many waits keep everybody else from the database. */
async function on(engine: string, connections: number, address: () => Promise<string>): Promise<ProofResult> {
  const run = async (isPlanted: boolean) => {
    const api: TestService = await startTestService(
      {...productionOptions, merchants, database: await address(), databaseThread: true, maxRequests: 256},
      isPlanted ? {readProof: inTransaction(() => api.service.database)} : {},
    );
    return addAll(api, isPlanted ? connections : claims).finally(() => api.service.close());
  };
  const isHeldUp = ({slowest, refused}: Held) => slowest > held || refused.length > 0;
  const planted = await run(true);
  const found = await run(false);
  const wrong = found.answers.filter((answer) => answer !== '409 origin.not_proven');
  return {
    lines: [
      `${engine}: ${claims} origins hang, ${found.asked} requests of another merchant meanwhile, the slowest ${Math.round(found.slowest)} ms (planted: ${Math.round(planted.slowest)} ms, ${planted.refused.length} refused)`,
    ],
    violations: [
      ...(isHeldUp(planted) ? [] : [`${engine}: a transaction that waits is not noticed`]),
      ...found.refused.map((refusal) => `${engine}: ${refusal}`),
      ...(found.slowest > held ? [`${engine}: a request took ${Math.round(found.slowest)} ms`] : []),
      ...wrong.map((answer) => `${engine}: a claim of a hanging origin was answered ${answer}`),
    ],
  };
}

/** The same on both engines; the bar is the slice, because nothing of it is drawn by chance. */
export async function run(): Promise<ProofResult> {
  const server = createServer(() => undefined).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  process.env['CARD_VAULT_HANGS'] = String((server.address() as AddressInfo).port);
  await import(new URL('./support/hanging-internet.mjs', import.meta.url).href);
  try {
    const embedded = await on('PGlite', 1, () => Promise.resolve('memory:'));
    const server = await onPostgres((cluster) => on('PostgreSQL', claims, () => cluster.createDatabase()));
    return {
      lines: [...embedded.lines, ...server.lines],
      violations: [...embedded.violations, ...server.violations],
    };
  } finally {
    server.close();
  }
}
