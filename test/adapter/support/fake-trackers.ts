import type {Scenario} from './adapter-contract.js';
import {envelope} from './fake-backend.js';

interface Tracker {
  next: string;
  scenario?: Scenario;
  validation?: string;
  authorizations: number;
  reversals: number;
}

const statuses: Readonly<Record<Scenario, string>> = {
  frictionless: 'FRICTIONLESS',
  attempted: 'ATTEMPTED',
  failed: 'FAILED',
  challenge: 'REQUIRED',
};
const method = {
  token: 'pm_1',
  brand: 'visa',
  last_four: '2701',
  expiration_month: '01',
  expiration_year: '2030',
  single_use: false,
};

/** The trackers of a service, as far as an adapter can tell the difference. Same key, same answer. */
export class FakeTrackers {
  readonly accountVerification: boolean;
  readonly entryMode: 'flex' | 'raw';
  readonly #origin: string;
  readonly #trackers = new Map<string, Tracker>();
  readonly #answered = new Map<string, {readonly status: number; readonly body: unknown}>();
  #removed = false;

  constructor(
    {
      accountVerification,
      entryMode,
    }: {readonly accountVerification: boolean; readonly entryMode: 'flex' | 'raw'},
    origin: string,
  ) {
    this.accountVerification = accountVerification;
    this.entryMode = entryMode;
    this.#origin = origin;
  }

  create(): string {
    const token = `track_${this.#trackers.size + 1}`;
    const next = this.entryMode === 'raw' ? 'PAYER_AUTH_SETUP' : 'GENERATE_CAPTURE_CONTEXT';
    this.#trackers.set(token, {next, authorizations: 0, reversals: 0});
    return token;
  }

  has(token: string): boolean {
    return this.#trackers.has(token);
  }

  /** What the network's own ledger holds for a tracker. */
  ledger(token: string): {readonly authorizations: number; readonly reversals: number} {
    const {authorizations, reversals} = this.#of(token);
    return {authorizations, reversals};
  }

  /** The bank has decided on a challenge. */
  validate(token: string, result: string): void {
    const tracker = this.#of(token);
    tracker.validation = result;
    if (result === 'succeeded') this.#authorize(tracker);
    else tracker.next = 'NOOP';
  }

  act(token: string, body: unknown, key: string | null): Response {
    return this.#once(`act ${token} ${key ?? crypto.randomUUID()}`, () =>
      this.#act(this.#of(token), payloadOf(body)),
    );
  }

  complete(token: string, key: string | null): Response {
    return this.#once(`complete ${token} ${key}`, () => {
      const tracker = this.#of(token);
      if (tracker.authorizations === 0) return refusal(409, 'payment.not_completed', 'nothing to complete');
      if (tracker.next === 'REVERSAL') {
        tracker.reversals += 1;
        tracker.next = 'NOOP';
      }
      return {status: 200, body: {tracker: token, payment_method: method, reversed: tracker.reversals > 0}};
    });
  }

  wallet(verb: string, token: string | undefined): Response {
    const saved =
      !this.#removed && [...this.#trackers.values()].some(({authorizations}) => authorizations > 0);
    if (verb === 'GET') return Response.json({payment_methods: saved ? [{...method, expired: false}] : []});
    if (!saved || token !== method.token) return envelope(404, 'payment_method.not_found', 'no such method');
    this.#removed = true;
    return Response.json({deleted: true});
  }

  fetchPayment(token: string): Response {
    const {next, scenario, validation, authorizations, reversals} = this.#of(token);
    const attempt = scenario && {
      token: 'att_1',
      enrollment: {
        authentication_status: statuses[scenario],
        eci: scenario === 'frictionless' ? '05' : undefined,
      },
      validation: validation === undefined ? null : {result: validation, eci: '05'},
      authorization: authorizations > 0 ? {token: 'auth_1', amount: 0, currency: 'USD'} : null,
      ...(reversals > 0 && {reversal: {token: 'rev_1', amount: 100}}),
    };
    return Response.json({
      ok: true,
      data: {
        token,
        state: authorizations > 0 ? 'TRACKER_ENDED' : 'TRACKER_STARTED',
        intent: 'CYBERSOURCE',
        next_actions: {CYBERSOURCE: {kind: next}},
        attempts: attempt ? [attempt] : [],
        payment_method: authorizations > 0 ? method : null,
      },
    });
  }

  #act(tracker: Tracker, payload: Record<string, unknown>): Answered {
    const {next} = tracker;
    if (next === 'GENERATE_CAPTURE_CONTEXT' || (next === 'PROCESS_TRANSIENT_TOKEN' && 'origin' in payload)) {
      if (payload.origin !== this.#origin) return refusal(400, 'origin.refused', 'another origin');
      tracker.next = 'PROCESS_TRANSIENT_TOKEN';
      return action({flex: {capture_context_jwt: captureContext(this.#origin)}});
    }
    if (next === 'PROCESS_TRANSIENT_TOKEN' || next === 'PAYER_AUTH_SETUP') return setUp(tracker, payload);
    if (next === 'PAYER_AUTH_ENROLLMENT' && 'authentication_setup' in payload) return enroll(tracker);
    if (next === 'AUTHORIZATION' && 'authorization' in payload) {
      this.#authorize(tracker);
      return {
        status: 200,
        body: {data: {tracker: {authorization: {token: 'auth_1'}}, action: {token: 'act_1'}}},
      };
    }
    return refusal(409, 'tracker.action_not_allowed', `error performing action '${next}'`);
  }

  #authorize(tracker: Tracker): void {
    tracker.authorizations += 1;
    tracker.next = this.accountVerification ? 'NOOP' : 'REVERSAL';
  }

  #of(token: string): Tracker {
    const tracker = this.#trackers.get(token);
    if (tracker === undefined) throw new Error(`no tracker ${token}`);
    return tracker;
  }

  #once(id: string, answer: () => Answered): Response {
    const {status, body} = this.#answered.get(id) ?? answer();
    this.#answered.set(id, {status, body});
    return Response.json(body, {status});
  }
}

