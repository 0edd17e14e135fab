/** The security code of a saved card, where the merchant's server asks for it (decision 0021). */
import {maskedCustomer} from '../customers/masked-name.js';
import {cardBrands} from '../../../../src/protocol/index.js';
import {ServiceError} from '../../platform/errors.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Caller} from '../../platform/identity/callers.js';
import type {PaymentMethodRow} from '../payment-methods/rows.js';
import type {ActionDependencies} from './context.js';
import type {Performed} from './engine.js';
import {actionRefusal} from './tracker-lease.js';
import type {Tracker} from './tracker.js';
import {countTry} from './entered-card.js';

interface CodeContextRequest {
  readonly tracker: Tracker;
  readonly origin: string;
  /** The saved card; without it, the one that the server has named before. */
  readonly method: string | undefined;
  readonly caller: Caller;
}

/**
 * Issues a capture context for the security code of a saved card alone. The first must name the card, and
 * needs the secret key: from then on the tracker takes that card with its code, and nothing else.
 */
export async function codeContext(
  deps: ActionDependencies,
  unit: UnitOfWork,
  {tracker, origin, method, caller}: CodeContextRequest,
): Promise<Performed> {
  const action = 'GENERATE_CAPTURE_CONTEXT';
  const {merchant, customer, token} = tracker;
  if (method !== undefined && caller.kind !== 'secret') throw serversAlone();
  const named = method ?? tracker.payment_method;
  const isBeforeEnrollment =
    tracker.next_kind === 'PAYER_AUTH_SETUP' || tracker.next_kind === 'PAYER_AUTH_ENROLLMENT';
  if (!isBeforeEnrollment || named === null) throw actionRefusal(action, tracker);
  return deps.engine.move(unit, tracker, action, async () => {
    const {method: row} = await deps.uses.reveal({merchant, customer, token: named});
    const {publicKey} = deps.merchant;
    const shopper = await maskedCustomer(deps.database, merchant, customer);
    const context = {merchant, publicKey, tracker: token, targetOrigins: [origin], shopper};
    const {jwt} = await deps.microform.issueCaptureContext({...context, codeLengths: lengthsOf(row)}, unit);
    unit.afterCommit(() => deps.codes.forget(token));
    return {
      changes: {
        next_kind: 'PAYER_AUTH_SETUP',
        origin,
        card: null,
        card_summary: null,
        reference_id: null,
        payment_method: row.token,
        fixed_method: true,
        code_wanted: true,
      },
      result: {flex: {capture_context_jwt: jwt}},
    };
  });
}

/** How many digits the card's security code may have. */
function lengthsOf({brand}: PaymentMethodRow): readonly number[] {
  const known = Object.hasOwn(cardBrands, brand) ? cardBrands[brand as keyof typeof cardBrands] : undefined;
  return known ? [known.securityCode.length] : [3, 4];
}

/**
 * A tracker whose merchant asked for the code goes nowhere without it, and no other tracker takes one.
 *
 * @throws {ServiceError} 400 `tracker.security_code_missing`, which names the field.
 */
export function refuseWithoutCode(tracker: Tracker, code: string | undefined): void {
  if (tracker.code_wanted && code === undefined) throw codeMissing();
  if (!tracker.code_wanted && code !== undefined) {
    throw actionRefusal('PAYER_AUTH_SETUP', tracker, 'no security code was asked for with this tracker.');
  }
}

/** Takes the code out of its token, counts the try, and keeps the code for the one authorization. */
export async function takeCode(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  {jwt, card, isTestCard}: {readonly jwt: string; readonly card: string; readonly isTestCard: boolean},
): Promise<void> {
  const {microform, codes, cards, database} = deps;
  const {token} = tracker;
  const code = await microform.redeemSecurityCode({tracker: token, jwt}, unit);
  const {fingerprint} = await cards.describe(database, card);
  // Else the three digits of a saved card could be found by trying.
  countTry(deps, unit, tracker, {fingerprint, isTestCard});
  unit.afterCommit(() => codes.keep(token, code));
}

const serversAlone = () =>
  new ServiceError(
    403,
    'tracker.action_forbidden',
    "error performing action 'GENERATE_CAPTURE_CONTEXT': only the merchant's server asks for the security code of a saved card.",
  );

const codeMissing = () => {
  const pointer = '/payload/payment_method/flex/transient_token_jwt';
  const expected = 'the transient token of the security code';
  return new ServiceError(
    400,
    'tracker.security_code_missing',
    `error performing action 'PAYER_AUTH_SETUP': ${pointer} must be ${expected}, which the merchant's server has asked for.`,
    [{pointer, expected, got: 'nothing'}],
  );
};
