import type {Clock} from '../../platform/clock/clock.js';
import {RetryError} from '../../platform/http/envelope.js';
import type {Vault} from '../../platform/parts.js';
import type {Database} from '../../platform/storage/database.js';

/** Logins that one e-mail address may try in a row, within the window, before somebody must wait. */
export const mostTries = 10;
export const windowMs = 15 * 60_000;

const tooMany = (seconds: number) =>
  new RetryError(
    429,
    'account.too_many_tries',
    'That was tried too often. Wait as long as Retry-After says.',
    Math.max(1, Math.ceil(seconds)),
  );

/** Counts tries at a password, for all processes of a service, whether or not anybody has an account under the address. */
export interface LoginTries {
  /** Before the password is looked at. @throws {ServiceError} 429 `account.too_many_tries`. */
  count(merchant: string, email: string): Promise<void>;
  /** The password was right. */
  forget(merchant: string, email: string): Promise<void>;
}

export function createLoginTries(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Pick<Vault, 'fingerprint'>;
}): LoginTries {
  const {database, clock, vault} = deps;
  // Addresses of people who have no account here are nobody's to keep.
  const subjectOf = (merchant: string, email: string) => vault.fingerprint(`login\n${email}`, merchant);
  return {
    async count(merchant, email) {
      const now = clock.now();
      const over = new Date(now.getTime() - windowMs);
      await database.query('DELETE FROM login_tries WHERE since <= $1', [over]);
      const [row] = await database.query<{tries: number; since: Date}>(
        `INSERT INTO login_tries (subject, tries, since) VALUES ($1, 1, $2)
         ON CONFLICT (subject) DO UPDATE SET tries = login_tries.tries + 1 RETURNING tries, since`,
        [subjectOf(merchant, email), now],
      );
      if (row!.tries > mostTries) throw tooMany((row!.since.getTime() + windowMs - now.getTime()) / 1000);
    },
    async forget(merchant, email) {
      await database.query('DELETE FROM login_tries WHERE subject = $1', [subjectOf(merchant, email)]);
    },
  };
}

/** Calls without credentials that one network address may make in a minute. */
export const callsOfAddress = 60;
const minuteMs = 60_000;

/** Counts calls by where they come from, in this process: passwords tried at many accounts from one place. */
export class AddressLimits {
  readonly #nowMs: () => number;
  #counts = new Map<string, number>();
  #ends = 0;

  /** @param nowMs Real time, in milliseconds. */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** @throws {ServiceError} 429 `account.too_many_tries`, which says when the next minute begins. */
  count(address: string): void {
    const now = this.#nowMs();
    if (now >= this.#ends) {
      this.#counts = new Map();
      this.#ends = now + minuteMs;
    }
    const calls = (this.#counts.get(address) ?? 0) + 1;
    this.#counts.set(address, calls);
    if (calls > callsOfAddress) throw tooMany((this.#ends - now) / 1000);
  }
}
