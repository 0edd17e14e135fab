/** Reads the body of a tracker action and finds out which action it means. */
import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import {
  flag,
  nonEmptyText,
  ofEitherName,
  optional,
  passingText,
  paymentMethodToken,
  record,
  shortText,
  text,
  textUpTo,
} from '../../platform/http/body.js';
import {cardholderName, country} from '../../platform/http/person.js';
import {consentBody, type GivenConsent} from '../payment-methods/consents.js';
import {pendingWithoutPayload} from './machine.js';
import type {Tracker} from './tracker.js';
import {actionRefusal} from './tracker-lease.js';
import {modeOf} from './modes.js';
import type {RawCardBody} from './raw-card.js';

/** One action with its parameters. */
export type ActionRequest =
  | {
      readonly action: 'GENERATE_CAPTURE_CONTEXT';
      readonly origin: string | undefined;
      /** The saved card of which the security code alone is asked. */
      readonly codeOf?: string | undefined;
    }
  | {readonly action: 'PROCESS_TRANSIENT_TOKEN'; readonly jwt: string}
  | {readonly action: 'PAYER_AUTH_SETUP'; readonly card: RawCardBody}
  | {
      readonly action: 'PAYER_AUTH_SETUP';
      readonly method: string;
      /** Transient token of the saved card's security code. */
      readonly code?: string | undefined;
    }
  | ({
      readonly action: 'PAYER_AUTH_ENROLLMENT';
      readonly setup: AuthenticationSetup;
      readonly billing: Billing | undefined;
      readonly cardholderName: string | undefined;
      readonly consent: GivenConsent | undefined;
    } & AuthorizationFlags)
  | ({readonly action: 'AUTHORIZATION'; readonly method: string | undefined} & AuthorizationFlags)
  | {readonly action: 'CAPTURE'}
  | {readonly action: 'REVERSAL'};

/** The object `authorization` of the payload. */
export interface AuthorizationFlags {
  readonly capture: boolean;
  readonly cardOnFile: boolean;
}

/** The object `authentication_setup` of the payload. */
export interface AuthenticationSetup {
  readonly success_url: string;
  readonly failure_url: string;
  readonly device_fingerprint_session_id?: string | null | undefined;
  /** Language of the shop's page, which the bank's page then speaks too. */
  readonly language?: string | null | undefined;
}

/** The shopper's billing address. */
export type Billing = Readonly<Partial<Record<string, string | null>>>;

const addressField = (what: string) => textUpTo(2048, `${what}, of at most 2048 characters`);

/** The object `payload` of a tracker action (spec 4.3, wire 1.6). */
const payloadFields = {
  origin: v.optional(
    addressField('the origin of the page with the card fields, such as https://shop.example'),
  ),
  payment_method: v.optional(
    record(
      {
        flex: v.optional(
          record({transient_token_jwt: nonEmptyText('the transient token of the card fields')}),
        ),
        card: v.optional(
          record({
            card_number: passingText('the card number, as a string of digits'),
            expiration_month: passingText('the month in two digits, such as "07"'),
            expiration_year: passingText('the year in four digits, such as "2030"'),
            cvv: passingText('the security code, as a string of digits'),
          }),
        ),
        tokenized_card: v.optional(record({token: paymentMethodToken})),
      },
      ['flex', 'card', 'tokenized_card'],
    ),
  ),
  billing: v.optional(
    record({
      street_1: optional(shortText),
      street_2: optional(shortText),
      // As the routes of addresses spell them.
      street1: optional(shortText),
      street2: optional(shortText),
      city: optional(shortText),
      state: optional(shortText),
      postal_code: optional(shortText),
      country: optional(country),
    }),
  ),
  cardholder_name: optional(cardholderName),
  consent: v.optional(consentBody),
  authentication_setup: v.optional(
    record(
      {
        success_url: addressField('the address that the shopper returns to after a step-up'),
        failure_url: addressField('the address that the shopper returns to after a failed step-up'),
        device_fingerprint_session_id: optional(shortText),
        language: optional(shortText),
        // Native 3-D Secure SDKs send it. The issuer does not support them, so it is ignored.
        sdk_reference_id: optional(shortText),
      },
      ['success_url', 'failure_url', 'device_fingerprint_session_id'],
    ),
  ),
  authorization: v.optional(
    record(
      {
        do_capture: v.optional(flag),
        do_card_on_file: v.optional(flag, false),
        // An SDK's report of the challenge. It is ignored, because the service asks the issuer itself.
        sdk_on_validate_jwt: optional(text),
      },
      ['do_capture', 'do_card_on_file'],
    ),
  ),
  is_mobile: v.optional(flag),
};

/** Mobile clients send some fields beside the payload. Only their type is checked (wire 7.3). */
const bodyFields = {
  payload: v.optional(
    record(payloadFields, [
      'origin',
      'payment_method',
      'cardholder_name',
      'consent',
      'authentication_setup',
      'authorization',
      'billing',
    ]),
    {},
  ),
  action: v.optional(text),
  entry_mode: v.optional(text),
  use_action_chaining: v.optional(flag),
  is_mobile: v.optional(flag),
};
export const actionBody = record(bodyFields, ['payload']);

