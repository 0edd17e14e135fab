/** Authorizes and reverses a tracker's amount at the card network. */
import type {Clock} from '../../platform/clock/clock.js';
import {ServiceError} from '../../platform/errors.js';
import type {Events} from '../events/events.js';
import {reversalAttemptOf, type CardNetwork, type KnowsTestCards} from '../ports/network.js';
import type {ClearCard} from '../ports/card.js';
import {summaryOf, type PaymentMethods} from '../payment-methods/payment-methods.js';
import type {PaymentMethodRow} from '../payment-methods/rows.js';
import type {MethodUses} from '../payment-methods/uses.js';
import type {Database, Statement, Writes} from '../../platform/storage/database.js';
import type {CardStore} from '../vault/cards.js';
import type {SecurityCodes} from '../../platform/secrets/security-codes.js';
import {cardholderOf} from './cardholder.js';
import {forgetCard} from './entered-card.js';
import {afterAuthorization} from './machine.js';
import {orderPaid, takeOrder} from './taken-orders.js';
import {recordDecline, recordPayment} from './payment-events.js';
import type {HoldRecord, Tracker, TrackerChanges} from './tracker.js';
import {modeOf, reversalDueMs} from './modes.js';

export interface AuthorizationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: CardNetwork & Partial<KnowsTestCards>;
  readonly cards: CardStore;
  readonly codes: SecurityCodes;
  readonly methods: PaymentMethods;
  readonly uses: MethodUses;
  readonly events: Events;
}

/** Options of an authorization beyond the tracker itself. */
export interface AuthorizationOptions {
  /** Whether to capture with the authorization. Always false for a tracker that only saves a card. */
  readonly capture: boolean;
  /** Whether to keep the card of a payment as a payment method. */
  readonly cardOnFile: boolean;
  /** The saved method to charge; null for a card that was entered. */
  readonly method: string | null;
  /**
   * Whether an unusable saved method counts as declined instead of throwing. After a step-up the shopper is
   * redirected, so an error could not be shown.
   */
  readonly declineUnusable: boolean;
  /** Whether the owed reversal (`owedReversalOf`) has been stored together with the tracker's lease. */
  readonly owedReversalStored?: boolean;
}

/** The outcome of an authorization or a reversal. */
export interface AuthorizationOutcome {
  readonly approved: boolean;
  /** Why it was declined, a code such as `insufficient_funds`. */
  readonly reason?: string;
  readonly changes: TrackerChanges;
  /** What to write in the same transaction as the changes. */
  readonly write: (tx: Writes) => void;
}

/**
 * The network's idempotency key. A tracker has only one authorization, so a repetition after a crash or a
 * lost answer has no second effect.
 */
export const authorizationAttempt = (tracker: Pick<Tracker, 'token'>) => `${tracker.token}:authorization`;
const reversalAttempt = (tracker: Tracker) => reversalAttemptOf(tracker.token);

/**
 * The statement that records an owed reversal: the duty to undo the authorization unless it is captured in
 * time. It is stored before the network is called, so that a crash cannot lose it.
 */
export function owedReversalOf(
  {clock}: Pick<AuthorizationDependencies, 'clock'>,
  tracker: Tracker,
  {capture}: Pick<AuthorizationOptions, 'capture'>,
): readonly Statement[] {
  if (tracker.amount === 0) return [];
  const now = clock.now();
  // A capture can only be voided for a limited time, so the reversal of an immediate capture is due sooner.
  const delayMs = capture ? reversalDueMs : modeOf(tracker).holdMs;
  return [
    {
      sql: `INSERT INTO owed_reversals (tracker, attempt, amount, currency, due_at, created_at)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (tracker) DO UPDATE SET due_at = $5 WHERE owed_reversals.settled_at IS NULL`,
      parameters: [
        tracker.token,
        authorizationAttempt(tracker),
        tracker.amount,
        tracker.currency,
        new Date(now.getTime() + delayMs),
        now,
      ],
    },
  ];
}

