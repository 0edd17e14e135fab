import {repeatOnPostgres} from './support/on-postgres.js';

await repeatOnPostgres(0);
