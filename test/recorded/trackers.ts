import {merchantOnly, refused, succeeded} from './answers.js';
import {act} from './actions.js';
import {bodyOf, isJson, textOf, type Answer, type Json, type RecordedRequest} from './http.js';
import {newToken} from './keys.js';
import type {Kind, Tracker, World} from './state.js';

const modes = ['payment', 'instrument', 'cof', 'unscheduled_cof', 'subscription'];

/** A tracker as set-up and actions answer it: every processor is named among the next actions. */
export function trackerView(world: World, tracker: Tracker): Json {
  const {token, state, mode, currency, amount, next} = tracker;
  const price = {currency, amount};
  const isStarted = tracker.performed.length > 0;
  return {
    token,
    client: world.publicKey,
    environment: 'sandbox',
    state,
    payment_method_kind: 'card',
    intent: 'CYBERSOURCE',
    mode,
    entry_mode: tracker.entryMode,
    customer: tracker.customer.token,
    next_actions: {
      CYBERSOURCE: {kind: next, ...(isStarted && {request_id: tracker.requestId})},
      MPGS: {kind: 'GENERATE_CAPTURE_CONTEXT'},
    },
    purchase_totals: {
      quote_amount: price,
      base_amount: price,
      conversion_rate: {base_currency: currency, quote_currency: currency, rate: 1},
    },
    metadata: tracker.metadata,
    ...(tracker.authorization && {authorization: tracker.authorization}),
  };
}

function problemOf(body: Json, world: World): Answer | undefined {
  if (body['merchant_api_key'] !== world.publicKey) return refused(400, 'merchant_api_key is unknown');
  if (body['intent'] !== 'CYBERSOURCE') return refused(400, 'intent is unknown');
  if (!modes.includes(textOf(body['mode']))) return refused(400, 'mode is unknown');
  if (textOf(body['currency']) === '') return refused(400, 'currency is required');
  if (!world.customers.has(textOf(body['user']))) return refused(404, 'customer not found');
  return undefined;
}

function firstKind(mode: string, entryMode: string): Kind {
  if (mode === 'unscheduled_cof') return 'AUTHORIZATION';
  return entryMode === 'flex' ? 'GENERATE_CAPTURE_CONTEXT' : 'PAYER_AUTH_SETUP';
}

/** Undoes a capture, or gives a part of it back. */
function giveBack(tracker: Tracker, part: 'void' | 'refund', body: Json): Answer | undefined {
  const left = tracker.captured - tracker.refunded;
  const amount = typeof body['amount'] === 'number' ? body['amount'] : left;
  if (left <= 0 || amount > left || (part === 'void' && tracker.refunded > 0))
    return refused(400, `error performing action '${part.toUpperCase()}': nothing is left`);
  if (part === 'void') {
    Object.assign(tracker, {captured: 0, state: 'TRACKER_VOIDED'});
    tracker.performed.push('VOID');
    return undefined;
  }
  tracker.refunded += amount;
  tracker.state = amount < left ? 'TRACKER_PARTIAL_REFUND' : 'TRACKER_REFUNDED';
  tracker.performed.push('REFUND');
  return undefined;
}

function setUp(request: RecordedRequest, world: World): Answer {
  const body = bodyOf(request);
  if (!body) return refused(400, 'the body is no JSON object');
  const problem = problemOf(body, world);
  if (problem) return problem;
  const customer = world.customers.get(textOf(body['user']))!;
  const entryMode = textOf(body['entry_mode']) || 'flex';
  const isVerification = body['is_account_verification'] === true;
  const tracker: Tracker = {
    ...{token: newToken('track'), customer, entryMode, isVerification},
    ...{mode: textOf(body['mode']), currency: textOf(body['currency'])},
    amount: typeof body['amount'] === 'number' ? body['amount'] : isVerification ? 0 : 500,
    ...{requestId: newToken('req'), createdAt: Date.now(), state: 'TRACKER_STARTED'},
    ...{metadata: isJson(body['metadata']) ? body['metadata'] : {}, captured: 0, refunded: 0},
    next: firstKind(textOf(body['mode']), entryMode),
    ...{card: undefined, test: undefined, setup: undefined, enrollment: undefined, challenge: undefined},
    ...{urls: undefined, authorization: undefined, isSuccess: false, isValidated: false, saved: undefined},
    ...{received: [], performed: []},
  };
  world.trackers.set(tracker.token, tracker);
  const capabilities = {CYBERSOURCE: true, MPGS: false};
  return succeeded({tracker: trackerView(world, tracker), capabilities}, 201);
}

/** Set-up, actions, metadata and the reset of a stuck tracker. */
export function trackers(
  request: RecordedRequest,
  world: World,
  [token, part]: readonly string[],
  isMerchant: boolean,
): Answer {
  if (token === undefined) {
    if (!isMerchant) return merchantOnly();
    return request.method === 'POST' ? setUp(request, world) : refused(404, 'not found');
  }
  const tracker = world.trackers.get(token);
  if (!tracker) return refused(404, 'tracker not found');
  const body = bodyOf(request);
  if (!body) return refused(400, 'the body is no JSON object');
  if (part === 'metadata' && request.method === 'POST') {
    if (isJson(body['data'])) tracker.metadata = body['data'];
    return succeeded({tracker: trackerView(world, tracker)});
  }
  if (part === undefined && request.method === 'PUT') {
    Object.assign(tracker, {state: 'TRACKER_STARTED', next: 'GENERATE_CAPTURE_CONTEXT'});
    return succeeded({tracker: trackerView(world, tracker)});
  }
  if (request.method === 'POST' && (part === 'void' || part === 'refund')) {
    if (!isMerchant) return merchantOnly();
    return giveBack(tracker, part, body) ?? succeeded({tracker: trackerView(world, tracker)});
  }
  const isReversal = part === 'reversal';
  if (isReversal && tracker.next === 'CAPTURE') tracker.next = 'REVERSAL';
  if (request.method !== 'POST' || (part !== undefined && !isReversal)) return refused(404, 'not found');
  const done = act(world, tracker, isReversal ? {} : body, isMerchant);
  if ('refusal' in done) return done.refusal;
  return succeeded({tracker: trackerView(world, tracker), action: {token: newToken('act'), ...done.action}});
}
