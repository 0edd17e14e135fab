import {Answer} from './answer.js';
import type {Session} from './types.js';
import type {Feature, SessionMode} from './session-words.js';

export {FEATURES, type Feature} from './session-words.js';

/** The whole answer of the shop's server to an opened session: what the page may know and what only the adapter holds. */
export interface SessionAnswer {
  readonly session: Session;
  /** Where the tracker's actions are sent, without a trailing slash. */
  readonly serviceUrl: string;
  /** What the page authenticates with at the service. */
  readonly timeBasedToken: string;
  readonly completeUrl: string;
  readonly tokenUrl: string;
  readonly paymentMethodsUrl: string;
  /** Where the payment is read; the service's reporter when missing. */
  readonly paymentUrl?: string;
  /** The capture context that was made with the session, as signed text. */
  readonly captureContext?: string;
  /** The shop takes a card field library that its capture context names no integrity hash for. */
  readonly libraryWithoutHash?: boolean;
  /** The merchant's public key. */
  readonly merchant?: string;
  /** The answer as it came: what a session with a saved card needs is read from it later. */
  readonly body: unknown;
}

/**
 * Reads the answer to `POST <session-url>` and to its renewal (decision 0007).
 *
 * @param sessionUrl Absolute address of the session route; relative addresses are resolved against it, and the addresses
 *   that are left out are the routes beside it.
 * @throws CardVaultError `answer-unreadable`
 */
export function readSession(answer: unknown, sessionUrl: string): SessionAnswer {
  const root = new Answer(answer);
  const tracker = root.at('tracker').text();
  const mode = root.at('entry_mode');
  const entryMode = (mode.optionalText() ?? 'flex') as SessionMode;
  if (!/^(flex|raw|tms)$/.test(entryMode)) mode.refuse('"flex" or "raw"');
  const frame = root.at('frame_url');
  const payment = root.at('payment_url');
  const context = root.at('capture_context').optionalText();
  const merchant = root.at('merchant').optionalText();
  const path = sessionUrl.replace(/\/?([?#].*)?$/, '/');
  const addressOr = (key: string, otherwise: string): string => {
    const place = root.at(key);
    return place.present ? place.address(sessionUrl) : new URL(otherwise, path).href;
  };
  return {
    session: {
      tracker,
      expiresAt: root.at('expires_at').instant(),
      accountVerification: root.at('is_account_verification').flag(),
      entryMode,
      returnUrl: root.at('return_url').address(sessionUrl),
      ...(frame.present && {frameUrl: frame.address(sessionUrl)}),
      // A name that this version does not know is asked for nowhere.
      features: [root.at('features').value ?? []].flat() as unknown as readonly Feature[],
    },
    serviceUrl: root.at('service_url').address(sessionUrl).replace(/\/+$/, ''),
    timeBasedToken: root.at('time_based_token').text(),
    completeUrl: addressOr('complete_url', `${encodeURIComponent(tracker)}/complete`),
    tokenUrl: addressOr('token_url', `${encodeURIComponent(tracker)}/token`),
    paymentMethodsUrl: addressOr('payment_methods_url', '../payment-methods').replace(/\/$/, ''),
    ...(payment.present && {paymentUrl: payment.address(sessionUrl)}),
    ...(context !== undefined && {captureContext: context}),
    ...(root.at('library_without_hash').value === true && {libraryWithoutHash: true}),
    ...(merchant !== undefined && {merchant}),
    body: answer,
  };
}
