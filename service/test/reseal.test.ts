// Further: kills at every statement of a key change; the change itself: `service/test/vault-keys.test.ts`.
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe} from 'node:test';
import {survivesKeyChange} from './support/key-change.js';

describe('a new vault key takes the place of the old one (guarantees 4.8)', {timeout: 600_000}, () => {
  let folder: string;
  let serial = 0;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-vault-reseal-'));
  });
  after(() => rm(folder, {recursive: true, force: true, maxRetries: 5}));

  survivesKeyChange('a folder', () => Promise.resolve(join(folder, String(++serial))));
});