/**
 * Whether the body means "run the next pending action" (wire 1.6): it is missing, `{}` or `{"payload":{}}`.
 * Every other body must name an action.
 */
function isEmpty(body: object): boolean {
  const payload = 'payload' in body ? (body.payload as object) : {};
  const actionFields = Object.keys(payload).filter((key) => key !== 'is_mobile');
  return actionFields.length === 0 && Object.keys(body).every((key) => Object.hasOwn(bodyFields, key));
}

/**
 * The action that a body means. An empty body means the pending action; one of unknown fields is not empty.
 *
 * @param sent The body as it came.
 * @throws {ServiceError} 400 `tracker.payload_unclear`, `tracker.action_not_allowed`; 409 `tracker.ended`.
 */
export function readAction(
  {payload}: v.InferOutput<typeof actionBody>,
  sent: unknown,
  tracker: Tracker,
): ActionRequest {
  if (isEmpty(sent as object)) return actionOfEmptyBody(tracker);
  const {origin, payment_method: method, authentication_setup: setup, authorization, consent} = payload;
  const billing = payload.billing && readBilling(payload.billing);
  const cardholderName = payload.cardholder_name ?? undefined;
  const flags = {
    capture: authorization?.do_capture ?? false,
    cardOnFile: authorization?.do_card_on_file ?? false,
  };
  // Without the shopper, a saved card is charged at once.
  if (method?.tokenized_card && !modeOf(tracker).payerTakesPart && !origin && !setup && !method.flex) {
    const capture = authorization?.do_capture ?? true;
    return {action: 'AUTHORIZATION', method: method.tokenized_card.token, capture, cardOnFile: false};
  }
  const actions: ActionRequest[] = [];
  const saved = method?.tokenized_card?.token;
  const code = method?.flex?.transient_token_jwt;
  if (origin !== undefined) actions.push({action: 'GENERATE_CAPTURE_CONTEXT', origin, codeOf: saved});
  if (code !== undefined && saved === undefined) actions.push({action: 'PROCESS_TRANSIENT_TOKEN', jwt: code});
  if (method?.card) actions.push({action: 'PAYER_AUTH_SETUP', card: method.card});
  if (setup)
    actions.push({action: 'PAYER_AUTH_ENROLLMENT', setup, billing, cardholderName, consent, ...flags});
  else if (authorization) actions.push({action: 'AUTHORIZATION', method: undefined, ...flags});
  const setsUp = saved !== undefined && (origin === undefined || code !== undefined);
  if (setsUp) actions.push({action: 'PAYER_AUTH_SETUP', method: saved, code});
  const [action, ...others] = actions;
  if (action && others.length === 0) return action;
  throw payloadUnclear(actions);
}

/** A billing address with its streets spelt as on this route. */
function readBilling(sent: Billing): Billing {
  const {street1: _1, street2: _2, ...address} = sent;
  const streets = {
    street_1: ofEitherName(sent, ['street_1', 'street1']),
    street_2: ofEitherName(sent, ['street_2', 'street2']),
  };
  return {...address, ...streets};
}

function payloadUnclear(actions: readonly ActionRequest[]): ServiceError {
  const names = actions.map(({action}) => action).join(' and ');
  return new ServiceError(
    400,
    'tracker.payload_unclear',
    actions.length === 0
      ? 'The payload names no action. Send one of origin, payment_method, authentication_setup or authorization.'
      : `The payload names several actions at once (${names}). Send one at a time.`,
  );
}

/** The action that an empty body means. */
function actionOfEmptyBody(tracker: Tracker): ActionRequest {
  // A repetition returns the reversal or capture that was made.
  if (tracker.reversal) return {action: 'REVERSAL'};
  if (tracker.capture || tracker.next_kind === 'CAPTURE') return {action: 'CAPTURE'};
  const pending = pendingWithoutPayload(tracker.next_kind);
  if (pending === 'REVERSAL') return {action: 'REVERSAL'};
  // Until a card has come, a repetition renews the capture context.
  if (pending === 'GENERATE_CAPTURE_CONTEXT' || tracker.next_kind === 'PROCESS_TRANSIENT_TOKEN')
    return {action: 'GENERATE_CAPTURE_CONTEXT', origin: undefined};
  throw tracker.next_kind === 'NOOP' && tracker.hold
    ? reversalNotOwed()
    : actionRefusal(tracker.next_kind, tracker, 'it does not run without a payload.');
}

/** Account verification holds no amount, so there is nothing to reverse (spec 3.1 rule 1). */
export const reversalNotOwed = () =>
  new ServiceError(
    409,
    'tracker.reversal_not_owed',
    "error performing action 'REVERSAL': nothing is held on this tracker, so there is nothing to reverse.",
  );
