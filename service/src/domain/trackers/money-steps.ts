/** The responses to AUTHORIZATION and REVERSAL. */
import {setTimeout as pause} from 'node:timers/promises';
import {ServiceError} from '../../platform/errors.js';
import {failure, type Answer} from '../../platform/http/envelope.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {authorize, owedReversalOf, reverse} from './authorize.js';
import {actionAnswer, refuseIfOutOfOrder, type ActionDependencies} from './context.js';
import type {ActionEnd} from './engine.js';
import {bypassed} from './machine.js';
import {reversalNotOwed, type ActionRequest} from './payload.js';
import type {Tracker} from './tracker.js';
import {cardJson} from './wire.js';
import {modeOf} from './modes.js';

/** How long a repeated reversal waits for the first one's answer. */
const maxWaitMs = 20_000;

type AuthorizationRequest = Extract<ActionRequest, {action: 'AUTHORIZATION'}> & {
  /** Whether the merchant's server asks, which alone may skip payer authentication. */
  readonly isServer: boolean;
};

/**
 * Authorizes after FRICTIONLESS or ATTEMPTED (step 9 of spec 3.1), or for the merchant's server, where the service
 * allows it, instead of the enrollment. An approval creates the payment method.
 */
export async function authorizeAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  requested: AuthorizationRequest,
): Promise<Answer> {
  const asksForBypass = requested.isServer && tracker.next_kind === bypassed;
  const obstacle = asksForBypass ? bypassObstacle(deps, tracker) : undefined;
  const bypasses = asksForBypass && obstacle === undefined;
  if (!bypasses) refuseIfOutOfOrder('AUTHORIZATION', tracker, obstacle);
  const method = requested.method ?? tracker.payment_method;
  if (method === null && !modeOf(tracker).payerTakesPart) throw noMethodNamed();
  const {merchant, token} = tracker;
  let approved = false;
  const {capture, cardOnFile} = requested;
  // The owed reversal of a saved card is stored later, once the card has proved usable.
  const owedReversalStored = method === null;
  const options = {capture, cardOnFile, method, declineUnusable: false, owedReversalStored};
  const alsoWrite = (current: Tracker) => (owedReversalStored ? owedReversalOf(deps, current, options) : []);
  const request = {merchant, token, action: 'AUTHORIZATION'} as const;
  const work = async (current: Tracker): Promise<ActionEnd> => {
    const outcome = await authorize(deps, current, options);
    approved = outcome.approved;
    // A saved method that was refused has no decrypted card, so the response then shows none.
    const card = outcome.changes.card ?? current.card;
    const summary = outcome.changes.card_summary ?? current.card_summary;
    const cardResult = card && summary && {...cardJson(card, summary), pointer: current.token};
    return {
      changes: outcome.changes,
      write: outcome.write,
      reason: outcome.reason,
      result: {...(cardResult && {payment_method: cardResult})},
      performed: outcome.changes.capture ? ['AUTHORIZATION', 'CAPTURE'] : ['AUTHORIZATION'],
    };
  };
  const begin = {tracker, alsoWrite, ...(bypasses && {alsoFrom: bypassed})};
  const performed = await deps.engine.perform(unit, request, work, begin);
  return approved ? actionAnswer(deps, performed) : declined();
}

/** Why the merchant's server cannot authorize without payer authentication; undefined if it can (decision 0064). */
function bypassObstacle({settings}: ActionDependencies, tracker: Tracker): string | undefined {
  const pending = `${bypassed} is pending.`;
  if (!settings.allowBypass)
    return `${pending} Payer authentication is bypassed only where the service was started with --allow-bypass.`;
  if (tracker.above_limit_since !== null)
    return `${pending} Above the merchant's limit of cards the bank has to ask the shopper, so it is not bypassed.`;
  return undefined;
}

function declined(): Answer {
  const message = "error performing action 'AUTHORIZATION': the bank declined the card.";
  return failure(new ServiceError(402, 'tracker.authorization_declined', message));
}

const noMethodNamed = () =>
  new ServiceError(
    400,
    'tracker.payload_unclear',
    "error performing action 'AUTHORIZATION': name the saved card in payment_method.tokenized_card.token.",
  );

/**
 * Reverses the hold (step 10 of spec 3.1). A repetition returns the same reversal, also while the first is
 * being performed. Without a hold it is refused.
 */
export async function reversalAnswer(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
): Promise<Answer> {
  const deadline = performance.now() + maxWaitMs;
  let current = tracker;
  for (;;) {
    if (current.reversal) {
      const reversalAction = current.actions.findLast(({kind}) => kind === 'REVERSAL');
      const action = {token: reversalAction?.token ?? '', reversal: current.reversal};
      return actionAnswer(deps, {tracker: current, action});
    }
    try {
      return await reverseOnce(deps, unit, current);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.status >= 500) throw error;
      current = await deps.engine.read(tracker.merchant, tracker.token);
      const isUnderWay = error.code === 'tracker.busy' && performance.now() < deadline;
      if (!current.reversal && !isUnderWay) throw error;
    }
    await pause(25);
  }
}

async function reverseOnce(deps: ActionDependencies, unit: UnitOfWork, tracker: Tracker): Promise<Answer> {
  if (tracker.hold && tracker.hold.amount === 0) throw reversalNotOwed();
  refuseIfOutOfOrder('REVERSAL', tracker);
  const {merchant, token} = tracker;
  const request = {merchant, token, action: 'REVERSAL'} as const;
  const work = async (current: Tracker): Promise<ActionEnd> => {
    const outcome = await reverse(deps, current);
    if (!outcome.approved) {
      throw new ServiceError(
        502,
        'network.reversal_refused',
        'The card network refused the reversal. The service retries it; no action is needed.',
      );
    }
    const reversal = {token: outcome.id, amount: current.hold!.amount};
    return {
      changes: {...outcome.changes, reversal},
      write: outcome.write,
      result: {reversal},
    };
  };
  const performed = await deps.engine.perform(unit, request, work, {tracker});
  return actionAnswer(deps, performed);
}
