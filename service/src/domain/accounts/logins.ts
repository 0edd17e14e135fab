import {createHash, randomBytes} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import {unauthorized} from '../../platform/http/envelope.js';
import type {DeadTokens} from '../../platform/passport/dead-tokens.js';
import type {ShopperSessions} from '../../platform/passport/sessions.js';
import type {Database, Queries} from '../../platform/storage/database.js';

/** How long a login may be renewed before the password is asked for again. */
export const loginLifeMs = 30 * 24 * 3_600_000;

/** What a shopper gets who has logged in. */
export interface Opened {
  readonly customer: string;
  readonly session: string;
  readonly expiresAt: Date;
  /** Good once. */
  readonly refreshToken: string;
}

export interface Login {
  readonly id: string;
  readonly customer: string;
  readonly merchant: string;
  /** The one web origin whose pages may use it, where it was opened by one. */
  readonly origin: string | null;
}

/**
 * Logins and what renews them. A refresh token is good once and gives the next one; the same one a second time means that somebody
 * else has a copy, and ends the login (RFC 9700, 4.14.2). Only SHA-256 of refresh tokens is kept.
 */
export interface Logins {
  /**
   * @param password The hash that was looked at: nothing is opened with a password that was changed meanwhile.
   * @throws {ServiceError} 401 `credentials_refused`.
   */
  open(login: Omit<Login, 'id'>, password: string): Promise<Opened>;
  /** Whose a refresh token is, whether or not it was used; nothing for one that is none or whose login is over. */
  find(refreshToken: string): Promise<Login | undefined>;
  /** @throws {ServiceError} 401 `credentials_refused`; when the token was used before, the login is over afterwards. */
  renew(login: Login, refreshToken: string): Promise<Opened>;
  /** The sessions of the login end with it. */
  end(id: string): Promise<void>;
  /** All logins of a customer, but for one. */
  endOthers(customer: string, but?: string): Promise<void>;
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('hex');

/** One and the same, whatever was not right. */
export const loginRefused = () =>
  unauthorized('The e-mail address or the password is not right.', 'credentials_refused');

export const refreshRefused = () =>
  unauthorized('The refresh token is not valid here. Log in again.', 'credentials_refused');

async function issue(tx: Queries, login: string, now: Date): Promise<string> {
  const token = `rt_${randomBytes(32).toString('base64url')}`;
  await tx.query('INSERT INTO refresh_tokens (digest, login, created_at) VALUES ($1, $2, $3)', [
    ...[digestOf(token), login, now],
  ]);
  return token;
}

async function insert(tx: Queries, login: Omit<Login, 'merchant'> & {password: string}, now: Date) {
  const rows = await tx.query(
    `INSERT INTO account_logins (id, customer, merchant, origin, created_at, ends_at)
     SELECT $1, customer, merchant, $3, $4, $5 FROM accounts
     WHERE customer = $2 AND password = $6 FOR SHARE RETURNING id`,
    [login.id, login.customer, login.origin, now, new Date(now.getTime() + loginLifeMs), login.password],
  );
  if (rows.length === 0) throw loginRefused();
}

export function createLogins(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly sessions: ShopperSessions;
  readonly deadTokens: DeadTokens;
}): Logins {
  const {database, clock, sessions, deadTokens} = deps;

  async function opened({id, customer, merchant, origin}: Login, refreshToken: string): Promise<Opened> {
    const claims = {merchant, customer, origin: origin ?? undefined, login: id};
    const {token: session, expiresAt} = await sessions.open(claims);
    return {customer, session, expiresAt, refreshToken};
  }

  async function end(id: string): Promise<void> {
    // First the sessions: nobody shall find one open whose login is gone.
    await deadTokens.add(id);
    await database.query('DELETE FROM account_logins WHERE id = $1', [id]);
  }

  return {
    async open(login, password) {
      const now = clock.now();
      const id = `login_${randomBytes(16).toString('base64url')}`;
      await database.query('DELETE FROM account_logins WHERE ends_at <= $1', [now]);
      const refreshToken = await database.transaction(async (tx) => {
        await insert(tx, {...login, id, password}, now);
        return issue(tx, id, now);
      });
      return opened({...login, id}, refreshToken);
    },

    async find(refreshToken) {
      const [row] = await database.query<Login>(
        `SELECT l.id, l.customer, l.merchant, l.origin FROM refresh_tokens t JOIN account_logins l ON l.id = t.login
         WHERE t.digest = $1 AND l.ends_at > $2`,
        [digestOf(refreshToken), clock.now()],
      );
      return row;
    },

    async renew(login, refreshToken) {
      const now = clock.now();
      const next = await database.transaction(async (tx) => {
        const used = await tx.query(
          'UPDATE refresh_tokens SET used_at = $2 WHERE digest = $1 AND used_at IS NULL RETURNING digest',
          [digestOf(refreshToken), now],
        );
        return used.length === 0 ? undefined : issue(tx, login.id, now);
      });
      if (next === undefined) {
        await end(login.id);
        throw refreshRefused();
      }
      return opened(login, next);
    },

    end,

    async endOthers(customer, but = '') {
      const rows = await database.query<{id: string}>(
        'SELECT id FROM account_logins WHERE customer = $1 AND id <> $2',
        [customer, but],
      );
      for (const {id} of rows) await end(id);
    },
  };
}
