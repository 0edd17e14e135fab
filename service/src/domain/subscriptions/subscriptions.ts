/** Reads subscriptions and changes them one at a time, each change with its event. */
import type {PauseBehavior} from '../../../../src/protocol/billing-words.js';
import {setTimeout as wait} from 'node:timers/promises';
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../events/events.js';
import {RetryError} from '../../platform/errors.js';
import type {Database, Transaction} from '../../platform/storage/database.js';
import {
  changeSubscription,
  lockSubscription,
  skipPeriods,
  skippedChargeState,
  stateAfterAllowed,
  subscriptionNotFound,
} from './changes.js';
import {closeOpenCharge, isAtNetwork, makeOpenChargeDue} from './charges.js';
import {lockMethodForRenewals, insertSubscription, type NewSubscription} from './create.js';
import {endSubscription, recordEvent} from './end.js';
import type {Subscription} from './subscription.js';
import {firstPeriodAfter, periodStart} from './periods.js';

/** How long a change waits for a charge that was sent to the network, in real time. */
const maxWaitMs = 5000;
const pollEveryMs = 20;

/** Identifies a subscription. A merchant cannot see the subscriptions of another one. */
export interface SubscriptionKey {
  readonly merchant: string;
  readonly token: string;
}

/**
 * Subscriptions (spec 2.7, 3.2). A change and its event are one transaction: `tx`, or a new one. A change
 * first waits until no charge is at the network, so that it applies to every later charge (guarantee V18).
 *
 * Each change rejects with a `ServiceError`: 404 `subscription.not_found`, 409
 * `subscription.move_not_allowed`, or 409 `subscription.busy` while the network does not answer.
 */
export interface Subscriptions {
  /**
   * Creates a pending subscription. Its first charge is due at once, or at the end of the plan's trial. Only
   * the checkout calls this (spec 2.7).
   *
   * @throws {ServiceError} 404 `customer.not_found`, `plan.not_found`, `payment_method.not_found`; 409
   *   `plan.not_offered`, `payment_method.expired`, `subscription.single_use_method`.
   */
  create(tx: Transaction | undefined, request: NewSubscription): Promise<Subscription>;
  /** @throws {ServiceError} 404 `subscription.not_found`. */
  read(key: SubscriptionKey): Promise<Subscription>;
  /** Stops all charges, including the open one. The anchor does not change. */
  pause(key: SubscriptionKey, behavior: PauseBehavior, tx?: Transaction): Promise<Subscription>;
  /** Ends a pause. The next charge is for the next period; periods of the pause are not charged. */
  resume(key: SubscriptionKey, tx?: Transaction): Promise<Subscription>;
  /** Cancels now or at the end of the current period. A failed subscription is always cancelled now. */
  cancel(
    key: SubscriptionKey,
    options?: {readonly atPeriodEnd?: boolean},
    tx?: Transaction,
  ): Promise<Subscription>;
  /** Revokes a cancellation that is due at the end of the period. */
  revokeCancellation(key: SubscriptionKey, tx?: Transaction): Promise<Subscription>;
  /**
   * Charges another saved card of the customer from now on. An open charge becomes due at once, so that a
   * failed subscription can recover.
   *
   * @throws {ServiceError} Also the errors of `create` that concern the method.
   */
  changeMethod(key: SubscriptionKey, paymentMethod: string, tx?: Transaction): Promise<Subscription>;
}

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
}

const chargeUnderWay = () =>
  new RetryError(409, 'subscription.busy', 'A charge of this subscription is under way.', 1);

