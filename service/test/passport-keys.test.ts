import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Vault} from '../src/platform/sealing.js';
import {loadPassportKeys, signingPeriodMs, passportMigrations} from '../src/platform/identity/keys.js';
import {createShopperSessions} from '../src/platform/identity/sessions.js';
import {defaultSettings} from '../src/platform/settings.js';
import type {Database} from '../src/platform/storage/database.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {readKeyRing} from '../src/domain/vault/keys.js';
import {createVault, vaultMigrations} from '../src/domain/vault/vault.js';
import {openTestDatabase} from './support/database.js';

describe('the keys that tokens are signed with (guarantees 3)', () => {
  let database: Database;
  let vault: Vault;
  let at = new Date('2026-11-20T12:00:00Z');
  const clock = {now: () => at};
  const load = () => loadPassportKeys({database, vault, clock});
  before(async () => {
    database = await openTestDatabase();
    await migrate(database, [...vaultMigrations, ...passportMigrations]);
    vault = await createVault(database, readKeyRing('ab'.repeat(32)));
  });
  after(() => database.close());

  it('survive restarts for thirty days, then are replaced; older tokens stay valid', async () => {
    const urls = {api: 'http://localhost:4100', fields: '', issuer: '', hosted: 'http://localhost:4100'};
    const sessionsOf = async () =>
      createShopperSessions({keys: await load(), clock, urls, settings: defaultSettings()});
    const first = await load();
    at = new Date(at.getTime() + signingPeriodMs - 1000);
    assert.equal((await load()).kid, first.kid);
    const session = {merchant: 'mer_1', customer: 'cus_1', origin: undefined};
    const {token} = await (await sessionsOf()).open(session);
    at = new Date(at.getTime() + 1000);
    const second = await load();
    assert.notEqual(second.kid, first.kid);
    assert.equal((await load()).kid, second.kid);
    // One process starts now; the other was running before the new key existed.
    assert.equal((await (await sessionsOf()).read(token)).claims.customer, 'cus_1');
    assert.ok(await first.find(second.kid));
  });
});
