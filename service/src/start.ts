/** Starts the service with the simulated card fields and bank. */
import {compose} from './compose/service.js';
import {createIssuer, migrations as issuerMigrations, sealedIssuerKeys} from './simulators/issuer/index.js';
import {
  createMicroform,
  migrations as microformMigrations,
  sealedMicroform,
} from './simulators/microform/index.js';
import type {Service, ServiceOptions} from './options.js';
import {coreMigrations} from './schema.js';
import type {Database, Migration} from './platform/storage/database.js';

const simulatorMigrations = [...microformMigrations, ...issuerMigrations];

/** All migrations of this version. */
export const migrations: readonly Migration[] = [...coreMigrations, ...simulatorMigrations];

/**
 * Starts the whole service. `index.ts` imports this module while the embedded database opens, and passes that
 * database as `opened`. Without it, the database is opened here. Tests shorten the worker's interval.
 */
export function start(options: ServiceOptions, opened?: Database, worksEveryMs?: number): Promise<Service> {
  return compose(options, {
    createMicroform,
    createIssuer,
    migrations: simulatorMigrations,
    sealed: [...sealedMicroform, sealedIssuerKeys],
    ...(opened && {opened}),
    ...(worksEveryMs !== undefined && {worksEveryMs}),
  });
}
