import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Cluster} from '../../service/test/support/postgres.js';
import {killUnderLoad, type KillResult} from './support/killer.js';
import {killMigrationsOnFolders, killMigrationsOnServer} from './support/migration-kills.js';
import {onPostgres} from './support/postgres.js';
import {p} from './support/service-process.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A2';
export const title =
  'kill -9 of the real process under load: nothing acknowledged is lost, nothing is done by half';

const backWithinMs = {p95: 2000, max: 5000};

function violationsIn(engine: string, {starts, acknowledged, holds, violations}: KillResult): ProofResult {
  const slow = [
    ...(p(starts, 95) > backWithinMs.p95 ? [`${engine}: back after ${p(starts, 95)} ms (p95)`] : []),
    ...(p(starts, 100) > backWithinMs.max ? [`${engine}: back after ${p(starts, 100)} ms once`] : []),
  ];
  return {
    lines: [
      `${engine}: ${starts.length} kills, ${acknowledged} acknowledged effects all there, ${holds} holds all given back once`,
      `${engine}: first 200 after a start p50 ${p(starts, 50)} ms, p95 ${p(starts, 95)} ms, max ${p(starts, 100)} ms`,
    ],
    violations: [...violations.map((violation) => `${engine}: ${violation}`), ...slow],
  };
}

async function onPglite(kills: number): Promise<ProofResult> {
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-a2-'));
  try {
    return violationsIn(
      'PGlite',
      await killUnderLoad({database: join(folder, 'db'), kills, when: 'anytime'}),
    );
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** In every second round the database server is killed too. */
async function onServer(cluster: Cluster, kills: number): Promise<ProofResult> {
  const database = await cluster.createDatabase();
  const killDatabase = async (round: number) => {
    if (round % 2 === 0) return;
    await cluster.crash();
    await cluster.restart();
  };
  return violationsIn('PostgreSQL', await killUnderLoad({database, kills, when: 'anytime', killDatabase}));
}

/** Kills on both engines, also of first starts. `CARD_VAULT_KILLS` names another number; the others go with it. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const sizes = {bar, slice: 25, full: 500};
  const kills = sizeOf('CARD_VAULT_KILLS', sizes);
  const share = (part: number, slice: number) =>
    Math.ceil(bar ? kills * part : (slice * kills) / sizes.slice);
  const results = [
    await onPglite(kills),
    await onPostgres((cluster) => onServer(cluster, share(0.4, 25)), {durable: true}),
    await onPostgres((cluster) => killMigrationsOnServer(cluster, share(0.08, 4))),
    ...(bar ? [await killMigrationsOnFolders(share(0.04, 0))] : []),
  ];
  return {
    lines: results.flatMap(({lines}) => lines),
    violations: results.flatMap(({violations}) => violations),
  };
}
