import {compose} from './compose.js';
import {createIssuer, migrations as issuerMigrations} from './simulators/issuer/index.js';
import {createMicroform, migrations as microformMigrations} from './simulators/microform/index.js';
import type {Service, ServiceOptions} from './options.js';
import {coreMigrations} from './schema.js';
import type {Database, Migration} from './platform/storage/database.js';

const partMigrations = [...microformMigrations, ...issuerMigrations];

/** All migrations of this version. */
export const migrations: readonly Migration[] = [...coreMigrations, ...partMigrations];

/**
 * Starts the whole service. `index.ts` loads this module later, while the database opens. `opened` is the
 * database, if it is already open.
 */
export function start(options: ServiceOptions, opened?: Database): Promise<Service> {
  return compose(options, {
    ...{createMicroform, createIssuer, migrations: partMigrations},
    ...(opened && {opened}),
  });
}
