import {Answer} from './answer.js';
import {brandOf} from './brands.js';
import {readServiceError, refusalText} from './service-error.js';
import type {Authorization, CardSummary, Enrollment, PayerAuthenticationSetup} from './types.js';
import {authenticationStatuses} from './vocabulary.js';

/** Reads the answer of PROCESS_TRANSIENT_TOKEN and of PAYER_AUTH_SETUP (spec 2.3). Throws `answer-unreadable`. */
export function readSetup(answer: unknown): PayerAuthenticationSetup {
  const action = new Answer(answer).at('data', 'action');
  const setup = action.at('payer_authentication_setup');
  return {
    card: cardSummary(action.at('payment_method')),
    accessToken: setup.at('access_token').text(),
    deviceDataCollectionUrl: setup.at('device_data_collection_url').address(),
  };
}

/** Facts of a card that may be shown. Missing ones stay empty. */
export function cardSummary(card: Answer): CardSummary {
  return {
    brand: brandIn(card),
    lastFour: card.at('last_four').display(),
    ...expiryIn(card.at('expiration_month'), card.at('expiration_year')),
  };
}

/** The brand that a card's code, type or scheme names; services fill some of them, in spellings of their own (wire 9.2). */
export function brandIn(card: Answer): CardSummary['brand'] {
  for (const key of ['card_type_code', 'brand', 'card_type', 'scheme']) {
    const brand = brandOf(card.at(key).display());
    if (brand) return brand;
  }
  return 'unknown';
}

/** An expiry, if it is known: a service that does not know it leaves it out or fills it with zeros. */
export function expiryIn(
  monthAt: Answer,
  yearAt: Answer,
): Pick<CardSummary, 'expirationMonth' | 'expirationYear'> {
  const month = monthAt.display();
  const year = yearAt.display();
  if (!(Number(month) > 0 && Number(year) > 0)) return {};
  return {expirationMonth: month.padStart(2, '0'), expirationYear: year.padStart(4, '20')};
}

/**
 * Reads the answer of PAYER_AUTH_ENROLLMENT (spec 2.4, 3.3). A status this version does not know becomes `UNKNOWN`, after
 * which nothing may be sent. Services that answer an unsuccessful authentication as an HTTP error (wire 0) mean `FAILED`.
 *
 * @param httpStatus Status the answer came with.
 * @throws CardVaultError `answer-unreadable`, or the error behind any other HTTP error.
 */
export function readEnrollment(answer: unknown, httpStatus = 200): Enrollment {
  if (httpStatus >= 400) {
    if (/payer could not be authenticated/i.test(refusalText(answer))) return {status: 'FAILED'};
    throw readServiceError(httpStatus, answer);
  }
  const data = new Answer(answer).at('data');
  const enrollment = data.at('action', 'payer_authentication_enrollment');
  const places = [enrollment, data.at('action'), data].map((place) => place.at('authentication_status'));
  const status = statusOf(places.find((place) => place.present) ?? enrollment.at('authentication_status'));
  const eci = eciOf(enrollment);
  const windowSize = enrollment.at('challenge_window_size').optionalText();
  return {
    status,
    ...(eci !== undefined && {eci}),
    ...(status === 'REQUIRED' && {
      stepUp: {
        accessToken: enrollment.at('access_token').text(),
        url: enrollment.at('step_up_url').address(),
        ...(windowSize !== undefined && {windowSize}),
      },
    }),
  };
}

/** An authentication status (spec 3.3); another text is `UNKNOWN`. */
export function statusOf(place: Answer): Enrollment['status'] {
  const text = place.text();
  return authenticationStatuses.find((known) => known === text) ?? 'UNKNOWN';
}

/** The indicator under either of its names (spec 2.4). */
export function eciOf(place: Answer): string | undefined {
  return place.at('eci').optionalText() ?? place.at('eci_raw').optionalText();
}

/** Reads the answer of AUTHORIZATION. Throws `answer-unreadable`. */
export function readAuthorization(answer: unknown): Authorization {
  const data = new Answer(answer).at('data');
  const places = [data.at('tracker', 'authorization'), data.at('action', 'authorization'), data.at('action')];
  return {token: (places.find((place) => place.present) ?? data.at('action')).at('token').text()};
}
