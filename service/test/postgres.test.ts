// Further: half of the service's suites on PostgreSQL; on the embedded database each runs by itself, as `service/test/storage.test.ts`.
import {repeatOnPostgres} from './support/on-postgres.js';

await repeatOnPostgres(0);
