// Further: `service/test/reseal.test.ts` on PostgreSQL.
import {describe} from 'node:test';
import {postgresMissing, sharedCluster} from './support/engine.js';
import {survivesKeyChange} from './support/key-change.js';

describe(
  'a new vault key takes the place of the old one, on PostgreSQL (guarantees 4.8)',
  {skip: postgresMissing, timeout: 600_000},
  () => survivesKeyChange('a server', async () => (await sharedCluster()).createDatabase()),
);
