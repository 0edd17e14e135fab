import {repeatOnPostgres} from './support/on-postgres.js';

// The other half, in a process and on a server of its own, so that two processors have something to do.
await repeatOnPostgres(1);