function createStore({database, clock}: Dependencies) {
  async function read({merchant, token}: SubscriptionKey): Promise<Subscription> {
    const [row] = await database.query<Subscription>(
      'SELECT * FROM subscriptions WHERE merchant = $1 AND token = $2',
      [merchant, token],
    );
    if (!row) throw subscriptionNotFound();
    return row;
  }

  /**
   * Locks a subscription and runs `work`. It first waits, outside of the transaction, until no charge is at
   * the network.
   */
  async function changeLocked(
    key: SubscriptionKey,
    callerTransaction: Transaction | undefined,
    work: (tx: Transaction, subscription: Subscription, now: Date) => Promise<Subscription>,
  ): Promise<Subscription> {
    await read(key);
    const deadline = performance.now() + maxWaitMs;
    while (await isAtNetwork(database, key)) {
      if (performance.now() > deadline) throw chargeUnderWay();
      await wait(pollEveryMs);
    }
    const lockAndWork = async (tx: Transaction) => {
      const locked = await lockSubscription(tx, key.token);
      if (!locked) throw subscriptionNotFound();
      // A cancellation that is due can no longer be revoked, even if the worker has not performed it yet.
      const isEnding =
        locked.cancel_at !== null && locked.cancel_at <= clock.now() && locked.state !== 'cancelled';
      if (isEnding || (await isAtNetwork(tx, key))) throw chargeUnderWay();
      return work(tx, locked, clock.now());
    };
    return callerTransaction ? lockAndWork(callerTransaction) : database.transaction(lockAndWork);
  }

  return {read, changeLocked};
}

/** Every subscription can be cancelled, except one that has ended. */
const refuseIfEnded = (subscription: Subscription) => {
  stateAfterAllowed(subscription, 'cancel');
};

export function createSubscriptions(deps: Dependencies): Subscriptions {
  const {read, changeLocked} = createStore(deps);
  return {
    create: (callerTransaction, request) => {
      const insert = (tx: Transaction) => insertSubscription(deps, tx, request);
      return callerTransaction ? insert(callerTransaction) : deps.database.transaction(insert);
    },
    read,
    pause: (key, behavior, callerTransaction) =>
      changeLocked(key, callerTransaction, async (tx, locked, now) => {
        const state = stateAfterAllowed(locked, 'pause');
        const chargeState = skippedChargeState[behavior];
        await closeOpenCharge(tx, locked, {state: chargeState, now});
        const next = await skipPeriods(tx, locked, {state: chargeState, now});
        const changes = {...next, state, open_charge: null, pause_behavior: behavior, paused_at: now};
        const paused = await changeSubscription(tx, locked, changes, now);
        await recordEvent(deps, tx, paused, 'subscription.paused');
        return paused;
      }),
    resume: (key, callerTransaction) =>
      changeLocked(key, callerTransaction, async (tx, locked, now) => {
        const state = stateAfterAllowed(locked, 'resume');
        const next = await skipPeriods(tx, locked, {state: skippedChargeState[locked.pause_behavior!], now});
        const changes = {...next, state, pause_behavior: null, resumed_at: now};
        const resumed = await changeSubscription(tx, locked, changes, now);
        await recordEvent(deps, tx, resumed, 'subscription.resumed');
        return resumed;
      }),
    cancel: (key, {atPeriodEnd = false} = {}, callerTransaction) =>
      changeLocked(key, callerTransaction, (tx, locked, now) => {
        if (!atPeriodEnd || locked.state === 'failed')
          return endSubscription(deps, tx, locked, {reason: 'requested'});
        // Only checks that the move is allowed; the state changes at the end of the period.
        stateAfterAllowed(locked, 'cancel');
        const end = periodStart(locked, firstPeriodAfter(locked, now));
        return changeSubscription(tx, locked, {cancel_at_period_end: true, cancel_at: end}, now);
      }),
    revokeCancellation: (key, callerTransaction) =>
      changeLocked(key, callerTransaction, (tx, locked, now) => {
        refuseIfEnded(locked);
        return changeSubscription(tx, locked, {cancel_at_period_end: false, cancel_at: null}, now);
      }),
    changeMethod: (key, paymentMethod, callerTransaction) =>
      changeLocked(key, callerTransaction, async (tx, locked, now) => {
        refuseIfEnded(locked);
        const {merchant, customer} = locked;
        await lockMethodForRenewals(tx, {merchant, customer, token: paymentMethod, now});
        const changed = await changeSubscription(tx, locked, {payment_method: paymentMethod}, now);
        await makeOpenChargeDue(tx, locked, now);
        return changed;
      }),
  };
}