/**
 * Authorizes the tracker's amount at the network. The transaction that stores an approval also creates the
 * payment method, or counts the use of a saved one.
 */
export async function authorize(
  deps: AuthorizationDependencies,
  tracker: Tracker,
  options: AuthorizationOptions,
): Promise<AuthorizationOutcome> {
  const attempt = authorizationAttempt(tracker);
  if ((await takeOrder(deps, tracker)) === 'paid') return orderPaidMeanwhile(deps, tracker, options);
  const cardToCharge = await cardOf(deps, tracker, options, attempt);
  if (cardToCharge === undefined) return declined(deps, tracker, {attempt, reason: 'card_unusable'});
  const {card, method} = cardToCharge;
  const securityCode = deps.codes.read(tracker.token);
  if (securityCode === undefined && (await isCodeLost(deps, tracker)))
    return declined(deps, tracker, {attempt, reason: 'security_code_lost', method});
  if (!options.owedReversalStored) {
    for (const {sql, parameters} of owedReversalOf(deps, tracker, options))
      await deps.database.query(sql, parameters);
  }
  const authorization = await deps.network.authorize({
    attempt,
    tracker: tracker.token,
    card: {...card, ...(securityCode !== undefined && {securityCode})},
    ...{amount: tracker.amount, currency: tracker.currency, capture: options.capture},
    purchase: modeOf(tracker).afterHold === 'CAPTURE',
    cardholder: await cardholderOf(tracker.shopper?.cardholder_name),
  });
  deps.codes.forget(tracker.token);
  const {approved, capture: captureId, decline = 'card_declined'} = authorization;
  if (!approved) return declined(deps, tracker, {attempt, reason: decline, method});
  const hold: HoldRecord = {
    token: authorization.id,
    amount: tracker.amount,
    currency: tracker.currency,
    created_at: deps.clock.now().toISOString(),
  };
  const isCaptured = captureId !== undefined;
  const {next, state} = afterAuthorization(tracker, isCaptured);
  // The card of a payment is erased from the vault unless it becomes a payment method.
  const keepsCard = modeOf(tracker).keepsCard || options.cardOnFile;
  const erasesCard = !keepsCard && options.method === null;
  const changes: TrackerChanges = {
    hold,
    next_kind: next,
    state,
    ...(isCaptured && {capture: {...hold, token: captureId}}),
    ...(method && {payment_method: method.token, card: method.card, card_summary: summaryOf(method)}),
    ...(erasesCard && {card: null}),
  };
  return {
    approved,
    changes,
    write(tx) {
      if (isCaptured) {
        closeOwedReversal(tx, tracker, deps.clock);
        recordPayment(deps, tx, tracker, {type: 'payment.succeeded', occurrence: 'captured', changes});
      }
      if (options.method !== null) deps.uses.end(tx, attempt, 'succeeded');
      else if (keepsCard) createMethod(deps, tracker, tx);
      if (erasesCard) forgetCard(deps.cards, tracker, tx);
    },
  };
}

/**
 * Whether the code that the merchant asked for is gone: 15 minutes have passed, or the process has begun anew.
 * The network is then not asked, because a shopper who waits would pay without the code. A repetition of an
 * authorization that was sent goes on: its key makes the network answer as before.
 */
async function isCodeLost({database}: AuthorizationDependencies, tracker: Tracker): Promise<boolean> {
  if (!tracker.code_wanted) return false;
  const sent = await database.query('SELECT 1 FROM owed_reversals WHERE tracker = $1', [tracker.token]);
  return sent.length === 0;
}

/**
 * The card to authorize: the saved method, one use of which is reserved, or the card that was entered.
 * Undefined if the saved method is unusable and that counts as declined.
 */
