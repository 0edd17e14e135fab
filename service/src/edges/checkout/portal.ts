import {ServiceError} from '../../platform/errors.js';
import type {CheckoutTools, SessionContext} from './context.js';

const actions = ['pause', 'resume', 'cancel', 'cancel-at-end', 'keep'] as const;
export type PortalAction = (typeof actions)[number];
export const isPortalAction = (name: string): name is PortalAction =>
  actions.some((action) => action === name);

/**
 * Performs a customer's action on one of their own subscriptions. A repeated action, or one from a stale
 * page, changes nothing, and the page shows the current state.
 *
 * @returns the message that the page shows.
 */
export async function performPortalAction(
  {subscriptions}: CheckoutTools,
  {session}: SessionContext,
  {action, subscription: token}: {readonly action: PortalAction; readonly subscription: string},
): Promise<'changed' | 'trouble'> {
  const {merchant, customer} = session;
  const key = {merchant, token};
  const isOfPage = session.subscription === null || session.subscription === token;
  const subscription = await subscriptions.read(key);
  // The same answer as for an unknown one, so that it says nothing about other customers' subscriptions.
  if (!isOfPage || subscription.customer !== customer) {
    throw new ServiceError(404, 'subscription.not_found', 'subscription not found');
  }
  try {
    if (action === 'pause') await subscriptions.pause(key, 'MARK_VOID');
    else if (action === 'resume') await subscriptions.resume(key);
    else if (action === 'keep') await subscriptions.revokeCancellation(key);
    else await subscriptions.cancel(key, {atPeriodEnd: action === 'cancel-at-end'});
    return 'changed';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 409) throw error;
    return error.code === 'subscription.move_not_allowed' ? 'changed' : 'trouble';
  }
}
