import {randomUUID} from 'node:crypto';
import {periodStart} from '../../src/domain/subscriptions/periods.js';
import type {Subscription} from '../../src/domain/subscriptions/subscription.js';
import type {TestService} from './harness.js';

/** A clock that only the test moves. */
export class HeldClock {
  #now: Date;

  constructor(now: Date) {
    this.#now = now;
  }

  now = (): Date => this.#now;

  to(instant: string): void {
    this.#now = new Date(instant);
  }
}

/** Stores that the first period is paid, as the billing engine does. The subscription is active. */
export async function pay({service}: TestService, {token}: Subscription): Promise<void> {
  const [row] = await service.database.query<Subscription>('SELECT * FROM subscriptions WHERE token = $1', [
    token,
  ]);
  const {merchant, amount, amount_minor, currency, anchor} = row!;
  await service.database.query(
    `INSERT INTO charges (token, merchant, subscription, period, amount, amount_minor, currency, due_at, state, attempts,
       settled_at, created_at) VALUES ($1, $2, $3, 0, $4, $5, $6, $7, 'paid', 1, $7, $7)`,
    [`ch_${randomUUID()}`, merchant, token, amount, amount_minor, currency, anchor],
  );
  await service.database.query(
    `UPDATE subscriptions SET state = 'active', next_period = 1, next_charge_at = $2, last_paid_at = anchor,
       version = version + 1 WHERE token = $1`,
    [token, periodStart(row!, 1)],
  );
}

/** Starts the next period with a charge that has failed once and will be retried. */
export async function fallBehind({service}: TestService, {token}: Subscription): Promise<string> {
  const [row] = await service.database.query<Subscription>('SELECT * FROM subscriptions WHERE token = $1', [
    token,
  ]);
  const {merchant, amount, amount_minor, currency, next_period, next_charge_at} = row!;
  const charge = `ch_${randomUUID()}`;
  await service.database.query(
    `INSERT INTO charges (token, merchant, subscription, period, amount, amount_minor, currency, due_at, state, attempts,
       next_attempt_at, failure, created_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', 1, $8::timestamptz + interval '1 day', 'insufficient_funds', $8)`,
    [charge, merchant, token, next_period, amount, amount_minor, currency, next_charge_at],
  );
  await service.database.query(
    `UPDATE subscriptions SET open_charge = $2, next_period = $3, next_charge_at = $4, version = version + 1 WHERE token = $1`,
    [token, charge, next_period + 1, periodStart(row!, next_period + 1)],
  );
  return charge;
}

/**
 * Stores an attempt of a charge as sent to the network.
 *
 * @returns a function that stores the network's answer.
 */
export async function send({service}: TestService, charge: string): Promise<() => Promise<unknown>> {
  await service.database.query(
    `INSERT INTO charge_attempts (charge, number, attempt, payment_method, state, sent_at)
     VALUES ($1, 2, $2, 'pm', 'sent', now())`,
    [charge, `${charge}:2`],
  );
  return () =>
    service.database.query('UPDATE charge_attempts SET settled_at = now() WHERE charge = $1', [charge]);
}

/** Period and state of each charge of a subscription. */
export async function chargesOf({service}: TestService, {token}: Subscription): Promise<readonly string[]> {
  const rows = await service.database.query<{period: number; state: string}>(
    'SELECT period, state FROM charges WHERE subscription = $1 ORDER BY period',
    [token],
  );
  return rows.map(({period, state}) => `${period} ${state}`);
}
