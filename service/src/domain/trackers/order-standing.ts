/** A payment that several trackers may be opened for: which of them has its money, and whether it is still asked for. */
import type {Leases} from '../../platform/storage/leases.js';
import type {Queries} from '../../platform/storage/database.js';
import {firstActionOf} from './machine.js';
import {withoutMoney, type Tracker} from './tracker.js';

/** How the payment stands that a tracker was opened for. */
export interface OrderStanding {
  /** The tracker that holds or has taken the money. */
  readonly paid: Tracker | undefined;
  /** Whether the shop asks for other terms now. */
  readonly isChanged: boolean;
  /** How many of its trackers have ended without money: cards that were tried in vain. */
  readonly ended: number;
}

/** The merchant whose tracker it is, for an address that names nothing but the tracker. */
export async function merchantOfTracker(queries: Queries, token: string): Promise<string | undefined> {
  const [row] = await queries.query<{merchant: string}>('SELECT merchant FROM trackers WHERE token = $1', [
    token,
  ]);
  return row?.merchant;
}

/**
 * Makes a tracker one of an order, so that another card is tried on a tracker beside it and the money is taken once
 * (decision 0086). A payment whose shop named no order is the order. The card is typed into hosted fields, also where
 * the shop would have sent it in plain text. An authorization that is on its way is not overtaken: it has the order.
 *
 * @returns The tracker; undefined while an action is under way.
 */
export async function asOrder(
  queries: Queries,
  {leases, now}: {readonly leases: Leases; readonly now: Date},
  {token}: Tracker,
): Promise<Tracker | undefined> {
  const begun = "state = 'TRACKER_STARTED' AND card IS NULL AND entry_mode = 'raw'";
  const [tracker] = await queries.query<Tracker>(
    `UPDATE trackers SET shop_order = coalesce(shop_order, token),
       order_taken = order_taken OR (shop_order IS NULL
         AND EXISTS (SELECT 1 FROM owed_reversals o WHERE o.tracker = trackers.token AND o.settled_at IS NULL)),
       entry_mode = CASE WHEN ${begun} THEN 'flex' ELSE entry_mode END,
       next_kind = CASE WHEN ${begun} THEN $3 ELSE next_kind END,
       version = version + 1
     WHERE token = $1 AND (claim IS NULL OR claim_until <= $2 OR ${leases.hasDied('claim')}) RETURNING *`,
    [token, now, firstActionOf({mode: 'payment', entry_mode: 'flex'})],
  );
  return tracker;
}

/** Reads how the payment of a tracker of an order stands. */
export async function standingOf(queries: Queries, tracker: Tracker): Promise<OrderStanding> {
  const {merchant, customer, shop_order: order} = tracker;
  const all = await queries.query<Tracker & {readonly is_over: boolean}>(
    `SELECT *, ${withoutMoney} AS is_over FROM trackers WHERE merchant = $1 AND customer = $2 AND shop_order = $3
     ORDER BY created_at DESC`,
    [merchant, customer, order],
  );
  const open = all.filter(({is_over: isOver}) => !isOver);
  const isSame = ({amount, currency}: Tracker) => amount === tracker.amount && currency === tracker.currency;
  return {
    paid: open.find(({hold}) => hold !== null),
    isChanged: open.some((other) => !isSame(other)) || (isReplaced(tracker) && open.length === 0),
    ended: all.length - open.length,
  };
}

/** Ended by the service, because the shop opened another one for other terms. */
const isReplaced = ({state}: Tracker): boolean => state === 'TRACKER_CANCELLED';
