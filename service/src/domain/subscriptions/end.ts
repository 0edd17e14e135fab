/** Ends subscriptions for good. */
import type {Clock} from '../../platform/clock/clock.js';
import type {ForgetCustomer} from '../customers/remove.js';
import type {Events, EventType} from '../events/events.js';
import type {Transaction} from '../../platform/storage/database.js';
import {changeSubscription, skipPeriods, stateAfterAllowed} from './changes.js';
import {closeOpenCharge, isAtNetwork} from './charges.js';
import {methodShown, subscriptionEventData} from './event-data.js';
import type {Subscription} from './subscription.js';

interface Dependencies {
  readonly clock: Clock;
  readonly events: Events;
}

/** Why a subscription ended. */
export type EndReason = 'requested' | 'customer_removed' | 'cycles_completed';

/** Adds the event of a change to the transaction of that change. */
export async function recordEvent(
  {events}: Pick<Dependencies, 'events'>,
  tx: Transaction,
  subscription: Subscription,
  type: EventType,
): Promise<void> {
  const {merchant, token, customer, version} = subscription;
  const method = await methodShown(tx, subscription.payment_method);
  events.append(tx, {
    merchant,
    type,
    subject: token,
    subscription: token,
    customer,
    occurrence: `${token}:version:${version}`,
    data: subscriptionEventData(subscription, {method}),
  });
}

/** Ends a locked subscription and adds the event. Its open charge becomes void. */
export async function endSubscription(
  deps: Dependencies,
  tx: Transaction,
  subscription: Subscription,
  {reason, move = 'cancel'}: {readonly reason: EndReason; readonly move?: 'cancel' | 'complete'},
): Promise<Subscription> {
  const now = deps.clock.now();
  const state = stateAfterAllowed(subscription, move);
  await closeOpenCharge(tx, subscription, {state: 'void', now});
  const {next_period} = await skipPeriods(tx, subscription, {state: 'void', now});
  const ended = await changeSubscription(
    tx,
    subscription,
    {state, next_period, next_charge_at: null, open_charge: null, cancelled_at: now, end_reason: reason},
    now,
  );
  await recordEvent(deps, tx, ended, 'subscription.cancelled');
  return ended;
}

/**
 * Ends every subscription of a customer who is being removed. Returns `busy` while one of their charges is at
 * the network.
 */
export const forgetSubscriptions =
  (deps: Dependencies): ForgetCustomer =>
  async (tx, {token: customer}) => {
    const rows = await tx.query<Subscription>(
      `SELECT * FROM subscriptions WHERE customer = $1 AND state <> 'cancelled' ORDER BY token FOR UPDATE`,
      [customer],
    );
    for (const row of rows) {
      if (await isAtNetwork(tx, row)) return 'busy';
      await endSubscription(deps, tx, row, {reason: 'customer_removed'});
    }
    return 'forgotten';
  };
