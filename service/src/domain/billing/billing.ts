/** The billing engine: it charges subscriptions when they are due. */
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../events/events.js';
import type {CardNetwork} from '../ports/network.js';
import type {Logger} from '../../platform/logger.js';
import type {Database, Transaction} from '../../platform/storage/database.js';
import {readCharge, releaseCharges} from '../subscriptions/charges.js';
import {chargesAreDue, nextPeriodAt, nextRetryAt, periodsAreDue} from '../subscriptions/due.js';
import {lockSubscription} from '../subscriptions/changes.js';
import type {Charge} from '../subscriptions/subscription.js';
import type {CardStore} from '../vault/cards.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import {recordedMethods} from '../payment-methods/rows.js';
import {authorizeCharges} from './authorize-charges.js';
import {begin, beginPeriods} from './begin.js';
import type {BeginDependencies} from './begin.js';
import {createPipeline, sliceRows} from './pipeline.js';
import {takeCharges, takeOpenCharge} from './retry.js';
import type {RetryDependencies} from './retry.js';
import {settle} from './settle.js';
import type {Result, Task} from './task.js';

export interface BillingDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
  readonly network: CardNetwork;
  readonly cards: CardStore;
  readonly logger: Logger;
}

/** The result of `chargeNow`. */
export type ChargedNow =
  /** The subscription owes nothing, for example during a trial. */
  | {readonly state: 'none'}
  | ({
      /** An `open` charge is retried at `next_attempt_at`; while `failure` is null its outcome is unknown. */
      readonly state: Charge['state'];
    } & Pick<Charge, 'token' | 'failure' | 'next_attempt_at'>);

/** Charges each period of a subscription once, even with several workers and after crashes (V1, V2). */
export interface Billing {
  /** The worker's jobs: beginning the periods and retrying the charges that are due. */
  readonly work: readonly DueWork[];
  /**
   * Charges now what a subscription owes: the first period of a new subscription, or the open charge after a
   * change of card. A paused or cancelled subscription is not charged. This calls the network, so it must not
   * run inside a transaction.
   */
  chargeNow(subscription: string): Promise<ChargedNow>;
}

export function createBilling(deps: BillingDependencies): Billing {
  const {database, clock, logger} = deps;
  const lease = database.leases.newLease();
  const workerDeps = {...deps, lease};

  /** Sends recorded attempts to the network and records their outcomes through `transactions`. */
  async function chargeTasks(
    tasks: readonly Task[],
    transactions: Pick<Database, 'transaction'>,
  ): Promise<readonly Result[]> {
    if (tasks.length === 0) return [];
    const methods = await recordedMethods(
      database,
      tasks.map(({payment_method}) => payment_method),
    );
    const results = await authorizeCharges(deps, tasks, methods);
    await transactions.transaction((tx) => settle(deps, tx, results, methods));
    for (const {outcome} of results) {
      if (outcome.kind === 'unknown') logger.warn('billing.outcome_unknown');
    }
    return results;
  }

  const pipeline = createPipeline(database, chargeTasks);

  /** Releases the charges that this worker leased and has not finished. */
  const release = async () => {
    await releaseCharges(database, lease);
  };

  return {
    work: [
      {
        name: 'billing-retries',
        run: () => pipeline.run((tx) => takeCharges(workerDeps, tx, sliceRows)),
        isDue: () => chargesAreDue(database, clock.now()),
        nextDue: () => nextRetryAt(database, clock.now()),
        release,
      },
      {
        name: 'billing-periods',
        run: () => pipeline.run((tx) => beginPeriods(workerDeps, tx, sliceRows)),
        isDue: () => periodsAreDue(database, clock.now()),
        nextDue: () => nextPeriodAt(database, clock.now()),
        // All leases are on charges, which `billing-retries` releases.
        release: () => Promise.resolve(),
      },
    ],
    async chargeNow(token) {
      for (;;) {
        const tasks = await database.transaction((tx) => recordOwedAttempt(workerDeps, tx, token));
        const [result] = await chargeTasks(tasks, database);
        // This finished an earlier attempt, perhaps with the previous card; now the charge gets its own try.
        if (result?.task.again && result.outcome.kind === 'failed') continue;
        if (!tasks[0]) return {state: 'none'};
        const {token: charge, state, failure, next_attempt_at} = await readCharge(database, tasks[0].charge);
        return {token: charge, state, failure, next_attempt_at};
      }
    },
  };
}

/** Records an attempt of the charge that the subscription owes now. Returns no task if it owes nothing. */
async function recordOwedAttempt(
  deps: BeginDependencies & RetryDependencies,
  tx: Transaction,
  token: string,
): Promise<readonly Task[]> {
  const row = await lockSubscription(tx, token);
  if (!row || row.state === 'paused' || row.state === 'cancelled') return [];
  if (row.open_charge !== null) return takeOpenCharge(deps, tx, row);
  const isDue = row.next_charge_at !== null && row.next_charge_at <= deps.clock.now();
  return isDue ? begin(deps, tx, [row]) : [];
}