async function cardOf(
  {database, cards, uses}: AuthorizationDependencies,
  tracker: Tracker,
  {method, declineUnusable}: AuthorizationOptions,
  attempt: string,
): Promise<{card: ClearCard; method?: PaymentMethodRow} | undefined> {
  if (method === null) return {card: await cards.reveal(database, tracker.card!)};
  const {merchant, customer} = tracker;
  try {
    return await uses.reserve({merchant, customer, token: method}, attempt);
  } catch (error) {
    if (declineUnusable && error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Another payment of the order was faster: no bank is asked. A shopper who comes back from a step-up is led on. */
function orderPaidMeanwhile(
  {cards}: AuthorizationDependencies,
  tracker: Tracker,
  {declineUnusable}: AuthorizationOptions,
): AuthorizationOutcome {
  if (!declineUnusable) throw orderPaid();
  return {
    approved: false,
    changes: {state: 'TRACKER_CANCELLED', next_kind: 'NOOP', card: null},
    write: (tx) => forgetCard(cards, tracker, tx),
  };
}

interface Decline {
  readonly attempt: string;
  readonly reason: string;
  /** The saved method that was charged. */
  readonly method?: PaymentMethodRow | undefined;
}

/** The outcome of a decline: the tracker ends. */
function declined(
  deps: AuthorizationDependencies,
  tracker: Tracker,
  {attempt, reason, method}: Decline,
): AuthorizationOutcome {
  const changes: TrackerChanges = {
    state: 'TRACKER_ENDED',
    next_kind: 'NOOP',
    card: null,
    ...(method && {card_summary: summaryOf(method)}),
  };
  return {
    approved: false,
    reason,
    changes,
    write(tx) {
      closeOwedReversal(tx, tracker, deps.clock);
      deps.uses.end(tx, attempt, 'released');
      forgetCard(deps.cards, tracker, tx);
      const eventChanges = {...changes, ...(method && {payment_method: method.token})};
      recordDecline(deps, tx, tracker, {changes: eventChanges, reason});
    },
  };
}

function createMethod(deps: AuthorizationDependencies, tracker: Tracker, tx: Writes): void {
  deps.methods.create(tx, {
    merchant: tracker.merchant,
    customer: tracker.customer,
    tracker: tracker.token,
    card: tracker.card!,
    summary: tracker.card_summary!,
    singleUse: tracker.single_use,
    metadata: tracker.metadata,
  });
}

/** Marks the owed reversal as done, after a reversal, a capture or a decline. */
export function closeOwedReversal(tx: Writes, tracker: Tracker, clock: Clock): void {
  tx.atEnd('UPDATE owed_reversals SET settled_at = $2 WHERE tracker = $1 AND settled_at IS NULL', [
    tracker.token,
    clock.now(),
  ]);
}

/** Reverses the whole hold. Every call sends the same idempotency key, so repetitions have no effect. */
export async function reverse(
  {network, clock, events, uses}: Pick<AuthorizationDependencies, 'network' | 'clock' | 'events' | 'uses'>,
  tracker: Tracker,
): Promise<AuthorizationOutcome & {readonly id: string}> {
  const {id, approved} = await network.reverse({
    attempt: reversalAttempt(tracker),
    tracker: tracker.token,
    authorization: tracker.hold!.token,
  });
  return {
    id,
    approved,
    changes: {state: modeOf(tracker).stateAfterReversal, next_kind: 'NOOP'},
    write(tx) {
      closeOwedReversal(tx, tracker, clock);
      uses.giveBack(tx, authorizationAttempt(tracker));
      recordReversal(events, tx, tracker, id);
    },
  };
}

/** Adds the event of a reversal. Amounts are minor units. */
export function recordReversal(events: Events, tx: Writes, tracker: Tracker, reversal: string): void {
  const {merchant, token, customer, amount, currency, intent, mode} = tracker;
  const authorization = tracker.hold?.token ?? null;
  events.append(tx, {
    merchant,
    type: 'authorization.reversed',
    subject: token,
    occurrence: `${token}:reversed`,
    customer,
    tracker: token,
    data: {tracker: token, customer, intent, mode, amount, currency, authorization, reversal},
  });
}
