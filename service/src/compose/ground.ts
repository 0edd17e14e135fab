/** What every other part stands on: options, clock, log, database, vault and the answers kept by key. */
import {systemClock} from '../platform/clock/clock.js';
import {MovableClock} from '../platform/clock/movable.js';
import {createClockStore, type ClockStore} from '../platform/clock/persisted.js';
import type {CreateIssuer, CreateMicroform} from '../domain/ports/hosted-parts.js';
import {readKeyRing, type KeyRing} from '../domain/vault/keys.js';
import {createVault} from '../domain/vault/vault.js';
import {FaultBox} from '../edges/faults/faults.js';
import type {ReadProof} from '../edges/passport/origin-proofs.js';
import {LogRing} from '../edges/sandbox/log-ring.js';
import {RequestRing} from '../edges/sandbox/request-ring.js';
import {resolveOptions, type ResolvedOptions, type ServiceOptions} from '../options.js';
import type {FaultPoints} from '../platform/fault-points.js';
import {createLogger} from '../platform/http/log.js';
import {createIdempotencyStore, type IdempotencyStore} from '../platform/idempotency/store.js';
import type {Logger} from '../platform/logger.js';
import type {SealedColumn, Vault} from '../platform/sealing.js';
import type {ServiceSettings, ServiceUrls} from '../platform/settings.js';
import type {Database, Migration} from '../platform/storage/database.js';
import {databaseKind, openDatabase} from '../platform/storage/open.js';
import {migrateAtStart} from '../platform/storage/start-errors.js';
import {coreMigrations} from '../schema.js';

/** The parts that are served on their own origins, which tests replace, and settings for tests. */
export interface HostedParts {
  readonly createMicroform: CreateMicroform;
  readonly createIssuer: CreateIssuer;
  readonly migrations: readonly Migration[];
  /** The columns with sealed values in the tables of these parts. */
  readonly sealed?: readonly SealedColumn[];
  /** The database, if it is already open. */
  readonly opened?: Database;
  /** Reads the proofs on origins, instead of fetching them. */
  readonly readProof?: ReadProof;
  /** Disables the worker's timer: tests run due work by advancing the clock. */
  readonly withoutTimer?: boolean;
  /** The milliseconds between the worker's passes: tests that run its timer wait for less than a second. */
  readonly worksEveryMs?: number;
}

/** The addresses at which browsers reach the service. They are filled in when the ports are open. */
export type MutableUrls = {-readonly [Name in keyof ServiceUrls]: string};

export interface Ground {
  readonly options: ResolvedOptions;
  readonly settings: ServiceSettings;
  readonly urls: MutableUrls;
  readonly clock: MovableClock;
  readonly clockStore: ClockStore;
  readonly logger: Logger;
  /** The latest lines of the log, for the dashboard. */
  readonly log: LogRing;
  /** The latest requests with their bodies, for testers; empty in production. */
  readonly requests: RequestRing;
  readonly faults: FaultBox;
  /** Where parts fail on purpose, by `faults`; undefined in production. */
  readonly faultPoints: FaultPoints | undefined;
  readonly database: Database;
  /** Whether no other process uses the database, so that every lease in it is from before the start. */
  readonly isOnlyProcess: boolean;
  readonly keyRing: KeyRing;
  readonly vault: Vault;
  readonly store: IdempotencyStore;
}

/** Opens the database with its migrations applied. A failure closes it again. */
export async function openGround(given: ServiceOptions, parts: HostedParts): Promise<Ground> {
  const options = resolveOptions(given);
  const {settings, production} = options;
  const clock = new MovableClock(given.clock ?? systemClock);
  const log = new LogRing();
  const write = (line: string) => {
    log.add(line);
    given.log?.(line);
  };
  const logger = createLogger(write, clock);
  const faults = new FaultBox({clock, logger, production});
  const keyRing = readKeyRing(options.vaultKey);
  const migrations = [...coreMigrations, ...parts.migrations];
  const {databaseThread: thread, noPreparedStatements} = options;
  const database =
    parts.opened ??
    (await openDatabase(options.database, logger, {thread, noPreparedStatements, migrations}));
  try {
    await migrateAtStart(database, migrations);
    const clockStore = createClockStore(database, clock);
    if (!production) await clockStore.load();
    const vault = await createVault(database, keyRing);
    return {
      options,
      settings,
      urls: {api: '', fields: '', issuer: '', hosted: ''},
      clock,
      clockStore,
      logger,
      log,
      requests: new RequestRing(),
      faults,
      faultPoints: production ? undefined : faults,
      database,
      isOnlyProcess: databaseKind(options.database) !== 'postgres',
      keyRing,
      vault,
      store: createIdempotencyStore({database, vault, clock}),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}
