import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CallLimits, callsOfScopedToken, callsOfUnscopedToken} from '../src/platform/http/limits.js';
import {createRevokedTokens, revokedTokenMigrations} from '../src/platform/identity/revoked-tokens.js';
import {migrate} from '../src/platform/storage/migrate.js';
import {openTestDatabase} from './support/database.js';
import {now, shop, startTestService} from './support/harness.js';

describe('revoked tokens', () => {
  it('are soon refused by every process of the service', async () => {
    const database = await openTestDatabase();
    try {
      await migrate(database, revokedTokenMigrations);
      let real = 0;
      const process = () => createRevokedTokens({database, clock: {now: () => now}, nowMs: () => real});
      const [one, other] = [process(), process()];
      assert.equal(await other.has('jti_1'), false);
      await one.add('jti_1');
      await one.add('jti_1');
      assert.equal(await one.has('jti_1'), true);
      real = 5000;
      assert.equal(await other.has('jti_1'), true);
      assert.equal(await other.has('jti_2'), false);
      assert.equal(await process().has('jti_1'), true, 'also after a restart');
    } finally {
      await database.close();
    }
  });

  it('are dropped from the list when every token of their time has expired', async () => {
    const database = await openTestDatabase();
    try {
      await migrate(database, revokedTokenMigrations);
      let at = now;
      const tokens = createRevokedTokens({database, clock: {now: () => at}});
      await tokens.add('jti_old');
      at = new Date(now.getTime() + 3 * 3_600_000);
      await tokens.add('jti_new');
      const rows = await database.query('SELECT id FROM dead_tokens');
      assert.deepEqual(rows, [{id: 'jti_new'}]);
    } finally {
      await database.close();
    }
  });
});

describe('rate limits with Retry-After', () => {
  it('a scoped token may make 50 calls a minute, an unscoped one more, each counted apart', () => {
    let now = 0;
    const limits = new CallLimits(() => now);
    const call = (id: string, scoped: boolean) => () => limits.count({id, scoped});
    for (let count = 0; count < callsOfScopedToken; count++) call('a', true)();
    now = 12_000;
    assert.throws(call('a', true), {status: 429, code: 'request.too_many', retryAfterSeconds: 48});
    call('b', true)();
    for (let count = 0; count < callsOfUnscopedToken; count++) call('c', false)();
    assert.throws(call('c', false), {status: 429});
    now = 60_000;
    call('a', true)();
  });

  it('over HTTP: 429 with Retry-After, in the envelope', async () => {
    const api = await startTestService();
    try {
      const tracker = await api.tracker();
      const token = await api.token({tracker, origin: shop});
      const path = `/reporter/api/v1/payments/${tracker}`;
      const replies = [];
      for (let count = 0; count <= callsOfScopedToken; count++) {
        replies.push(await api.call(path, {token, origin: shop}));
      }
      const last = replies.pop()!;
      assert.ok(replies.every(({status}) => status === 200));
      assert.equal(last.status, 429);
      assert.equal(last.json['code'] as unknown, 'request.too_many');
      assert.match(last.headers.get('retry-after')!, /^\d+$/);
      assert.equal((await api.call(path)).status, 200);
      const dead = await api.call(path, {token, origin: shop});
      assert.equal(dead.status, 401);
      assert.deepEqual(dead.json['status']!['errors'], ['credentials_refused'], 'as if it were forged');
      const fresh = await api.token({tracker, origin: shop});
      assert.equal((await api.call(path, {token: fresh, origin: shop})).status, 200);
    } finally {
      await api.service.close();
    }
  });
});
