/** Performs the actions of a tracker. */
import {ServiceError} from '../../platform/errors.js';
import type {Caller} from '../../platform/identity/callers.js';
import type {Answer} from '../../platform/http/envelope.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {captureContext, captureOrigin, refuseIfTooManyCards, setUp, setUpSaved} from './card-steps.js';
import {codeContext, refuseWithoutCode} from './saved-code.js';
import {actionAnswer, boundOrigin, refuseIfOutOfOrder, type ActionDependencies} from './context.js';
import {actionRefusal} from './tracker-lease.js';
import type {ActionEnd} from './engine.js';
import {enroll} from './enroll.js';
import type {PerformedAction} from './machine.js';
import {authorizeAnswer, reversalAnswer} from './money-steps.js';
import type {ActionRequest} from './payload.js';
import {readRawCard} from './raw-card.js';
import {captureAnswer} from './settled-money.js';
import type {Tracker} from './tracker.js';
import {modeOf} from './modes.js';

/**
 * Performs one action in a unit of work and returns the response. A refused action throws; a decline by the
 * bank is a normal response.
 */
export async function performAction(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  asked: ActionRequest,
  caller: Caller,
): Promise<Answer> {
  checkCaller(asked, tracker, caller);
  const request = takenAtOnce(deps, tracker, asked, caller);
  switch (request.action) {
    case 'GENERATE_CAPTURE_CONTEXT': {
      const origin = await captureOrigin(deps, tracker, request.origin, caller);
      if (tracker.entry_mode === 'tms' && (tracker.code_wanted || request.codeOf !== undefined)) {
        const context = await codeContext(deps, unit, {tracker, origin, method: request.codeOf, caller});
        return actionAnswer(deps, context);
      }
      if (request.codeOf !== undefined) throw newCardOnly(request.action, tracker);
      return performMove(deps, unit, tracker, request.action, (current) =>
        captureContext(deps, unit, current, origin),
      );
    }
    case 'PROCESS_TRANSIENT_TOKEN':
      return performMove(deps, unit, tracker, request.action, async (current) => {
        await refuseIfTooManyCards(deps, current);
        const card = await deps.microform.redeemTransientToken(
          {tracker: current.token, jwt: request.jwt},
          unit,
        );
        return setUp(deps, unit, current, card, ['PROCESS_TRANSIENT_TOKEN', 'PAYER_AUTH_SETUP']);
      });
    case 'PAYER_AUTH_SETUP': {
      if (!deps.merchant.allowRaw && tracker.entry_mode === 'raw') throw rawNotEnabled();
      refuseIfOutOfOrder(request.action, tracker);
      if ('method' in request) return setUpFromWallet(deps, unit, tracker, request, caller);
      if (tracker.entry_mode === 'tms') {
        throw actionRefusal(request.action, tracker, 'the tracker takes a saved card only.');
      }
      const card = readRawCard(request.card, deps.clock.now());
      return performMove(deps, unit, tracker, request.action, async (current) => {
        await refuseIfTooManyCards(deps, current);
        return setUp(deps, unit, current, card, ['PAYER_AUTH_SETUP']);
      });
    }
    case 'PAYER_AUTH_ENROLLMENT':
      refuseIfOutOfOrder(request.action, tracker);
      return enroll(deps, unit, tracker, request, boundOrigin(caller));
    case 'AUTHORIZATION': {
      // Never with a page's token: a thief with a stolen card must not decide that its owner is not asked.
      if (request.method !== undefined) refuseOtherMethod('AUTHORIZATION', tracker, request.method);
      return authorizeAnswer(deps, unit, tracker, {...request, isServer: caller.kind === 'secret'});
    }
    case 'CAPTURE':
      return captureAnswer(deps, unit, tracker);
    case 'REVERSAL':
      return reversalAnswer(deps, unit, tracker);
  }
}

/**
 * Adds the capture to an authorization on a hosted page, whose shopper pays and leaves. The service alone makes tokens
 * that are bound to the origin of its hosted pages.
 */
