import {Answer} from './answer.js';
import {readSessionEntry, type SessionEntry} from './session-entry.js';

export {FEATURES, type Feature} from './session-words.js';

/** The whole answer of the shop's server to an opened session: what the page may know and what only the adapter holds. */
export interface SessionAnswer extends SessionEntry {
  readonly completeUrl: string;
  readonly tokenUrl: string;
  readonly paymentMethodsUrl: string;
  /** Where the payment is read; the service's reporter when missing. */
  readonly paymentUrl?: string;
}

/**
 * Reads the whole answer to `POST <session-url>` or to its renewal (decision 0007).
 *
 * @param sessionUrl Absolute address of the session route; relative addresses are resolved against it, and the addresses
 *   that are left out are the routes beside it, those of the tracker with its query.
 * @throws CardVaultError `answer-unreadable`
 */
export function readSession(answer: unknown, sessionUrl: string): SessionAnswer {
  const entry = readSessionEntry(answer, sessionUrl);
  const root = new Answer(answer);
  const payment = root.at('payment_url');
  const tracker = encodeURIComponent(entry.session.tracker);
  const {search} = new URL(sessionUrl);
  const path = sessionUrl.replace(/\/?([?#].*)?$/, '/');
  const addressOr = (key: string, otherwise: string): string => {
    const place = root.at(key);
    return place.present ? place.address(sessionUrl) : new URL(otherwise, path).href;
  };
  return {
    ...entry,
    completeUrl: addressOr('complete_url', `${tracker}/complete${search}`),
    tokenUrl: addressOr('token_url', `${tracker}/token${search}`),
    paymentMethodsUrl: addressOr('payment_methods_url', '../payment-methods').replace(/\/$/, ''),
    ...(payment.present && {paymentUrl: payment.address(sessionUrl)}),
  };
}
