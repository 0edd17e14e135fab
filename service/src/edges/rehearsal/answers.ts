/** Answers in the spelling of the recorded service (wire 9.2). */

type Json = Readonly<Record<string, unknown>>;

/** An answer of the API, parsed. */
export interface ApiAnswer {
  readonly status: number;
  readonly body: unknown;
}

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const jsonIn = (value: unknown): Json => (isJson(value) ? value : {});

const only = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(names.filter((name) => name in value).map((name) => [name, value[name]]));
const without = (value: Json, names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));

/** A refusal as recorded, with no code and no list of fields. */
export const recordedRefusal = (status: number, message: string): ApiAnswer => ({
  status,
  body: {data: null, status: {errors: [message], message}},
});

const unauthorized: ApiAnswer = {
  status: 401,
  body: {
    code: 'error.unauthorized_access',
    message: 'strategies/union: [secret: no key of a merchant, tbt: no token that is valid]',
  },
};

/** Statuses that no recording shows: what the request does not allow is 400 there. */
const isRefusal400 = (status: number) => [405, 409, 410, 422].includes(status);

function refusalOf({status, body}: ApiAnswer): ApiAnswer {
  if (status === 401) return unauthorized;
  const message = jsonIn(body)['message'];
  return recordedRefusal(isRefusal400(status) ? 400 : status, typeof message === 'string' ? message : '');
}

const recordedTracker = [
  ...['token', 'client', 'environment', 'state', 'payment_method_kind', 'intent', 'mode', 'entry_mode'],
  ...['customer', 'next_actions', 'purchase_totals', 'metadata', 'authorization'],
];

/** Two processors are named. */
const twoProcessors = (value: unknown, other: unknown): Json => ({
  CYBERSOURCE: jsonIn(value)['CYBERSOURCE'],
  MPGS: other,
});

/** After a hold the reversal is recorded as pending, of a payment too, so that no client counts on an empty payload to capture. */
function nextActionsOf(value: unknown): Json {
  const actions = twoProcessors(value, {kind: 'GENERATE_CAPTURE_CONTEXT'});
  const own = jsonIn(actions['CYBERSOURCE']);
  return own['kind'] === 'CAPTURE' ? {...actions, CYBERSOURCE: {...own, kind: 'REVERSAL'}} : actions;
}

const trackerOf = (tracker: Json): Json => ({
  ...only(tracker, recordedTracker),
  next_actions: nextActionsOf(tracker['next_actions']),
});

/** `data` of an answer about a tracker. */
function trackerData(data: Json): Json {
  return {
    ...without(data, ['features']),
    ...(isJson(data['tracker']) && {tracker: trackerOf(data['tracker'])}),
    ...('capabilities' in data && {capabilities: twoProcessors(data['capabilities'], false)}),
  };
}

const ownOfPayment = ['features', 'payment_method', 'is_account_verification', 'actions', 'expires_at'];
const ownOfAttempt = ['validation', 'reversal', 'capture', 'billing', 'failure', 'tracker'];

/** Removes the validation from a failed run: clients take it for the bank’s consent (wire 9.2). */
function attemptOf(attempt: Json): Json {
  const {actions_performed: actions = [], is_success: isSuccess} = attempt as {
    readonly actions_performed?: readonly Json[];
    readonly is_success?: unknown;
  };
  const shown = actions.filter(({kind}) => isSuccess === true || kind !== 'PAYER_AUTH_VALIDATION');
  return {...without(attempt, ownOfAttempt), actions_performed: shown};
}

/** A payment as the reporter shows it: it names no saved payment method, and no attempt its validation. */
function paymentOf(payment: Json): Json {
  const attempts = (payment['attempts'] as readonly Json[] | undefined) ?? [];
  return {
    ...without(payment, [...ownOfPayment, 'reversal', 'capture', 'void', 'refunds']),
    next_actions: nextActionsOf(payment['next_actions']),
    attempts: attempts.map(attemptOf),
  };
}

/** The number of a card network in the recorded wallets; others have none. */
const schemeNumbers: Readonly<Record<string, number>> = {Visa: 1, Mastercard: 2, AmericanExpress: 3};

function walletItem(item: Json): Json {
  const {scheme, ...card} = jsonIn(item['cybersource']);
  const number = schemeNumbers[String(scheme)];
  return {
    ...without(item, ['is_default', 'consent', 'consents', 'cybersource', 'expires_at']),
    kind: 'CYBERSOURCE',
    usage_interval: 0,
    cybersource: {...card, ...(number === undefined ? {card_type: scheme} : {scheme: number})},
  };
}

const walletOf = (data: Json): Json => ({
  ...data,
  wallet: ((data['wallet'] as readonly Json[] | undefined) ?? []).map(walletItem),
});

const listOf = (data: Json): Json => ({
  ...data,
  list: ((data['list'] as readonly Json[] | undefined) ?? []).map(paymentOf),
});

interface Spelling {
  /** Default 200. */
  readonly status?: number;
  readonly data?: (data: Json) => unknown;
}

const wallet = '/user/customers/v1/:customer/wallet';

/** The calls whose success is spelled otherwise. */
const spellings: Readonly<Record<string, Spelling>> = {
  'POST /client/passport/v1/token': {status: 201},
  'POST /user/customers/v1': {status: 201},
  'POST /order/payments/v3': {status: 201, data: trackerData},
  'GET /reporter/api/v1/payments': {data: listOf},
  'GET /reporter/api/v1/payments/:tracker': {data: paymentOf},
  [`GET ${wallet}`]: {data: walletOf},
  [`GET ${wallet}/:method`]: {data: walletItem},
};

/** The answer to a recorded call, as the recorded service spells it. */
export function recordedAnswer(call: string, answer: ApiAnswer): ApiAnswer {
  if (answer.status >= 400) return refusalOf(answer);
  const isOfTracker = call.includes('/order/payments/v3/:tracker');
  const {status = 200, data = isOfTracker ? trackerData : undefined} = spellings[call] ?? {};
  const body = without(jsonIn(answer.body), ['expires_at']);
  return {status, body: data && isJson(body['data']) ? {...body, data: data(body['data'])} : body};
}
