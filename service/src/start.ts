import {compose} from './compose.js';
import {createIssuer, migrations as issuerMigrations} from './simulators/issuer/index.js';
import {createMicroform, migrations as microformMigrations} from './simulators/microform/index.js';
import type {Service, ServiceOptions} from './options.js';
import {coreMigrations} from './schema.js';
import type {Database, Migration} from './platform/storage/database.js';

const partMigrations = [...microformMigrations, ...issuerMigrations];

/** Everything that makes a database of this version. */
export const migrations: readonly Migration[] = [...coreMigrations, ...partMigrations];

/**
 * Starts the whole service. `index.ts` loads this only after it has seen that everything it needs is
 * installed. `opened` is the database, where it is open already.
 */
export function start(options: ServiceOptions, opened?: Database): Promise<Service> {
  return compose(options, {
    ...{createMicroform, createIssuer, migrations: partMigrations},
    ...(opened && {opened}),
  });
}
