import type {BillingAddress, RawCard} from '../protocol/index.js';
import type {EnrollRequest} from '../flow/index.js';

/** The bodies of the tracker's actions, in the wire's spelling (spec 4.3). */
export const requestBodies = {
  captureContext: (origin: string) => ({payload: {origin}}),

  transientToken: (token: string) => ({
    payload: {payment_method: {flex: {transient_token_jwt: token}}},
  }),

  savedCard: (token: string, codeToken: string) => ({
    payload: {payment_method: {tokenized_card: {token}, flex: {transient_token_jwt: codeToken}}},
  }),

  rawCard: (card: RawCard) => ({
    payload: {
      payment_method: {
        card: {
          card_number: card.cardNumber,
          expiration_month: card.expirationMonth,
          expiration_year: card.expirationYear,
          cvv: card.securityCode,
        },
      },
    },
  }),

  enrollment: (request: EnrollRequest) => ({
    payload: {
      ...(request.billing && {billing: billing(request.billing)}),
      ...(request.cardholderName && {cardholder_name: request.cardholderName}),
      ...(request.consent && {consent: request.consent}),
      authentication_setup: {
        success_url: request.successUrl,
        failure_url: request.failureUrl,
        ...(request.deviceFingerprintSessionId !== undefined && {
          device_fingerprint_session_id: request.deviceFingerprintSessionId,
        }),
        ...(request.language && {language: request.language}),
      },
    },
  }),

  /** Never with capture: the card is being saved, nothing is bought. */
  authorization: () => ({payload: {authorization: {do_capture: false}}}),
} as const;

function billing(address: BillingAddress): Record<string, string> {
  const {street1, street2, city, state, postalCode, country} = address;
  const fields = {street_1: street1, street_2: street2, city, state, postal_code: postalCode, country};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
