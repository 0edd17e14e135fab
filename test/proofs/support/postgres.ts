import {findPrograms, startCluster, type Cluster} from '../../../service/test/support/postgres.js';
import type {ProofResult} from './proof.js';

/** A cluster of the machine's own PostgreSQL for one proof, ended with it. */
export interface PostgresOptions {
  /** Keeps what was committed over a crash of the server. */
  readonly durable?: boolean;
}

/** Runs a part of a proof on PostgreSQL. Where there is none that part is not shown, and CI takes it for a violation. */
export async function onPostgres(
  run: (cluster: Cluster) => Promise<ProofResult>,
  options: PostgresOptions = {},
): Promise<ProofResult> {
  if (findPrograms() === undefined) {
    const insists = process.env['CI'] === 'true';
    return {
      lines: ['PostgreSQL: not shown, no initdb on this machine'],
      violations: insists ? ['no initdb on this machine, and CI insists on PostgreSQL'] : [],
    };
  }
  const cluster = await startCluster(options);
  try {
    return await run(cluster);
  } finally {
    await cluster.stop();
  }
}
