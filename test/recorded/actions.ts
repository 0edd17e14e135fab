import {randomUUID} from 'node:crypto';
import {merchantOnly, refused} from './answers.js';
import {caseOf} from './cards.js';
import {enroll} from './enrollment.js';
import {at, isJson, textOf, type Answer, type Json} from './http.js';
import {newToken} from './keys.js';
import type {HeldCard} from './flex.js';
import {cardView, save, type Kind, type Tracker, type World} from './state.js';

export type Done = {readonly action: Json} | {readonly refusal: Answer};

const untilEnrolled: readonly Kind[] = [
  'GENERATE_CAPTURE_CONTEXT',
  'PROCESS_TRANSIENT_TOKEN',
  'PAYER_AUTH_ENROLLMENT',
];

/** While which action is pending an action may run. A card may be given again until it is enrolled. */
const runsWhile: Partial<Record<Kind, readonly Kind[]>> = {
  GENERATE_CAPTURE_CONTEXT: untilEnrolled,
  PROCESS_TRANSIENT_TOKEN: ['PROCESS_TRANSIENT_TOKEN', 'PAYER_AUTH_ENROLLMENT'],
  PAYER_AUTH_SETUP: ['PAYER_AUTH_SETUP', 'PAYER_AUTH_ENROLLMENT'],
};

/** The action that a payload asks for; nothing in it asks for the pending one. */
function kindOf(payload: Json, pending: Kind): Kind {
  const method = at(payload, 'payment_method');
  if ('origin' in payload) return 'GENERATE_CAPTURE_CONTEXT';
  if (isJson(method['flex'])) return 'PROCESS_TRANSIENT_TOKEN';
  // The mode without the shopper's part begins with the authorization (wire 1.8).
  if (isJson(method['tokenized_card']) && pending === 'AUTHORIZATION') return 'AUTHORIZATION';
  if (isJson(method['card']) || isJson(method['tokenized_card'])) return 'PAYER_AUTH_SETUP';
  if (isJson(payload['authentication_setup'])) return 'PAYER_AUTH_ENROLLMENT';
  if (isJson(payload['authorization'])) return 'AUTHORIZATION';
  return pending;
}

const failed = (kind: Kind, why: string): Done => ({
  refusal: refused(400, `error performing action '${kind}': ${why}`),
});

const isTarget = (origin: string) => {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  return (
    url?.origin === origin &&
    !origin.includes('*') &&
    (url.protocol === 'https:' || url.hostname === 'localhost')
  );
};

function setUpAuthentication(world: World, tracker: Tracker, card: HeldCard | undefined): Done {
  if (!card) return failed(tracker.next, 'the card cannot be read');
  const sessionId = randomUUID();
  const iat = Math.floor(Date.now() / 1000);
  const jwt = world.flex.sign({
    iss: 'cardinal',
    jti: randomUUID(),
    iat,
    exp: iat + 3600,
    ReferenceId: sessionId,
  });
  tracker.card = {...card, token: newToken('method')};
  tracker.test = caseOf(card.number);
  tracker.setup = {jwt, sessionId};
  tracker.next = 'PAYER_AUTH_ENROLLMENT';
  return {
    action: {
      payment_method: cardView(tracker),
      payer_authentication_setup: {
        access_token: jwt,
        device_data_collection_url: `${world.addresses.collector}/V1/Cruise/Collect`,
      },
    },
  };
}

function givenCard(tracker: Tracker, payload: Json): HeldCard | undefined {
  const {card, tokenized_card: saved} = at(payload, 'payment_method');
  if (isJson(saved)) return tracker.customer.wallet.find(({token}) => token === saved['token']);
  const {card_number: number, expiration_month: month, expiration_year: year} = at(card);
  return tracker.entryMode === 'raw' && textOf(number) !== ''
    ? {number: textOf(number), month: textOf(month), year: textOf(year)}
    : undefined;
}

