import {ServiceError} from '../../platform/errors.js';
import type {CheckoutTools, SessionContext} from './context.js';

const acts = ['pause', 'resume', 'cancel', 'cancel-at-end', 'keep'] as const;
export type PortalAct = (typeof acts)[number];
export const isPortalAct = (name: string): name is PortalAct => acts.some((act) => act === name);

/**
 * Performs a customer's action on one of their own subscriptions. A repeated one, or one from a stale page,
 * changes nothing, and the page shows the current state.
 *
 * @returns the message that the page shows.
 */
export async function act(
  {subscriptions}: CheckoutTools,
  {session}: SessionContext,
  {name, subscription}: {readonly name: PortalAct; readonly subscription: string},
): Promise<'changed' | 'trouble'> {
  const {merchant, customer} = session;
  const named = {merchant, token: subscription};
  const isOwn = session.subscription === null || session.subscription === subscription;
  const found = await subscriptions.read(named);
  if (!isOwn || found.customer !== customer) {
    throw new ServiceError(404, 'subscription.not_found', 'subscription not found');
  }
  try {
    if (name === 'pause') await subscriptions.pause(named, 'MARK_VOID');
    else if (name === 'resume') await subscriptions.resume(named);
    else if (name === 'keep') await subscriptions.keep(named);
    else await subscriptions.cancel(named, {atPeriodEnd: name === 'cancel-at-end'});
    return 'changed';
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 409) throw error;
    return error.code === 'subscription.move_not_allowed' ? 'changed' : 'trouble';
  }
}
