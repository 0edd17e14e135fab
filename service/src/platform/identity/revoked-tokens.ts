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

/** How long a process trusts that a token lives; another one may have ended it meanwhile. */
const trustMs = 5000;
const mostRemembered = 2000;

/**
 * Tokens that were ended before their time, by their id (`jti`); every process of a service hears of it
 * (guarantees 3).
 */
export interface RevokedTokens {
  has(id: string): Promise<boolean>;
  /** Ends a token, in a transaction if there is one. */
  add(id: string, tx?: Queries): Promise<void>;
}

/**
 * @param deps.nowMs Real time, in milliseconds: it is about what this process knows, wherever the service's
 *   clock stands.
 */
export function createRevokedTokens(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly nowMs?: () => number;
}): RevokedTokens {
  const {database, clock, nowMs} = deps;
  const revoked = new Cache<true>({most: mostRemembered});
  const living = new Cache<true>({most: mostRemembered, lifeMs: trustMs, ...(nowMs && {nowMs})});
  return {
    async has(id) {
      if (revoked.get(id)) return true;
      if (living.get(id)) return false;
      const rows = await database.query('SELECT 1 FROM dead_tokens WHERE id = $1', [id]);
      const isDead = rows.length > 0;
      (isDead ? revoked : living).set(id, true);
      return isDead;
    },
    async add(id, tx = database) {
      revoked.set(id, true);
      const now = clock.now();
      await tx.query('INSERT INTO dead_tokens (id, died_at) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        id,
        now,
      ]);
      // No token lives longer, so it can be forgotten.
      const forgotten = new Date(now.getTime() - 2 * longestLifeSeconds * 1000);
      await tx.query('DELETE FROM dead_tokens WHERE died_at < $1', [forgotten]);
    },
  };
}
