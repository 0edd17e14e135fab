import * as v from 'valibot';
import {ServiceError} from '../../platform/errors.js';
import {check, flag, record, shortText, text} from '../../platform/http/body.js';
import {pendingWithoutPayload} from './machine.js';
import type {Tracker} from './tracker.js';
import {refuseAction} from './claims.js';
import {modeOf} from './modes.js';
import type {RawCardBody} from './raw-card.js';

/** A request on the tracker path, once it is known which action it means. */
export type ActionRequest =
  | {readonly action: 'GENERATE_CAPTURE_CONTEXT'; readonly origin: string | undefined}
  | {readonly action: 'PROCESS_TRANSIENT_TOKEN'; readonly jwt: string}
  | {readonly action: 'PAYER_AUTH_SETUP'; readonly card: RawCardBody}
  | {readonly action: 'PAYER_AUTH_SETUP'; readonly method: string}
  | ({
      readonly action: 'PAYER_AUTH_ENROLLMENT';
      readonly setup: AuthenticationSetup;
      readonly billing: Billing | undefined;
    } & AuthorizationWords)
  | ({readonly action: 'AUTHORIZATION'; readonly method: string | undefined} & AuthorizationWords)
  | {readonly action: 'CAPTURE'}
  | {readonly action: 'REVERSAL'};

/** `authorization` of the payload. */
export interface AuthorizationWords {
  readonly capture: boolean;
  readonly cardOnFile: boolean;
}

export interface AuthenticationSetup {
  readonly success_url: string;
  readonly failure_url: string;
  readonly device_fingerprint_session_id?: string | null | undefined;
}

/** Where the shopper lives, as the payload has it. */
export type Billing = Readonly<Partial<Record<string, string | null>>>;

const maybe = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));
const address = v.pipe(text, v.maxLength(2048, 'an address of at most 2048 characters'));

/** `payload` of a tracker action (spec 4.3, wire 1.6). */
const payloadSchema = record({
  origin: v.optional(address),
  payment_method: v.optional(
    record({
      flex: v.optional(record({transient_token_jwt: v.pipe(text, v.nonEmpty('a JWT'))})),
      card: v.optional(record({card_number: text, expiration_month: text, expiration_year: text, cvv: text})),
      tokenized_card: v.optional(record({token: text})),
    }),
  ),
  billing: v.optional(
    record({
      street_1: maybe(shortText),
      street_2: maybe(shortText),
      city: maybe(shortText),
      state: maybe(shortText),
      postal_code: maybe(shortText),
      country: maybe(shortText),
    }),
  ),
  authentication_setup: v.optional(
    record({
      success_url: address,
      failure_url: address,
      device_fingerprint_session_id: maybe(shortText),
      // For a native library of the card networks' own, which talks to their hosts and not to this bank.
      sdk_reference_id: maybe(shortText),
    }),
  ),
  authorization: v.optional(
    record({
      do_capture: v.optional(flag),
      do_card_on_file: v.optional(flag, false),
      // What such a library says of a challenge: the bank is asked itself, so nobody reads it.
      sdk_on_validate_jwt: maybe(text),
    }),
  ),
  is_mobile: v.optional(flag),
});

/** Mobile clients send some of these beside the payload; they are checked for their type and otherwise ignored (wire 7.3). */
export const actionBody = record({
  payload: v.optional(payloadSchema, {}),
  action: v.optional(text),
  entry_mode: v.optional(text),
  use_action_chaining: v.optional(flag),
  is_mobile: v.optional(flag),
});

const tolerated = new Set(['payload', 'action', 'entry_mode', 'use_action_chaining', 'is_mobile']);

/** No body, `{}` and `{"payload":{}}` all mean "run the next pending action" (wire 1.6); anything else must say something. */
function isEmpty(body: object): boolean {
  const payload = 'payload' in body ? (body.payload as object) : {};
  const named = Object.keys(payload).filter((key) => key !== 'is_mobile');
  return named.length === 0 && Object.keys(body).every((key) => tolerated.has(key));
}

/**
 * Tells which action a body means: from the payload, or, without one, from what is pending.
 *
 * @throws {ServiceError} 400 `request.invalid`, `tracker.payload_unclear`, `tracker.action_not_allowed`; 409 `tracker.ended`.
 */
export function readAction(value: unknown, tracker: Tracker): ActionRequest {
  const {payload} = check(actionBody, value);
  if (isEmpty(value as object)) return emptyAction(tracker);
  const {origin, payment_method: method, authentication_setup: setup, authorization, billing} = payload;
  const words = {
    capture: authorization?.do_capture ?? false,
    cardOnFile: authorization?.do_card_on_file ?? false,
  };
  if (method?.tokenized_card && !modeOf(tracker).payerTakesPart && !origin && !setup) {
    const capture = authorization?.do_capture ?? true;
    return {action: 'AUTHORIZATION', method: method.tokenized_card.token, capture, cardOnFile: false};
  }
  const meant: ActionRequest[] = [];
  if (origin !== undefined) meant.push({action: 'GENERATE_CAPTURE_CONTEXT', origin});
  if (method?.flex) meant.push({action: 'PROCESS_TRANSIENT_TOKEN', jwt: method.flex.transient_token_jwt});
  if (method?.card) meant.push({action: 'PAYER_AUTH_SETUP', card: method.card});
  if (setup) meant.push({action: 'PAYER_AUTH_ENROLLMENT', setup, billing, ...words});
  else if (authorization) meant.push({action: 'AUTHORIZATION', method: undefined, ...words});
  if (method?.tokenized_card) meant.push({action: 'PAYER_AUTH_SETUP', method: method.tokenized_card.token});
  const [only, ...others] = meant;
  if (only && others.length === 0) return only;
  throw unclear(meant);
}

function unclear(meant: readonly ActionRequest[]): ServiceError {
  const many = meant.map(({action}) => action).join(' and ');
  return new ServiceError(
    400,
    'tracker.payload_unclear',
    meant.length === 0
      ? 'The payload names no action: see origin, payment_method, authentication_setup and authorization.'
      : `The payload means several actions at once: ${many}.`,
  );
}

function emptyAction(tracker: Tracker): ActionRequest {
  // A reversal or a capture that was made is answered again, not made again.
  if (tracker.reversal) return {action: 'REVERSAL'};
  if (tracker.capture || tracker.next_kind === 'CAPTURE') return {action: 'CAPTURE'};
  const pending = pendingWithoutPayload(tracker.next_kind);
  if (pending === 'REVERSAL') return {action: 'REVERSAL'};
  if (pending === 'GENERATE_CAPTURE_CONTEXT') return {action: 'GENERATE_CAPTURE_CONTEXT', origin: undefined};
  throw tracker.next_kind === 'NOOP' && tracker.hold
    ? reversalNotOwed()
    : refuseAction(tracker.next_kind, tracker, 'it does not run without a payload.');
}

/** Account verification holds nothing, so nothing is given back (spec 3.1 rule 1). */
export const reversalNotOwed = () =>
  new ServiceError(
    409,
    'tracker.reversal_not_owed',
    "error performing action 'REVERSAL': nothing is held on this tracker, so there is nothing to reverse.",
  );
