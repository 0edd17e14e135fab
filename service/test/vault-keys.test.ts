import assert from 'node:assert/strict';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {savedCard} from './support/billing-rows.js';
import {startTestService, string, type TestService} from './support/harness.js';
import {productionOptions} from './support/production.js';

const [first, second] = [productionOptions.vaultKey, productionOptions.vaultKey.split('').reverse().join('')];

void describe('a new vault key', () => {
  it('seals what is new, while cards under the old key are charged on', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'card-vault-keys-'));
    const run = async (vaultKey: string, work: (api: TestService) => Promise<void>) => {
      const api = await startTestService({database: join(folder, 'db'), vaultKey});
      try {
        await work(api);
      } finally {
        await api.service.close();
      }
    };
    const charge = async (api: TestService, {customer, method}: {customer: string; method: string}) => {
      const tracker = await api.tracker({user: customer, mode: 'unscheduled_cof', amount: 500});
      const {status, text} = await api.act(tracker, {payment_method: {tokenized_card: {token: method}}});
      assert.equal(status, 200, text);
    };
    const keysInUse = async ({service}: TestService) => {
      const rows = await service.database.query<{sealed: string}>('SELECT sealed FROM vault_cards');
      return new Set(rows.map(({sealed}) => string(sealed.split('.')[1])));
    };
    try {
      let old = {customer: '', method: ''};
      await run(first, async (api) => void (old = await savedCard(api)));
      await run(`${second},${first}`, async (api) => {
        await charge(api, old);
        await charge(api, await savedCard(api));
        assert.equal((await keysInUse(api)).size, 2);
      });
      await assert.rejects(
        run(second, () => Promise.resolve()),
        /another vault key/,
      );
    } finally {
      rmSync(folder, {recursive: true, force: true});
    }
  });
});
