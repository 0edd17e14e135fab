/** The package `card-vault-service`: starts the service in this process. */
import {silentLogger} from './platform/http/log.js';
import {resolveOptions, type Service, type ServiceOptions} from './options.js';
import {refuseIfFolderInUse} from './platform/storage/lock.js';
import {databaseKind, openDatabase} from './platform/storage/open.js';

export {developmentKeys} from './options.js';
export {OptionError} from './platform/errors.js';
export type {Service, ServiceKeys, ServiceOptions} from './options.js';
export type {NewMerchant} from './domain/merchants/merchants.js';
export type {DeviceDataMode, ServiceSettings, ServiceUrls} from './platform/settings.js';
export type {Clock} from './platform/clock/clock.js';
export type {FaultReport, Faults, RuleReport, StrikeRecord} from './edges/faults/faults.js';
export type {FaultKind} from './platform/fault-points.js';
export type {FaultPlan, FaultRequest, FaultRule} from './edges/faults/plan.js';
export type {LedgerEntry} from './domain/ports/network.js';

/**
 * Starts the whole service in this process: API, hosted card fields, virtual issuer and database. The
 * default options are those of the command `card-vault-service`, but nothing is logged.
 *
 * @throws {OptionError} with a sentence for the operator: a port or a database folder is in use, or a value
 *   is invalid.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const {database, databaseThread: thread} = resolveOptions(options);
  if (databaseKind(database) === 'postgres') return (await import('./start.js')).start(options);
  // Opening the database checks this too, and takes the lock. But checking first refuses a second process at
  // once.
  if (databaseKind(database) === 'folder') await refuseIfFolderInUse(database);
  // The embedded database takes longest to start, so it opens while the other modules load. A new one needs
  // the migrations of these modules, to find the prepared database that has them.
  const loading = import('./start.js');
  const migrations = loading.then((loaded) => loaded.migrations);
  const opening = openDatabase(database, silentLogger, {thread, migrations});
  try {
    const [{start}, opened] = await Promise.all([loading, opening]);
    return await start(options, opened);
  } catch (error) {
    await opening.then((opened) => opened.close()).catch(() => undefined);
    throw error;
  }
}
