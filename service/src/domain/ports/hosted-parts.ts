/** How the microform and the issuer are created. */
import type {Clock} from '../../platform/clock/clock.js';
import type {FaultPoints} from '../../platform/fault-points.js';
import type {Logger} from '../../platform/logger.js';
import type {Vault} from '../../platform/sealing.js';
import type {ServiceSettings, ServiceUrls} from '../../platform/settings.js';
import type {Database} from '../../platform/storage/database.js';
import type {Issuer} from './issuer.js';
import type {Microform} from './microform.js';

/**
 * Dependencies of the two parts that have an origin of their own, the microform and the issuer. Each part
 * exports its migrations, which run before the part is created, and keeps its signing keys encrypted in its
 * own tables.
 */
export interface PartDependencies {
  readonly clock: Clock;
  readonly database: Database;
  readonly vault: Vault;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
  readonly logger: Logger;
  /** Whether card fields of this merchant may stand in pages of this origin. */
  readonly mayShowFields: (merchant: string, origin: string) => Promise<boolean>;
  /** Lets tests make this part fail on purpose; undefined in production. */
  readonly faults?: FaultPoints | undefined;
}

/** Every implementation of the microform exports this function as `createMicroform`. */
export type CreateMicroform = (deps: PartDependencies) => Promise<Microform>;
/** Every implementation of the issuer exports this function as `createIssuer`. */
export type CreateIssuer = (deps: PartDependencies) => Promise<Issuer>;
