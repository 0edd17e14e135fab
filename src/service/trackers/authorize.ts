import type {Clock} from '../clock/clock.js';
import {reversalAttemptOf} from '../network/network.js';
import type {CardNetwork} from '../network/network.js';
import type {PaymentMethods} from '../payment-methods/payment-methods.js';
import type {Database, Queries} from '../storage/database.js';
import type {CardStore} from '../vault/cards.js';
import type {SecurityCodes} from '../vault/security-codes.js';
import {afterAuthorization} from './machine.js';
import type {HoldRecord, Tracker, TrackerChanges} from './tracker.js';

/** How soon a hold must be given back when nobody asks for it: long before the networks' 72 hours (guarantees 4.3). */
const reversalDueMs = 30 * 60_000;

export interface AuthorizationDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly network: CardNetwork;
  readonly cards: CardStore;
  readonly codes: SecurityCodes;
  readonly methods: PaymentMethods;
}

export interface AuthorizationOutcome {
  readonly approved: boolean;
  readonly changes: TrackerChanges;
  readonly write: (tx: Queries) => Promise<void>;
}

/** One key for the one authorization of a tracker: asking twice, after a crash or a lost answer, is asking once. */
const authorizationAttempt = (tracker: Tracker) => `${tracker.token}:authorization`;
const reversalAttempt = (tracker: Tracker) => reversalAttemptOf(tracker.token);

/**
 * Authorizes the tracker's amount at the network: nothing with account verification, otherwise a small amount that must be
 * reversed. That duty is on record before the network hears of the amount, so that no crash can hide a hold. Approval makes
 * the payment method, in the transaction that settles the tracker.
 */
export async function authorize(
  deps: AuthorizationDependencies,
  tracker: Tracker,
): Promise<AuthorizationOutcome> {
  const {database, clock, network, cards, codes} = deps;
  const attempt = authorizationAttempt(tracker);
  if (tracker.amount > 0) await recordDuty(deps, tracker, attempt);
  const card = await cards.reveal(database, tracker.card!);
  const securityCode = codes.take(tracker.token);
  const {id, approved} = await network.authorize({
    attempt,
    tracker: tracker.token,
    card: {...card, ...(securityCode !== undefined && {securityCode})},
    amount: tracker.amount,
    currency: tracker.currency,
    capture: false,
  });
  if (!approved) return declined(deps, tracker);
  const hold: HoldRecord = {
    token: id,
    amount: tracker.amount,
    currency: tracker.currency,
    created_at: clock.now().toISOString(),
  };
  const {next, state} = afterAuthorization(tracker.amount);
  return {
    approved,
    changes: {hold, next_kind: next, state},
    write: (tx) => createMethod(deps, tracker, tx),
  };
}

function declined(deps: AuthorizationDependencies, tracker: Tracker): AuthorizationOutcome {
  return {
    approved: false,
    changes: {state: 'TRACKER_ENDED', next_kind: 'NOOP', card: null},
    async write(tx) {
      await settleDuty(tx, tracker, deps.clock);
      await deps.cards.forget(tx, tracker.card!);
    },
  };
}

async function createMethod(deps: AuthorizationDependencies, tracker: Tracker, tx: Queries): Promise<void> {
  await deps.methods.create(tx, {
    merchant: tracker.merchant,
    customer: tracker.customer,
    tracker: tracker.token,
    card: tracker.card!,
    summary: tracker.card_summary!,
    singleUse: tracker.single_use,
  });
}

async function recordDuty({database, clock}: AuthorizationDependencies, tracker: Tracker, attempt: string) {
  const now = clock.now();
  await database.query(
    `INSERT INTO owed_reversals (tracker, attempt, amount, currency, due_at, created_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (tracker) DO NOTHING`,
    [tracker.token, attempt, tracker.amount, tracker.currency, new Date(now.getTime() + reversalDueMs), now],
  );
}

/** The hold is given back, or there is none: nothing is owed any more. */
export async function settleDuty(tx: Queries, tracker: Tracker, clock: Clock): Promise<void> {
  await tx.query('UPDATE owed_reversals SET settled_at = $2 WHERE tracker = $1 AND settled_at IS NULL', [
    tracker.token,
    clock.now(),
  ]);
}

/** Gives the held amount back, all of it. The network sees one key for it, however often this runs. */
export async function reverse(
  {network, clock}: Pick<AuthorizationDependencies, 'network' | 'clock'>,
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
    changes: {state: 'TRACKER_ENDED', next_kind: 'NOOP'},
    write: (tx) => settleDuty(tx, tracker, clock),
  };
}
