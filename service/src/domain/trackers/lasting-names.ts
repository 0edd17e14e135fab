/**
 * Names that the shop gives and that last for good: of a payment, of a refund, and of the order that a payment is for
 * (decisions 0016 and 0086).
 */
import * as v from 'valibot';
import {ServiceError, fieldSentence, misfit, type FieldError} from '../../platform/errors.js';
import {boundedText, lastingName, paymentMethodToken} from '../../platform/http/body.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Queries} from '../../platform/storage/database.js';
import type {ActionDependencies} from './context.js';
import {expireTrackers, replaceTrackers} from './expiry.js';
import type {NewTracker} from './new-tracker.js';
import {orderPaid} from './taken-orders.js';
import {withoutMoney, type Tracker} from './tracker.js';

/** The fields of a new tracker that name its payment. */
export const namesOfPayment = {
  name: v.optional(lastingName),
  order: v.optional(boundedText(1, 255)),
  payment_method: v.optional(paymentMethodToken),
};

type NameDependencies = Pick<ActionDependencies, 'vault' | 'merchant' | 'database' | 'clock' | 'codes'>;

/** A name as it is stored. */
export const nameOf = (
  {vault, merchant}: Pick<ActionDependencies, 'vault' | 'merchant'>,
  name: string | undefined,
): string | null => (name === undefined ? null : vault.fingerprint(`lasting name\n${name}`, merchant.id));

/**
 * The tracker that the name or order of a new one leads to; undefined if a new one is needed. It holds a lock until the
 * unit of work ends, so that of requests at once the first opens the tracker and the others find it.
 *
 * @throws {ServiceError} 409 `tracker.name_taken` for other terms under a known name, 409 `tracker.order_paid`.
 */
export async function knownTracker(
  deps: NameDependencies,
  unit: UnitOfWork,
  wanted: NewTracker,
): Promise<Tracker | undefined> {
  const {merchant, customer, name, shop_order: order} = wanted;
  if (name === null && order === null) return undefined;
  const key = JSON.stringify(name === null ? [merchant, customer, order] : [merchant, name]);
  await unit.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  return name === null ? ofOrder(deps, unit, wanted) : ofName(deps, unit, wanted);
}

/** What the payments of one name agree in. */
export type Terms = Pick<
  NewTracker,
  'merchant' | 'name' | 'customer' | 'amount' | 'currency' | 'mode' | 'named_method'
>;

/** The first term in which a payment differs from the known one. A card counts only where both name one. */
function otherTerm(known: Tracker, wanted: Terms): FieldError | undefined {
  const asKnown = (field: 'amount' | 'currency' | 'mode') =>
    misfit(
      `/${field}`,
      `${known[field]}, as in the payment of this name`,
      field === 'amount' ? 'a number' : 'a string',
    );
  const another = (pointer: string, what: string) =>
    misfit(pointer, `the ${what} that the payment of this name has`);
  if (known.customer !== wanted.customer) return another('/user', 'customer');
  const field = (['amount', 'currency', 'mode'] as const).find((name) => known[name] !== wanted[name]);
  if (field) return asKnown(field);
  const method = known.named_method ?? known.payment_method;
  if (method === null || wanted.named_method === null || method === wanted.named_method) return undefined;
  return another('/payment_method', 'card');
}

/** The refusal of a name that was given to something else. */
export const nameTaken = (what: string, field: FieldError) =>
  new ServiceError(
    409,
    'tracker.name_taken',
    `This name belongs to another ${what}: ${fieldSentence(field)}. A name lasts; give another ${what} another name.`,
    [field],
  );

/** The payment of a name, if there is one that counts. A tracker that expired unused gives its name back. */
async function ofName(
  {database, clock}: NameDependencies,
  queries: Queries,
  wanted: NewTracker,
): Promise<Tracker | undefined> {
  const find = async () => (await queries.query<Tracker>(byName, [wanted.merchant, wanted.name]))[0];
  let known = await find();
  if (!known) return undefined;
  const other = otherTerm(known, wanted);
  if (other) throw nameTaken('payment', other);
  if (known.expires_at <= clock.now()) {
    await expireTrackers(queries, database.leases, {now: clock.now(), token: known.token});
    known = (await find())!;
  }
  if (known.state !== 'TRACKER_EXPIRED') return known;
  await queries.query('UPDATE trackers SET name = NULL WHERE token = $1', [known.token]);
  return undefined;
}
const byName = 'SELECT * FROM trackers WHERE merchant = $1 AND name = $2';

/**
 * Refuses other terms under a known name. It is asked before an idempotency key is looked at, which would say only that
 * the body differs.
 */
export async function refuseOtherTerms(database: Queries, wanted: Terms): Promise<void> {
  const [known] = await database.query<Tracker>(byName, [wanted.merchant, wanted.name]);
  const other = known && otherTerm(known, wanted);
  if (other) throw nameTaken('payment', other);
}

/** Where the trackers of an order are: all that have not ended without money. */
const ofOrderSql = `SELECT *, (claim IS NOT NULL) AS leased FROM trackers
  WHERE merchant = $1 AND customer = $2 AND shop_order = $3 AND NOT ${withoutMoney} ORDER BY created_at DESC`;

/**
 * The payment of an order that can go on: not paid, for the same amount and card, and before its bank was asked. One for
 * other terms is ended. One whose bank was asked stays beside the new one; the first that authorizes takes the order.
 */
async function ofOrder(
  deps: NameDependencies,
  unit: UnitOfWork,
  wanted: NewTracker,
): Promise<Tracker | undefined> {
  const {database, clock, codes} = deps;
  const now = clock.now();
  const {merchant, customer, shop_order: order} = wanted;
  const all = await unit.query<Tracker & {readonly leased: boolean}>(ofOrderSql, [merchant, customer, order]);
  const trackers = all.filter(({hold, expires_at: end}) => hold !== null || end > now);
  if (trackers.some(({hold}) => hold !== null)) throw orderPaid();
  const replaced = trackers.filter((tracker) => !tracker.order_taken && !isSamePayment(tracker, wanted));
  if (replaced.length > 0) {
    const tokens = replaced.map(({token}) => token);
    const ended = await replaceTrackers(unit, database.leases, {now, tokens});
    unit.afterCommit(() => ended.forEach((token) => codes.forget(token)));
  }
  const open = trackers.find(
    (tracker) =>
      !replaced.includes(tracker) && !tracker.leased && isBeforeBank(tracker) && isYoung(tracker, now),
  );
  return open && withMetadata(unit, open, wanted);
}

const isSamePayment = (known: Tracker, wanted: NewTracker): boolean =>
  otherTerm(known, wanted) === undefined && known.entry_mode === wanted.entry_mode;

/** What the shop notes on a payment last counts. */
async function withMetadata(queries: Queries, {token}: Tracker, {metadata}: NewTracker): Promise<Tracker> {
  const [tracker] = await queries.query<Tracker>(
    'UPDATE trackers SET metadata = $2::jsonb, version = version + 1 WHERE token = $1 RETURNING *',
    [token, JSON.stringify(metadata)],
  );
  return tracker!;
}

/** A code is asked for once, by the page that has its field. */
const isBeforeBank = ({enrollment, code_wanted: codeWanted, order_taken: taken}: Tracker): boolean =>
  enrollment === null && !codeWanted && !taken;

/** Less than half of its life is over, so that it does not end under the shopper's hands. */
const isYoung = ({created_at: from, expires_at: to}: Tracker, now: Date): boolean =>
  now.getTime() - from.getTime() < (to.getTime() - from.getTime()) / 2;