interface Answered {
  readonly status: number;
  readonly body: unknown;
}

function setUp(tracker: Tracker, payload: Record<string, unknown>): Answered {
  const {flex, card} = (payload.payment_method ?? {}) as Record<string, Record<string, string> | undefined>;
  const scenario = (flex?.transient_token_jwt ?? card?.card_number)?.replace(/^(transient|card)-/, '');
  if (scenario === undefined) return refusal(400, 'payload.refused', 'no card');
  tracker.scenario = scenario as Scenario;
  tracker.next = 'PAYER_AUTH_ENROLLMENT';
  return action({
    payment_method: {
      card_type_code: '001',
      last_four: '2701',
      expiration_month: '01',
      expiration_year: '2030',
    },
    payer_authentication_setup: {
      access_token: 'setup-access-token',
      device_data_collection_url: 'https://issuer.example/collect',
    },
  });
}

function enroll(tracker: Tracker): Answered {
  const status = statuses[tracker.scenario ?? 'failed'];
  tracker.next = {REQUIRED: 'PAYER_AUTH_VALIDATION', FAILED: 'NOOP'}[status] ?? 'AUTHORIZATION';
  const stepUp = {access_token: 'step-up-access-token', step_up_url: 'https://issuer.example/step-up'};
  return action({
    payer_authentication_enrollment: {
      authentication_status: status,
      ...(status === 'FRICTIONLESS' && {eci: '05'}),
      ...(status === 'REQUIRED' && {...stepUp, challenge_window_size: '02'}),
    },
  });
}

function action(body: unknown): Answered {
  return {status: 200, body: {data: {action: body}, status: {errors: [], message: 'success'}}};
}

function refusal(status: number, code: string, message: string): Answered {
  return {status, body: {data: null, code, message, status: {errors: [message], message}}};
}

function payloadOf(body: unknown): Record<string, unknown> {
  return (body as {payload?: Record<string, unknown>} | undefined)?.payload ?? {};
}

/** A capture context as wire 2.1 shows it, with an invalid signature. */
export function captureContext(
  origin: string,
  changes: Readonly<Record<string, unknown>> = {},
  iat = 1_767_225_600,
): string {
  const claims = {
    iat,
    exp: iat + 900,
    ctx: [
      {
        type: 'mf-2.0.0',
        data: {
          clientLibrary: 'https://fields.example/microform.js',
          clientLibraryIntegrity: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
          allowedCardNetworks: ['VISA'],
          targetOrigins: [origin],
          ...changes,
        },
      },
    ],
  };
  return ['{}', JSON.stringify(claims), 'signature'].map((part) => btoa(part).replaceAll('=', '')).join('.');
}
