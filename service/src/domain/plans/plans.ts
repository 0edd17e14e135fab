/** Plans: the terms under which customers can subscribe. */
import {randomUUID} from 'node:crypto';
import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError} from '../../platform/errors.js';
import {pageSql, type Page} from '../../platform/http/paging.js';
import type {Database, Queries} from '../../platform/storage/database.js';
import type {Plan} from './plan.js';

export const planNotFound = () => new ServiceError(404, 'plan.not_found', 'plan not found');

/** The columns that a merchant chooses. */
export type PlanDetails = Omit<Plan, 'token' | 'merchant' | 'created_at' | 'updated_at' | 'archived_at'>;

/** The columns that a merchant can change later. */
export type PlanChanges = Partial<
  Omit<PlanDetails, 'currency' | 'interval_unit' | 'interval_count' | 'time_zone'>
>;

/** Filter; an omitted field matches everything. */
export interface PlanFilter {
  readonly active?: boolean | undefined;
  readonly archived?: boolean | undefined;
}

/** Identifies a merchant's plan. */
export interface PlanKey {
  readonly merchant: string;
  readonly token: string;
}

/**
 * Plans (spec 2.6, wire 1.9). Calls with a `PlanKey` reject with 404 `plan.not_found` if the merchant has no
 * such plan.
 */
export interface Plans {
  create(tx: Queries, merchant: string, details: PlanDetails): Promise<Plan>;
  read(key: PlanKey): Promise<Plan>;
  search(merchant: string, filter: PlanFilter, page: Page): Promise<{total: number; list: readonly Plan[]}>;
  /**
   * Changes a plan. With `applyAmount`, running subscriptions are charged the new amount from their next
   * period; a period that has begun keeps its amount (guarantee V3).
   *
   * @param changesFor - Computes the changes from the locked plan.
   * @throws {ServiceError} 409 `plan.archived`.
   */
  update(
    tx: Queries,
    key: PlanKey,
    changesFor: (plan: Plan) => PlanChanges,
    options: {readonly applyAmount: boolean},
  ): Promise<Plan>;
  /** Closes a plan to new subscriptions. Existing subscriptions continue. Idempotent. */
  archive(key: PlanKey): Promise<Plan>;
}

async function insertPlan(tx: Queries, merchant: string, details: PlanDetails, now: Date): Promise<Plan> {
  const [row] = await tx.query<Plan>(
    `INSERT INTO plans (token, merchant, name, description, amount, amount_minor, currency, interval_unit, interval_count,
       type, product, active, trial_period_days, number_of_billing_cycles, time_zone, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16) RETURNING *`,
    [
      `plan_${randomUUID()}`,
      merchant,
      details.name,
      details.description,
      details.amount,
      details.amount_minor,
      details.currency,
      details.interval_unit,
      details.interval_count,
      details.type,
      details.product,
      details.active,
      details.trial_period_days,
      details.number_of_billing_cycles,
      details.time_zone,
      now,
    ],
  );
  return row!;
}

async function updatePlan(tx: Queries, {token}: Plan, changes: PlanChanges, now: Date): Promise<Plan> {
  const entries = Object.entries(changes);
  const assignments = entries.map(([name], index) => `, ${name} = $${index + 3}`).join('');
  const [row] = await tx.query<Plan>(
    `UPDATE plans SET updated_at = $2${assignments} WHERE token = $1 RETURNING *`,
    [token, now, ...entries.map(([, value]) => value)],
  );
  return row!;
}

/**
 * Reads a plan that is open to new subscriptions, and locks it until the transaction ends.
 *
 * @throws {ServiceError} 404 `plan.not_found`; 409 `plan.not_offered`.
 */
export async function lockOfferedPlan(tx: Queries, merchant: string, token: string): Promise<Plan> {
  const [plan] = await tx.query<Plan>('SELECT * FROM plans WHERE merchant = $1 AND token = $2 FOR SHARE', [
    merchant,
    token,
  ]);
  if (!plan) throw planNotFound();
  if (!plan.active || plan.archived_at !== null) {
    throw new ServiceError(
      409,
      'plan.not_offered',
      'This plan is not offered any more. Choose another plan.',
    );
  }
  return plan;
}

export async function plansByToken(
  queries: Queries,
  tokens: readonly string[],
): Promise<ReadonlyMap<string, Plan>> {
  const rows = await queries.query<Plan>('SELECT * FROM plans WHERE token = ANY ($1::text[])', [
    [...new Set(tokens)],
  ]);
  return new Map(rows.map((plan) => [plan.token, plan]));
}

/** Applies a plan's new amount to its subscriptions, in the transaction that changes the plan. */
export type ApplyAmount = (tx: Queries, plan: Plan, now: Date) => Promise<void>;

export function createPlans({
  database,
  clock,
  applyAmount,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly applyAmount: ApplyAmount;
}): Plans {
  const findPlan = async (queries: Queries, {merchant, token}: PlanKey, lock = '') => {
    const [row] = await queries.query<Plan>(
      `SELECT * FROM plans WHERE merchant = $1 AND token = $2 ${lock}`,
      [merchant, token],
    );
    if (!row) throw planNotFound();
    return row;
  };
  return {
    create: (tx, merchant, details) => insertPlan(tx, merchant, details, clock.now()),
    read: (key) => findPlan(database, key),
    async search(merchant, {active, archived}, page) {
      const matching = `FROM plans WHERE merchant = $1 AND ($2::boolean IS NULL OR active = $2)
        AND ($3::boolean IS NULL OR (archived_at IS NOT NULL) = $3)`;
      const parameters = [merchant, active ?? null, archived ?? null];
      const [counted] = await database.query<{total: number}>(
        `SELECT count(*)::int AS total ${matching}`,
        parameters,
      );
      const list = await database.query<Plan>(`SELECT * ${matching} ${pageSql(page)}`, parameters);
      return {total: counted!.total, list};
    },
    async update(tx, key, changesFor, options) {
      const plan = await findPlan(tx, key, 'FOR UPDATE');
      if (plan.archived_at !== null) {
        throw new ServiceError(409, 'plan.archived', 'The plan is archived. Make a new one.');
      }
      const now = clock.now();
      const updated = await updatePlan(tx, plan, changesFor(plan), now);
      if (options.applyAmount) await applyAmount(tx, updated, now);
      return updated;
    },
    async archive({merchant, token}) {
      const [row] = await database.query<Plan>(
        `UPDATE plans SET active = false, archived_at = coalesce(archived_at, $3),
           updated_at = CASE WHEN archived_at IS NULL THEN $3 ELSE updated_at END
         WHERE merchant = $1 AND token = $2 RETURNING *`,
        [merchant, token, clock.now()],
      );
      if (!row) throw planNotFound();
      return row;
    },
  };
}
