import type {Database} from '../../../service/src/platform/storage/database.js';
import {goodCard, insertCustomer, insertPlan, sealCard, type Rig, type SetClock} from './billing-rig.js';

const merchant = 'mer_many';
const dayMs = 86_400_000;
/** Rows of one statement: it may not take longer than any other of the service. */
const chunk = 20_000;

/** Gives those parameters a type that a statement does not use. */
const given = `$1::text || $2::text || $3::text || $4::text || $5::timestamptz || $6::timestamptz`;

/** `$1` merchant, `$2` customer, `$3` plan, `$4` card in the vault, `$5` begin of the paid period, `$6` of the next, `$7` to `$8` numbers. */
const rows = [
  `INSERT INTO payment_methods (token, merchant, customer, tracker, card, brand, bin, last_four, expiration_month, expiration_year,
     created_at)
   SELECT 'pm_' || n, $1, $2, 'track_' || n, $4, 'visa', '411111', '1111', '12', '2099', $5
   FROM generate_series($7::integer, $8) AS n WHERE (${given}) IS NOT NULL`,
  `INSERT INTO subscriptions (token, merchant, customer, plan, payment_method, state, amount, amount_minor, currency, interval_unit,
     interval_count, time_zone, product, anchor, next_period, next_charge_at, sequence, created_at, updated_at)
   SELECT 'sub_' || n, $1, $2, $3, 'pm_' || n, 'active', '12.50', 1250, 'USD', 'MONTH', 1, 'UTC', 'Tea club', $5, 1,
     $6::timestamptz + n * interval '1 second', 1, $5, $5 FROM generate_series($7::integer, $8) AS n WHERE (${given}) IS NOT NULL`,
  `INSERT INTO charges (token, merchant, subscription, period, amount, amount_minor, currency, due_at, state, attempts, settled_at,
     created_at)
   SELECT 'ch_' || n || '_0', $1, 'sub_' || n, 0, '12.50', 1250, 'USD', $5, 'paid', 1, $5, $5
   FROM generate_series($7::integer, $8) AS n WHERE (${given}) IS NOT NULL`,
  `INSERT INTO charge_attempts (charge, number, attempt, payment_method, state, sent_at, settled_at)
   SELECT 'ch_' || n || '_0', 1, 'ch_' || n || '_0:1', 'pm_' || n, 'paid', $5, $5
   FROM generate_series($7::integer, $8) AS n WHERE (${given}) IS NOT NULL`,
  `INSERT INTO events (id, merchant, type, subject, occurrence, subscription, sequence, customer, data, created_at)
   SELECT 'evt_' || n, $1, 'subscription.payment_succeeded', 'sub_' || n, 'ch_' || n || '_0:1:settled', 'sub_' || n, 1, $2,
     jsonb_build_object('sequence', 1), $5 FROM generate_series($7::integer, $8) AS n WHERE (${given}) IS NOT NULL`,
];

/**
 * Stores subscriptions that run and owe nothing, each with a payment method of its own and one paid period behind it: its charge, the attempt, the event that told
 * of it. By SQL, for it may be a million of them; statistics are gathered, as a server does by itself.
 */
export async function storeSubscriptions(rig: Rig, count: number, clock: SetClock): Promise<void> {
  const plan = await insertPlan(rig.database, {merchant, clock});
  const card = await sealCard(rig, {merchant, number: goodCard, clock});
  const {customer} = await insertCustomer(rig.database, {merchant, card, clock});
  const names = [merchant, customer, plan.token, card];
  const begun = new Date(clock.time - 10 * dayMs);
  const next = new Date(clock.time + 20 * dayMs);
  await rig.database.transaction(async (tx) => {
    // Nothing that these rows name is missing: to hold them against one another costs more than to write them.
    await tx.query('SET LOCAL session_replication_role = replica');
    for (let from = 1; from <= count; from += chunk) {
      const to = Math.min(count, from + chunk - 1);
      for (const statement of rows) await tx.query(statement, [...names, begun, next, from, to]);
    }
  });
  for (const table of ['payment_methods', 'subscriptions', 'charges', 'charge_attempts', 'events'])
    await rig.database.query(`VACUUM (ANALYZE) ${table}`);
}

/** Lets the next period of so many begin now that have not been charged for it. */
export async function makeDue(database: Database, count: number, now: Date): Promise<void> {
  await database.query(
    `UPDATE subscriptions SET next_charge_at = $1 WHERE token IN (
       SELECT token FROM subscriptions WHERE next_charge_at > $1 AND next_period = 1 ORDER BY next_charge_at LIMIT $2)`,
    [now, count],
  );
}

/** How many captures are in the network's books, and of how many charges. */
export async function countCaptures(
  database: Database,
): Promise<{readonly captures: number; readonly charges: number}> {
  const [row] = await database.query<{captures: number; charges: number}>(
    `SELECT count(*)::integer AS captures, count(DISTINCT tracker)::integer AS charges FROM network_ledger
     WHERE kind = 'capture' AND approved`,
  );
  return row!;
}
