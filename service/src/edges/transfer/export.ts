/** Exports a database. */
import {TransferError} from '../../platform/errors.js';
import {refuseIfKeysAreMissing, refuseIfKeysDoNotFit} from '../../domain/vault/vault.js';
import type {KeyRing} from '../../domain/vault/keys.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import {appliedMigrations, readSequences, readTables} from './catalog.js';
import {refuseOtherSchema, type Sink, type Total} from './lines.js';
import {readRows, fixFormats} from './read.js';

export interface ExportOptions {
  /** The vault keys of the data. They are never exported, but must fit. */
  readonly ring: KeyRing;
  /** Names of the migrations of this version. */
  readonly migrations: readonly string[];
}

/**
 * Writes the whole database to a sink, as one snapshot, which is consistent even while the service runs.
 *
 * @throws {TransferError} for a database of another program or version.
 * @throws {VaultError} for vault keys that do not open the database.
 */
export function exportFrom(
  database: Database,
  {ring, migrations}: ExportOptions,
  sink: Sink,
): Promise<readonly Total[]> {
  return database.transaction(async (tx) => {
    await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await fixFormats(tx);
    const applied = await appliedMigrations(tx);
    if (applied === undefined) throw new TransferError('The source is not a card-vault database.');
    refuseOtherSchema('The source', applied, migrations);
    const sealedSecret = await readSealedSecret(tx);
    if (sealedSecret !== null) refuseIfKeysDoNotFit(sealedSecret, ring);
    const tables = await readTables(tx);
    await sink({format: 'card-vault-export', version: 1, migrations: applied, tables, vault: sealedSecret});
    const {totals, keys} = await readRows(tx, tables, {
      onTable: ({name}) => sink({table: name}),
      onRow: sink,
    });
    refuseIfKeysAreMissing(keys, ring);
    await sink({end: true, totals, sequences: await readSequences(tx)});
    return totals;
  });
}

/** A sealed secret that only fitting vault keys open; null for a database that was never used. */
async function readSealedSecret(tx: Queries): Promise<string | null> {
  const [row] = await tx.query<{sealed: string}>(
    `SELECT sealed FROM vault_secrets WHERE name = 'fingerprint'`,
  );
  return row?.sealed ?? null;
}