function takenAtOnce(
  {urls}: ActionDependencies,
  tracker: Tracker,
  request: ActionRequest,
  caller: Caller,
): ActionRequest {
  const isHostedPayment = boundOrigin(caller) === urls.hosted && modeOf(tracker).afterHold === 'CAPTURE';
  return 'capture' in request && isHostedPayment ? {...request, capture: true} : request;
}

/** Checks what the caller may do, regardless of the tracker's state (guarantees 3 and 4.3). */
function checkCaller(request: ActionRequest, tracker: Tracker, caller: Caller): void {
  if (!modeOf(tracker).payerTakesPart && caller.kind === 'token') {
    throw new ServiceError(
      403,
      'merchant_authentication_required',
      'this request requires merchant authentication.',
    );
  }
  const captures = 'capture' in request && request.capture;
  if (captures && modeOf(tracker).afterHold === 'REVERSAL') {
    throw new ServiceError(
      403,
      'tracker.capture_forbidden',
      `error performing action '${request.action}': a tracker that saves a card never captures (do_capture must be false).`,
    );
  }
  if (
    caller.kind === 'token' &&
    (captures || !caller.claims.actions.some((name) => name === request.action))
  ) {
    throw new ServiceError(
      403,
      'tracker.action_forbidden',
      `error performing action '${request.action}': it needs the secret key; this time-based token does not allow it.`,
    );
  }
}

/** Sets up payer authentication with a saved card (entry mode `tms`). */
function setUpFromWallet(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  {method, code}: {readonly method: string; readonly code?: string | undefined},
  {kind}: Caller,
): Promise<Answer> {
  const isServer = kind === 'secret';
  if (tracker.entry_mode !== 'tms') throw newCardOnly('PAYER_AUTH_SETUP', tracker);
  refuseWithoutCode(tracker, code);
  refuseOtherMethod('PAYER_AUTH_SETUP', tracker, method);
  return performMove(deps, unit, tracker, 'PAYER_AUTH_SETUP', async (current) => {
    if (isServer) {
      const {changes, ...end} = await setUpSaved(deps, unit, current, {method, code});
      // No card is tested by the server, which sets up the payment of an order for each page that opens it.
      return {...end, changes: {...changes, card_submissions: current.card_submissions, fixed_method: true}};
    }
    await refuseIfTooManyCards(deps, current);
    if (current.fixed_method && method !== current.payment_method) throw methodFixed('PAYER_AUTH_SETUP');
    return setUpSaved(deps, unit, current, {method, code});
  });
}

const newCardOnly = (action: PerformedAction, tracker: Tracker) =>
  actionRefusal(action, tracker, 'the tracker takes a new card only.');

/** A page must not pay with another card than the one that the merchant's server chose. */
const methodFixed = (action: PerformedAction) =>
  new ServiceError(
    403,
    'tracker.method_fixed',
    `error performing action '${action}': the merchant's server has named the saved card of this tracker.`,
  );

/** A tracker takes no other card than the one that the merchant's server named when it opened it. */
function refuseOtherMethod(action: PerformedAction, {named_method: named}: Tracker, method: string): void {
  if (named !== null && named !== method) throw methodFixed(action);
}

/** Only merchants with a PCI certificate may send card numbers in plain text (spec 4.3). */
export const rawNotEnabled = () =>
  new ServiceError(
    403,
    'tracker.raw_not_enabled',
    'This merchant may not send card numbers in plain text, because the service has no PCI certificate of the merchant. Use entry_mode flex, or start the service with --allow-raw.',
  );

/** Performs an action that only needs the database. */
async function performMove(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  action: PerformedAction,
  work: (tracker: Tracker) => Promise<ActionEnd>,
): Promise<Answer> {
  refuseIfOutOfOrder(action, tracker);
  return actionAnswer(deps, await deps.engine.move(unit, tracker, action, work));
}
