/** Actions before enrollment: capture context, sealing of the card, set-up of payer authentication. */
import {maskedCustomer} from '../customers/masked-name.js';
import {RetryError, ServiceError} from '../../platform/errors.js';
import type {Caller} from '../../platform/identity/callers.js';
import {readOrigin} from '../../platform/identity/origins.js';
import type {ClearCard} from '../ports/card.js';
import {summaryOf} from '../payment-methods/payment-methods.js';
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import {boundOrigin, type ActionDependencies} from './context.js';
import type {ActionEnd} from './engine.js';
import type {Tracker} from './tracker.js';
import {cardJson} from './wire.js';
import {countTry, forgetCard} from './entered-card.js';
import {takeCode} from './saved-code.js';

/**
 * Limits the cards of a tracker, so that it cannot be used to test stolen cards (guarantees 3.1). The merchant is
 * sent an event, once.
 *
 * @throws {ServiceError} 429 `tracker.too_many_cards`.
 */
export async function refuseIfTooManyCards(
  {settings, velocity, clock}: ActionDependencies,
  tracker: Tracker,
): Promise<void> {
  const {tracker: maxCards} = settings.cardLimits;
  if (tracker.card_submissions < maxCards) return;
  await velocity.trackerUsedUp(tracker);
  const lives = tracker.expires_at.getTime() - clock.now().getTime();
  throw new RetryError(
    429,
    'tracker.too_many_cards',
    `A tracker takes at most ${maxCards} cards. Open a new session.`,
    Math.max(1, Math.ceil(lives / 1000)),
  );
}

/**
 * The origin of the page that shows the card fields (spec 3.1 step 3a): the one that the request names, else
 * the one of the caller's token, else that of the context which is renewed or of the hosted checkout.
 */
export async function captureOrigin(
  {merchant, origins, urls}: ActionDependencies,
  {next_kind: pending, origin: earlier}: Tracker,
  named: string | undefined,
  caller: Caller,
): Promise<string> {
  const tokenOrigin = boundOrigin(caller);
  if (named === undefined) {
    const renewed = pending === 'PROCESS_TRANSIENT_TOKEN' ? earlier : null;
    const own = tokenOrigin ?? renewed ?? urls.hosted;
    // The merchant may have removed it since.
    if (own !== urls.hosted) await origins.require(own);
    return own;
  }
  const origin = readOrigin(named, '/payload/origin', merchant.development);
  if (tokenOrigin !== undefined && origin !== tokenOrigin) {
    throw new ServiceError(
      403,
      'token_origin_mismatch',
      `origin must be ${tokenOrigin}, because the time-based token belongs to pages of that origin.`,
    );
  }
  if (origin !== urls.hosted) await origins.require(origin);
  return origin;
}

/** Issues a new capture context and erases the card that was entered with an earlier one. */
export async function captureContext(
  {microform, cards, codes, database, merchant: {publicKey}}: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  origin: string,
): Promise<ActionEnd> {
  const {merchant, token} = tracker;
  const shopper = await maskedCustomer(database, merchant, tracker.customer);
  const {jwt} = await microform.issueCaptureContext(
    {merchant, publicKey, tracker: token, targetOrigins: [origin], shopper},
    unit,
  );
  unit.afterCommit(() => codes.forget(token));
  return {
    changes: {
      next_kind: 'PROCESS_TRANSIENT_TOKEN',
      origin,
      card: null,
      card_summary: null,
      reference_id: null,
    },
    write: (tx) => forgetCard(cards, tracker, tx),
    result: {flex: {capture_context_jwt: jwt}},
  };
}

/** Encrypts the card and opens a payer authentication session. Device data collection follows. */
export async function setUp(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  card: ClearCard,
  performed: readonly ('PROCESS_TRANSIENT_TOKEN' | 'PAYER_AUTH_SETUP')[],
): Promise<ActionEnd> {
  const {cards, codes, issuer} = deps;
  const {stored, save} = await cards.prepare(card, tracker.merchant);
  const setup = await issuer.setup(setupRequest(tracker, card), unit);
  const isTestCard = isPublishedTestCard(deps, card, setup);
  countTry(deps, unit, tracker, {fingerprint: stored.fingerprint, isTestCard: isTestCard === true});
  unit.afterCommit(() => codes.keep(tracker.token, card.securityCode));
  const summary = {
    brand: stored.brand,
    bin: stored.bin,
    last_four: stored.lastFour,
    expiration_month: stored.expirationMonth,
    expiration_year: stored.expirationYear,
    ...testCardMark(deps, isTestCard),
  };
  return {
    performed,
    changes: {
      next_kind: 'PAYER_AUTH_ENROLLMENT',
      card: stored.id,
      card_summary: summary,
      card_submissions: tracker.card_submissions + 1,
      reference_id: setup.referenceId,
      above_limit_since: null,
    },
    write(tx) {
      forgetCard(cards, tracker, tx);
      save(tx);
    },
    result: {
      payment_method: cardJson(stored.id, summary),
      payer_authentication_setup: setupJson(setup),
    },
  };
}

const setupRequest = ({token, origin}: Tracker, card: ClearCard) => ({
  tracker: token,
  card,
  origin: origin ?? undefined,
});

/**
 * Marks a number that is no published test card. The simulated bank approves it, so testers should know that
 * it stands for no particular outcome.
 */
function testCardMark(
  {environment}: ActionDependencies,
  isTestCard: boolean | undefined,
): {readonly test_card?: 'unpublished'} {
  return isTestCard === false && environment !== 'production' ? {test_card: 'unpublished'} : {};
}

/** Whether bank or network publish the number as a test card; undefined if neither can tell. */
function isPublishedTestCard(
  {network}: ActionDependencies,
  {number}: ClearCard,
  {isTestCard}: {readonly isTestCard?: boolean},
): boolean | undefined {
  return network.isTestCard?.(number) === true || isTestCard;
}

const setupJson = (setup: {readonly accessToken: string; readonly deviceDataCollectionUrl: string}) => ({
  access_token: setup.accessToken,
  device_data_collection_url: setup.deviceDataCollectionUrl,
});

/**
 * Opens a payer authentication session for a saved method of the customer (entry mode `tms`, wire 1.8).
 *
 * @param saved.code Transient token of its security code, where the merchant's server asked for that.
 */
export async function setUpSaved(
  deps: ActionDependencies,
  unit: UnitOfWork,
  tracker: Tracker,
  {method, code}: {readonly method: string; readonly code?: string | undefined},
): Promise<ActionEnd> {
  const {merchant, customer} = tracker;
  const {method: row, card} = await deps.uses.reveal({merchant, customer, token: method});
  const setup = await deps.issuer.setup(setupRequest(tracker, card), unit);
  const isTestCard = isPublishedTestCard(deps, card, setup);
  if (code !== undefined) {
    await takeCode(deps, unit, tracker, {jwt: code, card: row.card, isTestCard: isTestCard === true});
  }
  const summary = {...summaryOf(row), ...testCardMark(deps, isTestCard)};
  return {
    changes: {
      next_kind: 'PAYER_AUTH_ENROLLMENT',
      card: row.card,
      card_summary: summary,
      card_submissions: tracker.card_submissions + 1,
      reference_id: setup.referenceId,
      above_limit_since: null,
      payment_method: row.token,
    },
    result: {
      payment_method: {...cardJson(row.card, summary), pointer: row.token},
      payer_authentication_setup: setupJson(setup),
    },
  };
}
