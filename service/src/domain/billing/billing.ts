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
import {beginDuePeriods, beginNextPeriods, type BeginDependencies} from './begin.js';
import {createPipeline, sliceRows} from './pipeline.js';
import {isUnanswered, takeDueCharges, takeOpenCharge, type RetryDependencies} from './retry.js';
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
   * Charges the first period of a new subscription, unless a worker has begun it: then this waits for the
   * answer to the worker's attempt and makes no second one. It calls the network, so it must not run inside a
   * transaction.
   */
  chargeFirst(subscription: string): Promise<ChargedNow>;
  /**
   * Charges now what a subscription owes, even if no retry is due: its open charge, after a change of card. A
   * paused or cancelled subscription is not charged. Calls the network, as `chargeFirst` does.
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

  async function charge(subscription: string, record: RecordAttempt): Promise<ChargedNow> {
    for (;;) {
      const tasks = await database.transaction((tx) => record(workerDeps, tx, subscription));
      const [result] = await chargeTasks(tasks, database);
      if (!result) return {state: 'none'};
      // After an unanswered attempt of an earlier card the current card is charged.
      if (isOfEarlierCard(result.task) && result.outcome.kind === 'failed') continue;
      const {token, state, failure, next_attempt_at} = await readCharge(database, result.task.charge);
      return {token, state, failure, next_attempt_at};
    }
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
    chargeFirst: (subscription) => charge(subscription, recordFirstAttempt),
    chargeNow: (subscription) => charge(subscription, recordOwedAttempt),
  };
}

const isOfEarlierCard = (task: ChargeTask) => task.payment_method !== task.subscription.payment_method;

/** Records an attempt of what a subscription owes now. Returns no task if it owes nothing. */
type RecordAttempt = (
  deps: BeginDependencies & RetryDependencies,
  tx: Transaction,
  subscription: string,
) => Promise<readonly ChargeTask[]>;

const recordOwedAttempt: RecordAttempt = async (deps, tx, subscription) => {
  const row = await lockSubscription(tx, subscription);
  if (!row || row.state === 'paused' || row.state === 'cancelled') return [];
  if (row.open_charge !== null) return takeOpenCharge(deps, tx, row);
  const isDue = row.next_charge_at !== null && row.next_charge_at <= deps.clock.now();
  return isDue ? beginNextPeriods(deps, tx, [row]) : [];
};

/** As `recordOwedAttempt`, but an attempt that has failed is left to its retries. */
const recordFirstAttempt: RecordAttempt = async (deps, tx, subscription) => {
  const row = await lockSubscription(tx, subscription);
  const hasBegun = row !== undefined && row.open_charge !== null;
  if (hasBegun && !(await isUnanswered(tx, row))) return [];
  return recordOwedAttempt(deps, tx, subscription);
};