/** Holds the amount, and saves the card where the tracker is there to save one. */
export function authorize(world: World, tracker: Tracker, doesCapture: boolean): void {
  const {token, amount, currency, isVerification} = tracker;
  const at = Date.now();
  tracker.authorization = {
    token: newToken('auth'),
    tracker: token,
    action: newToken('act'),
    intent: 'CYBERSOURCE',
    cybersource_rid: String(at),
    totals: {amount, currency},
    created_at: {seconds: Math.floor(at / 1000), nanos: 0},
  };
  tracker.isSuccess = true;
  tracker.state = isVerification ? 'TRACKER_ENDED' : 'TRACKER_AUTHORIZED';
  tracker.next = isVerification ? 'NOOP' : doesCapture ? 'CAPTURE' : 'REVERSAL';
  if (tracker.mode === 'instrument') save(world, tracker);
}

/** A saved card without its owner: authorized, and captured unless the payload says otherwise. */
function chargeSaved(world: World, tracker: Tracker, payload: Json, isMerchant: boolean): Done {
  if (!isMerchant) return {refusal: merchantOnly()};
  const card = givenCard(tracker, payload);
  if (!card) return failed('AUTHORIZATION', 'payment method not found');
  tracker.card = {...card, token: newToken('method')};
  if (world.behaviour().charges === 'declined') {
    Object.assign(tracker, {state: 'TRACKER_ENDED', next: 'NOOP'});
    return failed('AUTHORIZATION', 'DECLINED');
  }
  authorize(world, tracker, true);
  if (at(payload, 'authorization')['do_capture'] !== false) {
    Object.assign(tracker, {state: 'TRACKER_ENDED', next: 'NOOP', captured: tracker.amount});
    tracker.performed.push('CAPTURE');
  }
  return {action: {payment_method: cardView(tracker)}};
}

const handlers: Partial<
  Record<Kind, (world: World, tracker: Tracker, payload: Json, isMerchant: boolean) => Done>
> = {
  GENERATE_CAPTURE_CONTEXT(world, tracker, payload) {
    const origin = textOf(payload['origin']);
    if (!isTarget(origin))
      return failed('GENERATE_CAPTURE_CONTEXT', 'the origin is neither https nor localhost');
    if (tracker.next === 'GENERATE_CAPTURE_CONTEXT') tracker.next = 'PROCESS_TRANSIENT_TOKEN';
    return {action: {flex: {capture_context_jwt: world.flex.captureContext(origin)}}};
  },
  PROCESS_TRANSIENT_TOKEN(world, tracker, payload) {
    const jwt = textOf(at(payload, 'payment_method', 'flex')['transient_token_jwt']);
    return setUpAuthentication(world, tracker, world.flex.redeem(jwt));
  },
  PAYER_AUTH_SETUP: (world, tracker, payload) =>
    setUpAuthentication(world, tracker, givenCard(tracker, payload)),
  PAYER_AUTH_ENROLLMENT: enroll,
  AUTHORIZATION(world, tracker, payload, isMerchant) {
    if (tracker.mode === 'unscheduled_cof') return chargeSaved(world, tracker, payload, isMerchant);
    const {do_capture, do_card_on_file} = at(payload, 'authorization');
    if (!isJson(payload['authorization'])) return failed('AUTHORIZATION', 'the payload does not fit');
    if (do_card_on_file === true && !isMerchant) return {refusal: merchantOnly()};
    authorize(world, tracker, do_capture === true);
    return {action: {payment_method: {...cardView(tracker), pointer: newToken('ptr')}}};
  },
  CAPTURE(_world, tracker) {
    Object.assign(tracker, {state: 'TRACKER_ENDED', next: 'NOOP', captured: tracker.amount});
    return {action: {}};
  },
  REVERSAL(_world, tracker) {
    Object.assign(tracker, {state: 'TRACKER_REVERSED', next: 'NOOP'});
    return {action: {}};
  },
};

/** Runs the action that a request asks for, if it is the pending one. */
export function act(world: World, tracker: Tracker, body: Json, isMerchant: boolean): Done {
  const payload = at(body, 'payload');
  const kind = kindOf(payload, tracker.next);
  tracker.received.push(kind);
  const handle = handlers[kind];
  if (!handle || !(runsWhile[kind] ?? [kind]).includes(tracker.next))
    return failed(tracker.next, `the payload does not fit`);
  const done = handle(world, tracker, payload, isMerchant);
  if ('action' in done) tracker.performed.push(kind);
  return done;
}
