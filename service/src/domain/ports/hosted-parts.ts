import type {Clock} from '../../platform/clock/clock.js';
import type {FaultPoints} from '../../platform/fault-points.js';
import type {Logger} from '../../platform/logger.js';
import type {Vault} from '../../platform/sealing.js';
import type {ServiceSettings, ServiceUrls} from '../../platform/settings.js';
import type {Database} from '../../platform/storage/database.js';
import type {Issuer} from './issuer.js';
import type {Microform} from './microform.js';

/**
 * What `createMicroform(deps)` and `createIssuer(deps)` get. Both are async, are called after the migrations
 * that their index exports as `migrations: readonly Migration[]` have run, and return a `Microform` or an
 * `Issuer`. Each part makes its own signing keys once and keeps them sealed in its own tables.
 */
export interface PartDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly vault: Vault;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
  readonly logger: Logger;
  /** Faults on demand; undefined in production. */
  readonly faults?: FaultPoints;
}

export type CreateMicroform = (deps: PartDependencies) => Promise<Microform>;
export type CreateIssuer = (deps: PartDependencies) => Promise<Issuer>;
