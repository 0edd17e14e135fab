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
import {methodsByToken} from '../payment-methods/rows.js';
import {authorizeCharges} from './authorize-charges.js';
import {beginDuePeriods, beginNextPeriods} from './begin.js';
import type {BeginDependencies} from './begin.js';
import {createPipeline, sliceRows} from './pipeline.js';
import {takeDueCharges, takeOpenCharge} from './retry.js';
import type {RetryDependencies} from './retry.js';
import {settle} from './settle.js';
import type {ChargeResult, ChargeTask} from './task.js';

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
      /**
       * An `open` charge is retried at `next_attempt_at`. Until the network answers, its `failure` is null.
       */
      readonly state: Charge['state'];
    } & Pick<Charge, 'token' | 'failure' | 'next_attempt_at'>);

/**
 * Charges each period of a subscription exactly once, even with several workers and after crashes (guarantees
 * V1 and V2).
 */
export interface Billing {
  /** The worker's jobs: charging new periods, and retrying open charges. */
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
    tasks: readonly ChargeTask[],
    transactions: Pick<Database, 'transaction'>,
  ): Promise<readonly ChargeResult[]> {
    if (tasks.length === 0) return [];
    const methods = await methodsByToken(
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
        run: () => pipeline.run((tx) => takeDueCharges(workerDeps, tx, sliceRows)),
        isDue: () => chargesAreDue(database, clock.now()),
        nextDue: () => nextRetryAt(database, clock.now()),
        release,
      },
      {
        name: 'billing-periods',
        run: () => pipeline.run((tx) => beginDuePeriods(workerDeps, tx, sliceRows)),
        isDue: () => periodsAreDue(database, clock.now()),
        nextDue: () => nextPeriodAt(database, clock.now()),
        // All leases are on charges, which `billing-retries` releases.
        release: () => Promise.resolve(),
      },
    ],
    async chargeNow(subscription) {
      for (;;) {
        const tasks = await database.transaction((tx) => recordOwedAttempt(workerDeps, tx, subscription));
        const [result] = await chargeTasks(tasks, database);
        if (!result) return {state: 'none'};
        // The repeated attempt may have been of an earlier card, so the current card is charged next.
        if (result.task.isRepeat && result.outcome.kind === 'failed') continue;
        const charge = await readCharge(database, result.task.charge);
        const {state, failure, next_attempt_at} = charge;
        return {token: charge.token, state, failure, next_attempt_at};
      }
    },
  };
}

/** Records an attempt of the charge that the subscription owes now. Returns no task if it owes nothing. */
async function recordOwedAttempt(
  deps: BeginDependencies & RetryDependencies,
  tx: Transaction,
  subscription: string,
): Promise<readonly ChargeTask[]> {
  const row = await lockSubscription(tx, subscription);
  if (!row || row.state === 'paused' || row.state === 'cancelled') return [];
  if (row.open_charge !== null) return takeOpenCharge(deps, tx, row);
  const isDue = row.next_charge_at !== null && row.next_charge_at <= deps.clock.now();
  return isDue ? beginNextPeriods(deps, tx, [row]) : [];
}
