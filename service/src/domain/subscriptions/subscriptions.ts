import {setTimeout as wait} from 'node:timers/promises';
import type {Clock} from '../../platform/clock/clock.js';
import type {Events} from '../events/events.js';
import {RetryError} from '../../platform/errors.js';
import type {Database, Transaction} from '../../platform/storage/database.js';
import {
  changeSubscription,
  chargeStateOf,
  lockSubscription,
  moved,
  skipPeriods,
  subscriptionNotFound,
} from './changes.js';
import {closeOpenCharge, isAtNetwork, makeOpenChargeDue} from './charges.js';
import {holdMethod, insertSubscription} from './create.js';
import type {NewSubscription} from './create.js';
import {endSubscription, recordEvent} from './end.js';
import type {PauseBehavior, Subscription} from './subscription.js';
import {firstPeriodAfter, periodStart} from './periods.js';

/** How long a change waits for a charge that is at the network, in real milliseconds. */
const patienceMs = 5000;
const pollEveryMs = 20;

/** A subscription and its owner: those of other merchants do not exist for a caller. */
export interface SubscriptionName {
  readonly merchant: string;
  readonly token: string;
}

/**
 * Subscriptions (spec 2.7, 3.2). Every change is one transaction with its event, the given one or one of its
 * own, and waits for a charge that is on its way to the network: what is answered here holds for all that is
 * charged later (V18).
 *
 * Each change rejects with a `ServiceError`: 404 `subscription.not_found`, 409
 * `subscription.move_not_allowed`, 409 `subscription.busy` while the network does not answer.
 */
export interface Subscriptions {
  /**
   * Begins a subscription: pending, with its first charge due at once or at the end of the plan's trial. Only the checkout calls
   * this (spec 2.7), inside its own transaction if it has one.
   *
   * @throws {ServiceError} 404 `customer.not_found`, `plan.not_found`, `payment_method.not_found`; 409 `plan.not_offered`,
   *   `payment_method.expired`, `subscription.single_use_method`.
   */
  create(tx: Transaction | undefined, request: NewSubscription): Promise<Subscription>;
  /** @throws {ServiceError} 404 `subscription.not_found`. */
  read(name: SubscriptionName): Promise<Subscription>;
  /** Stops charging, the open charge included. The anchor stays. */
  pause(name: SubscriptionName, behavior: PauseBehavior, tx?: Transaction): Promise<Subscription>;
  /** Goes on with the next period by the anchor; what began during the pause is not charged. */
  resume(name: SubscriptionName, tx?: Transaction): Promise<Subscription>;
  /** Ends it for good: at once, or when the period that runs is over. A failed one has none that runs. */
  cancel(
    name: SubscriptionName,
    options?: {readonly atPeriodEnd?: boolean},
    tx?: Transaction,
  ): Promise<Subscription>;
  /** Takes back a cancellation that has not come about. */
  keep(name: SubscriptionName, tx?: Transaction): Promise<Subscription>;
  /**
   * From now on another saved card of the customer is charged, at once with what is owed: so a failed
   * subscription recovers.
   *
   * @throws {ServiceError} also as `create` for the method.
   */
  changeMethod(name: SubscriptionName, paymentMethod: string, tx?: Transaction): Promise<Subscription>;
}

interface Dependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly events: Events;
}

const busy = () => new RetryError(409, 'subscription.busy', 'A charge of this subscription is under way.', 1);

/** Reads subscriptions, and changes them one at a time. */
function createStore({database, clock}: Dependencies) {
  async function read({merchant, token}: SubscriptionName): Promise<Subscription> {
    const [row] = await database.query<Subscription>(
      'SELECT * FROM subscriptions WHERE merchant = $1 AND token = $2',
      [merchant, token],
    );
    if (!row) throw subscriptionNotFound();
    return row;
  }

  /**
   * Does something to a locked subscription of which nothing is at the network. The transaction begins after
   * the wait.
   */
  async function change(
    name: SubscriptionName,
    given: Transaction | undefined,
    work: (tx: Transaction, subscription: Subscription, now: Date) => Promise<Subscription>,
  ): Promise<Subscription> {
    await read(name);
    const giveUp = performance.now() + patienceMs;
    while (await isAtNetwork(database, name)) {
      if (performance.now() > giveUp) throw busy();
      await wait(pollEveryMs);
    }
    const locking = async (tx: Transaction) => {
      const locked = await lockSubscription(tx, name.token);
      if (!locked) throw subscriptionNotFound();
      // A cancellation that is due but not yet done is not to be undone either.
      const isOver =
        locked.cancel_at !== null && locked.cancel_at <= clock.now() && locked.state !== 'cancelled';
      if (isOver || (await isAtNetwork(tx, name))) throw busy();
      return work(tx, locked, clock.now());
    };
    return given ? locking(given) : database.transaction(locking);
  }

  return {read, change};
}

export function createSubscriptions(deps: Dependencies): Subscriptions {
  const {read, change} = createStore(deps);
  return {
    create: (tx, request) =>
      tx
        ? insertSubscription(deps, tx, request)
        : deps.database.transaction((own) => insertSubscription(deps, own, request)),
    read,
    pause: (name, behavior, given) =>
      change(name, given, async (tx, locked, now) => {
        const state = moved(locked, 'pause');
        await closeOpenCharge(tx, locked, {state: chargeStateOf[behavior], now});
        const next = await skipPeriods(tx, locked, {state: chargeStateOf[behavior], now});
        const changes = {...next, state, open_charge: null, pause_behavior: behavior, paused_at: now};
        const paused = await changeSubscription(tx, locked, changes, now);
        await recordEvent(deps, tx, paused, 'subscription.paused');
        return paused;
      }),
    resume: (name, given) =>
      change(name, given, async (tx, locked, now) => {
        const state = moved(locked, 'resume');
        const next = await skipPeriods(tx, locked, {state: chargeStateOf[locked.pause_behavior!], now});
        const changes = {...next, state, pause_behavior: null, resumed_at: now};
        const resumed = await changeSubscription(tx, locked, changes, now);
        await recordEvent(deps, tx, resumed, 'subscription.resumed');
        return resumed;
      }),
    cancel: (name, {atPeriodEnd = false} = {}, given) =>
      change(name, given, (tx, locked, now) => {
        if (!atPeriodEnd || locked.state === 'failed')
          return endSubscription(deps, tx, locked, {reason: 'requested'});
        moved(locked, 'cancel');
        const end = periodStart(locked, firstPeriodAfter(locked, now));
        return changeSubscription(tx, locked, {cancel_at_period_end: true, cancel_at: end}, now);
      }),
    keep: (name, given) =>
      change(name, given, (tx, locked, now) => {
        moved(locked, 'cancel');
        return changeSubscription(tx, locked, {cancel_at_period_end: false, cancel_at: null}, now);
      }),
    changeMethod: (name, paymentMethod, given) =>
      change(name, given, async (tx, locked, now) => {
        moved(locked, 'cancel');
        const {merchant, customer} = locked;
        await holdMethod(tx, {merchant, customer, token: paymentMethod, now});
        const changed = await changeSubscription(tx, locked, {payment_method: paymentMethod}, now);
        await makeOpenChargeDue(tx, locked, now);
        return changed;
      }),
  };
}
