import {silentLogger} from './http/log.js';
import {resolveOptions} from './options.js';
import type {Service, ServiceOptions} from './options.js';
import {requirePeers} from './peers.js';
import {refuseFolderInUse} from './storage/lock.js';
import {databaseKind, openDatabase} from './storage/open.js';

export {OptionError, developmentKeys} from './options.js';
export type {Service, ServiceKeys, ServiceOptions} from './options.js';
export type {NewMerchant} from './merchants.js';
export type {DeviceDataMode, ServiceSettings, ServiceUrls} from './parts.js';
export type {Clock} from './clock/clock.js';
export type {FaultReport, Faults, RuleReport, StrikeRecord} from './faults/faults.js';
export type {FaultKind} from './faults/kinds.js';
export type {FaultPlan, FaultRequest, FaultRule} from './faults/plan.js';
export type {LedgerEntry} from './network/network.js';

/**
 * Starts the whole service in this process: API, hosted card fields, virtual issuer, database. Without options it is what
 * `card-vault service` starts, silent.
 *
 * @throws {OptionError} with a sentence for people: a package to install, a port in use, a database folder in use, a value that
 *   cannot be.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const {database, databaseThread: thread} = resolveOptions(options);
  requirePeers(database);
  if (databaseKind(database) === 'postgres') return (await import('./start.js')).start(options);
  // Again, and for good, when the database is opened: this one is for the second process to hear of it at once.
  if (databaseKind(database) === 'folder') await refuseFolderInUse(database);
  // The embedded database takes longest to be ready: it opens while everything else is being loaded.
  const opened = openDatabase(database, silentLogger, {thread});
  try {
    const [{start}] = await Promise.all([import('./start.js'), opened]);
    return await start(options, await opened);
  } catch (error) {
    await opened.then((open) => open.close()).catch(() => undefined);
    throw error;
  }
}
