// Further: the other half of `service/test/postgres.test.ts`.
import {repeatOnPostgres} from './support/on-postgres.js';

await repeatOnPostgres(1);
