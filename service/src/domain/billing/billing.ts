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

/** The outcome of a charge that a request is waiting for. */
export type ChargedNow =
  /** No period has begun, as in a trial, and nothing is owed. */
  | {readonly state: 'none'}
  | ({
      /** `open`: to be retried at `next_attempt_at`, or of unknown outcome (`failure` is null). */
      readonly state: Charge['state'];
    } & Pick<Charge, 'token' | 'failure' | 'next_attempt_at'>);

/** Charges each period of a subscription once, also with several workers and after crashes (V1, V2). */
export interface Billing {
  /** Begins periods and retries charges that are due. */
  readonly work: readonly DueWork[];
  /**
   * Charges now what a subscription owes: the first period of a new one, or the open charge after a change of
   * card. Does nothing for a paused or cancelled one. Calls the network, so never inside a transaction.
   */
  chargeNow(subscription: string): Promise<ChargedNow>;
}

export function createBilling(deps: BillingDependencies): Billing {
  const {database, clock} = deps;
  const lease = deps.database.leases.newLease();
  const held = {...deps, lease};

  /** Charges the recorded attempts and returns their outcomes. */
  async function chargeTasks(
    tasks: readonly Task[],
    through: Pick<Database, 'transaction'>,
  ): Promise<readonly Result[]> {
    if (tasks.length === 0) return [];
    const methods = await recordedMethods(
      database,
      tasks.map(({payment_method}) => payment_method),
    );
    const results = await authorizeCharges(deps, tasks, methods);
    await through.transaction((tx) => settle(deps, tx, results, methods));
    for (const {outcome} of results) {
      if (outcome.kind === 'unknown') deps.logger.warn('billing.outcome_unknown');
    }
    return results;
  }

  const pipeline = createPipeline(database, chargeTasks);

  /** Releases what this process leased and has not finished. */
  const release = async () => {
    await releaseCharges(database, lease);
  };

  return {
    work: [
      {
        name: 'billing-retries',
        run: () => pipeline.run((tx) => takeCharges(held, tx, sliceRows)),
        isDue: () => chargesAreDue(database, clock.now()),
        nextDue: () => nextRetryAt(database, clock.now()),
        release,
      },
      {
        name: 'billing-periods',
        run: () => pipeline.run((tx) => beginPeriods(held, tx, sliceRows)),
        isDue: () => periodsAreDue(database, clock.now()),
        nextDue: () => nextPeriodAt(database, clock.now()),
        release: () => Promise.resolve(),
      },
    ],
    async chargeNow(token) {
      for (;;) {
        const tasks = await database.transaction((tx) => takeNow(held, tx, token));
        const [result] = await chargeTasks(tasks, database);
        // An earlier attempt, perhaps with another card, was still open and had to be finished first.
        if (result?.task.again && result.outcome.kind === 'failed') continue;
        if (!tasks[0]) return {state: 'none'};
        const {token: charge, state, failure, next_attempt_at} = await readCharge(database, tasks[0].charge);
        return {token: charge, state, failure, next_attempt_at};
      }
    },
  };
}

/** The charge that the subscription owes now, with a recorded attempt. */
async function takeNow(
  deps: Parameters<typeof begin>[0] & RetryDependencies,
  tx: Transaction,
  token: string,
): Promise<readonly Task[]> {
  const row = await lockSubscription(tx, token);
  if (!row || row.state === 'paused' || row.state === 'cancelled') return [];
  if (row.open_charge !== null) return takeOpenCharge(deps, tx, row);
  const isDue = row.next_charge_at !== null && row.next_charge_at <= deps.clock.now();
  return isDue ? begin(deps, tx, [row]) : [];
}
