import {Cache} from '../cache.js';
import type {Clock} from '../clock/clock.js';
import type {Database, Migration, Queries} from '../storage/database.js';
import {longestLifeSeconds} from './tokens.js';

export const revokedTokenMigrations: readonly Migration[] = [
  {
    name: '0041_dead_tokens',
    sql: `
CREATE TABLE dead_tokens (
  id text PRIMARY KEY,
  died_at timestamptz NOT NULL
);
`,
  },
];

/**
 * How long a process trusts that a token is not revoked before it asks the database again, because another
 * process may revoke it.
 */
const validityCacheMs = 5000;
const maxCachedTokens = 2000;

/**
 * Tokens that were revoked before they expired, by their id (`jti`). All processes of a service share them
 * (guarantees 3).
 */
export interface RevokedTokens {
  has(id: string): Promise<boolean>;
  /** Revokes a token, in a transaction if one is given. */
  add(id: string, tx?: Queries): Promise<void>;
}

/**
 * @param deps.nowMs Real time in milliseconds, because the age of a cached answer does not depend on the
 *   service's clock.
 */
export function createRevokedTokens(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly nowMs?: () => number;
}): RevokedTokens {
  const {database, clock, nowMs} = deps;
  const revoked = new Cache<true>({maxEntries: maxCachedTokens});
  const valid = new Cache<true>({
    maxEntries: maxCachedTokens,
    maxAgeMs: validityCacheMs,
    ...(nowMs && {nowMs}),
  });
  return {
    async has(id) {
      if (revoked.get(id)) return true;
      if (valid.get(id)) return false;
      const rows = await database.query('SELECT 1 FROM dead_tokens WHERE id = $1', [id]);
      const isRevoked = rows.length > 0;
      (isRevoked ? revoked : valid).set(id, true);
      return isRevoked;
    },
    async add(id, tx = database) {
      revoked.set(id, true);
      const now = clock.now();
      await tx.query('INSERT INTO dead_tokens (id, died_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        id,
        now,
      ]);
      // Tokens that were revoked so long ago have expired, so their rows are no longer needed.
      const longExpired = new Date(now.getTime() - 2 * longestLifeSeconds * 1000);
      await tx.query('DELETE FROM dead_tokens WHERE died_at < $1', [longExpired]);
    },
  };
}
