import {refused, reported} from './answers.js';
import {brandOf, eciOf} from './cards.js';
import type {Answer, Json} from './http.js';
import {newToken} from './keys.js';
import type {Sign} from './behaviour.js';
import type {Kind, Tracker, World} from './state.js';
import {trackerView} from './trackers.js';

const eventTypes: Partial<Record<Kind, string>> = {
  PAYER_AUTH_ENROLLMENT: 'ENROLLMENT',
  PAYER_AUTH_VALIDATION: 'VALIDATION',
  AUTHORIZATION: 'AUTHORIZATION',
  CAPTURE: 'CAPTURE',
  REVERSAL: 'REVERSAL',
  VOID: 'VOID',
  REFUND: 'REFUND',
};

/** Which signs of a success are shown. Only a success by a challenge can be silent. */
function shows({behaviour}: World, tracker: Tracker, sign: Sign): boolean {
  return !tracker.isValidated || behaviour().signs.includes(sign);
}

function attemptOf(world: World, tracker: Tracker): Json {
  const {card, test, enrollment, performed, requestId, authorization, mode, entryMode} = tracker;
  const isShown = (sign: Sign) => shows(world, tracker, sign);
  const kinds = performed.filter(
    (kind) => (kind !== 'PAYER_AUTH_VALIDATION' && kind !== 'AUTHORIZATION') || isShown('actions_performed'),
  );
  const {veres_enrolled, pares_status, authentication_status, specification_version, rid} = enrollment ?? {};
  return {
    token: newToken('att'),
    idempotency_key: requestId,
    kind: 'CYBERSOURCE',
    actions_performed: kinds.map((kind) => ({token: newToken('act'), kind})),
    ...(card && {
      payment_method: {
        token: card.token,
        last_four: card.number.slice(-4),
        kind: 'CARD',
        scheme: brandOf(card.number).scheme,
        bin: card.number.slice(0, 6),
        expiration_month: card.month,
        expiration_year: card.year,
        do_card_on_file: false,
      },
    }),
    ...(card &&
      test &&
      enrollment && {
        enrollment: {
          ...{cybersource_rid: rid, specification_version, veres_enrolled, authentication_status},
          ...{eci: eciOf(test, card.number) ?? '', pares_status: pares_status ?? ''},
        },
      }),
    risk: {},
    ...(authorization && isShown('authorization') && {authorization}),
    ...(tracker.isValidated &&
      world.behaviour().signs.includes('validation') && {validation: {is_success: true}}),
    is_success: tracker.isSuccess && isShown('is_success'),
    mode,
    entry_mode: entryMode,
  };
}

const attempted: readonly Kind[] = ['PAYER_AUTH_ENROLLMENT', 'AUTHORIZATION'];

/** What was taken and given back, where anything was. */
function chargeOf({captured, refunded, currency, state}: Tracker): Json | null {
  if (captured === 0) return null;
  return {
    token: newToken('ch'),
    ...{amount: captured, currency, fees: 0, tax: 0, net: captured, balance: captured - refunded},
    capture: {token: newToken('cap'), amount: captured, currency},
    refunds: refunded > 0 ? [{token: newToken('ref'), amount: refunded, currency}] : [],
    void: state === 'TRACKER_VOIDED',
  };
}

function paymentView(world: World, tracker: Tracker): Json {
  const {token, customer, performed, requestId, saved} = tracker;
  const seen = trackerView(world, tracker);
  const time = {seconds: Math.floor(tracker.createdAt / 1000)};
  const isShown = (sign: Sign) => shows(world, tracker, sign);
  const hidden = {CYBERSOURCE: {kind: 'NOOP'}, MPGS: {kind: 'NOOP'}};
  const events = performed
    .filter((kind) => kind in eventTypes)
    .filter((kind) => kind === 'PAYER_AUTH_ENROLLMENT' || isShown('event'))
    .map((kind) => ({
      ...{intent: 'CYBERSOURCE', type: eventTypes[kind], intent_request_id: requestId},
      ...{reason: '', created_at: time},
    }));
  return {
    token,
    environment: 'sandbox',
    state: seen['state'],
    intent: 'CYBERSOURCE',
    mode: tracker.mode,
    entry_mode: tracker.entryMode,
    client: {token: newToken('client'), api_key: world.publicKey, name: 'Shop', email: 'shop@example.com'},
    customer: {token: customer.token, ...customer.fields},
    next_actions: isShown('next_actions') ? seen['next_actions'] : hidden,
    purchase_totals: seen['purchase_totals'],
    events,
    attempts: performed.some((kind) => attempted.includes(kind)) ? [attemptOf(world, tracker)] : [],
    metadata: tracker.metadata,
    charge: chargeOf(tracker),
    ...(saved !== undefined &&
      world.behaviour().signs.includes('payment_method') && {payment_method: {token: saved}}),
    created_at: time,
    updated_at: time,
    payment_method_kind: 'card',
  };
}

export function reporter(world: World, token: string | undefined): Answer {
  if (token === undefined) {
    const list = [...world.trackers.values()].map((tracker) => paymentView(world, tracker));
    const meta = {offset: 0, limit: list.length, sort_by: 'created_at', direction: 'DESC'};
    return reported({count: list.length, list, meta});
  }
  const tracker = world.trackers.get(token);
  return tracker ? reported(paymentView(world, tracker)) : refused(404, 'tracker not found');
}
