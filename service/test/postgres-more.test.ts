import {repeatOnPostgres} from './support/on-postgres.js';

// The second half of the suites, in another process with its own server, so that two processors share the
// work.
await repeatOnPostgres(1);
