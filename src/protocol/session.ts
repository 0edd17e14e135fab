import {Answer} from './answer.js';
import {FEATURES, type SessionMode} from './session-words.js';
import type {Session} from './types.js';

export {FEATURES, type Feature} from './session-words.js';

/** The answer of the shop's server to an opened session: what the page may know and what only the adapter holds. */
export interface SessionAnswer {
  readonly session: Session;
  /** Where the tracker's actions are sent, without a trailing slash. */
  readonly serviceUrl: string;
  /** Time-based token of the page for the service. */
  readonly timeBasedToken: string;
  /** The capture context that was made with the session, as signed text. */
  readonly captureContext: string | undefined;
  /** The shop takes a card field library that its capture context names no integrity hash for. */
  readonly libraryWithoutHash: boolean;
  /** The merchant's public key. */
  readonly merchant: string | undefined;
  readonly completeUrl: string;
  readonly tokenUrl: string;
  readonly paymentMethodsUrl: string;
  /** Where the payment is read; the service's reporter when missing. */
  readonly paymentUrl?: string;
  /** The answer as it came: what a session with a saved card has besides is read from it later. */
  readonly body: unknown;
}

/**
 * Reads the answer to `POST <session-url>` or to its renewal (decision 0007).
 *
 * @param sessionUrl Absolute address of the session route; relative addresses are resolved against it, and the addresses
 *   that are left out are the routes beside it, those of the tracker with its query.
 * @throws CardVaultError `answer-unreadable`
 */
export function readSession(answer: unknown, sessionUrl: string): SessionAnswer {
  const root = new Answer(answer);
  const tracker = root.at('tracker').text();
  const frame = root.at('frame_url');
  const payment = root.at('payment_url');
  const features = [root.at('features').value].flat();
  const {search} = new URL(sessionUrl);
  const path = sessionUrl.replace(/\/?([?#].*)?$/s, '/');
  const addressOr = (key: string, otherwise: string): string => {
    const place = root.at(key);
    return place.present ? place.address(sessionUrl) : new URL(otherwise, path).href;
  };
  return {
    session: {
      tracker,
      expiresAt: root.at('expires_at').instant(),
      accountVerification: root.at('is_account_verification').flag(),
      entryMode: modeOf(root.at('entry_mode')),
      returnUrl: root.at('return_url').address(sessionUrl),
      ...(frame.present && {frameUrl: frame.address(sessionUrl)}),
      // A name that this version does not know is left out.
      features: FEATURES.filter((name) => features.includes(name)),
    },
    serviceUrl: root.at('service_url').address(sessionUrl).replace(/\/+$/, ''),
    timeBasedToken: root.at('time_based_token').text(),
    captureContext: root.at('capture_context').optionalText(),
    libraryWithoutHash: root.at('library_without_hash').value === true,
    merchant: root.at('merchant').optionalText(),
    completeUrl: addressOr('complete_url', `${encodeURIComponent(tracker)}/complete${search}`),
    tokenUrl: addressOr('token_url', `${encodeURIComponent(tracker)}/token${search}`),
    paymentMethodsUrl: addressOr('payment_methods_url', '../payment-methods').replace(/\/$/, ''),
    ...(payment.present && {paymentUrl: payment.address(sessionUrl)}),
    body: answer,
  };
}

function modeOf(place: Answer): SessionMode {
  const mode = (place.optionalText() ?? 'flex') as SessionMode;
  if (!['flex', 'raw', 'tms'].includes(mode)) place.refuse('"flex" or "raw"');
  return mode;
}
