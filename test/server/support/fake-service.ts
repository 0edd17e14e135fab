import type {Fetch} from '../../../src/server/index.js';

/** One request as the fake service saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown> | undefined;
}

export interface FakeTracker {
  customer: string;
  state: string;
  next: string;
  entryMode: string;
  accountVerification: boolean;
  authorized: boolean;
  reversals: number;
  method: Record<string, unknown> | null;
  /** Replaces members of the reporter's `data`. */
  record?: Record<string, unknown>;
}

/** What the service of this repository can do; the recorded one names nothing (wire 9). */
export const ownFeatures = [
  'idempotency-keys',
  'scoped-tokens',
  'readable-reporter',
  'microform-extras',
  'names-method',
];

export const secretKey = 'sk_test_0123456789abcdef';
export const publicKey = 'sec_5d1f0a52-0000-4000-8000-000000000000';
export const serviceUrl = 'https://service.example';
export const shop = 'https://shop.example';

const savedCard = {
  token: 'pm_1',
  brand: 'visa',
  scheme: 'Visa',
  last_four: '2701',
  expiration_month: '1',
  expiration_year: 2029,
  single_use: false,
};

type Answer = Response | undefined | Promise<Response | undefined>;

/**
 * The service's side of the wire, as far as a shop's server uses it: an object that keeps trackers and wallets and a
 * ledger of reversals. `before` may answer in its place.
 */
export class FakeService {
  readonly seen: Seen[] = [];
  readonly trackers = new Map<string, FakeTracker>();
  readonly wallets = new Map<string, Record<string, unknown>[]>();
  /** Nothing for a service that names no features at all. */
  features: readonly string[] | undefined = ownFeatures;
  readonly #answered = new Map<string, string>();
  before: (request: Seen, init: RequestInit) => Answer = () => undefined;

  readonly fetch: Fetch = async (url, init) => {
    const {pathname} = new URL(url);
    const request: Seen = {
      method: init.method ?? 'GET',
      path: pathname,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : undefined,
    };
    this.seen.push(request);
    const early = await this.before(request, init);
    if (early) return early;
    if (request.headers.get('x-sfpy-merchant-secret') !== secretKey) {
      return Response.json({code: 'error.unauthorized_access', message: 'no strategy fits'}, {status: 401});
    }
    return this.#route(request);
  };

  /** A tracker that stands where a frictionless save without account verification ends: one amount held. */
  held(token: string, over: Partial<FakeTracker> = {}): FakeTracker {
    const tracker: FakeTracker = {
      customer: 'cus_ada',
      state: 'TRACKER_AUTHORIZED',
      next: 'REVERSAL',
      entryMode: 'flex',
      accountVerification: false,
      authorized: true,
      reversals: 0,
      method: savedCard,
      ...over,
    };
    this.trackers.set(token, tracker);
    return tracker;
  }

  calls(method: string, path: RegExp | string): Seen[] {
    const fits = (text: string) => (typeof path === 'string' ? text === path : path.test(text));
    return this.seen.filter((request) => request.method === method && fits(request.path));
  }

  #route({method, path, headers, body}: Seen): Response {
    const key = headers.get('idempotency-key');
    if (method === 'POST' && !key) return refused(400, 'test.no_key', 'every POST carries a key');
    if (method === 'POST' && path === '/order/payments/v3/') return this.#open(key ?? '', body ?? {});
    if (method === 'POST' && path === '/client/passport/v1/token') {
      if (!this.features?.includes('scoped-tokens')) return Response.json({data: 'bare-token='});
      return Response.json({
        data: `tbt-${String(body?.['tracker'])}`,
        expires_at: '2030-01-01T00:15:00.000Z',
      });
    }
    if (method === 'POST' && path === '/user/customers/v1/') {
      return Response.json({data: {token: 'cus_new', ...body}}, {status: 201});
    }
    const payment = /^\/reporter\/api\/v1\/payments\/(.+)$/.exec(path);
    if (payment) return this.#payment(payment[1] ?? '');
    const action = /^\/order\/payments\/v3\/([^/]+)(\/reversal)?$/.exec(path);
    const {origin} = (body?.['payload'] ?? {}) as {origin?: unknown};
    if (action && origin !== undefined) return captureContext(action[1] ?? '', origin);
    if (action) return this.#reverse(action[1] ?? '');
    const wallet = /^\/user\/customers\/v1\/([^/]+)\/wallet\/(.*)$/.exec(path);
    if (wallet) return this.#wallet(method, wallet[1] ?? '', wallet[2] ?? '');
    return refused(404, 'route.not_found', 'no such path');
  }

  #open(key: string, body: Record<string, unknown>): Response {
    const token = this.#answered.get(key) ?? `track_${this.trackers.size + 1}`;
    this.#answered.set(key, token);
    const flex = body['entry_mode'] === 'flex';
    this.held(token, {
      customer: String(body['user']),
      state: 'TRACKER_STARTED',
      next: flex ? 'GENERATE_CAPTURE_CONTEXT' : 'PAYER_AUTH_SETUP',
      entryMode: String(body['entry_mode']),
      accountVerification: body['is_account_verification'] === true,
      authorized: false,
      method: null,
    });
    const data = {
      tracker: {token, next_actions: {CYBERSOURCE: {kind: 'GENERATE_CAPTURE_CONTEXT'}, MPGS: {kind: 'NOOP'}}},
      capabilities: {CYBERSOURCE: true, MPGS: false},
      ...(this.features && {features: this.features}),
    };
    return Response.json({data, status: {errors: [], message: 'success'}}, {status: 201});
  }

  #payment(token: string): Response {
    const tracker = this.trackers.get(token);
    if (!tracker) return refused(404, 'tracker.not_found', 'no such tracker');
    return Response.json({
      ok: true,
      data: {
        token,
        state: tracker.state,
        customer: {token: tracker.customer},
        entry_mode: tracker.entryMode,
        is_account_verification: tracker.accountVerification,
        next_actions: {CYBERSOURCE: {kind: tracker.next}},
        attempts: [
          {
            authorization: tracker.authorized ? {token: 'auth_1', amount: 100, currency: 'USD'} : null,
            reversal: tracker.reversals ? {token: 'rev_1', amount: 100} : null,
          },
        ],
        payment_method: tracker.method,
        ...(this.features && {features: this.features}),
        ...tracker.record,
      },
    });
  }

  #reverse(token: string): Response {
    const tracker = this.trackers.get(token);
    if (!tracker?.authorized || tracker.reversals) {
      return refused(409, 'tracker.action_not_allowed', 'nothing is held');
    }
    tracker.reversals += 1;
    tracker.state = 'TRACKER_ENDED';
    tracker.next = 'NOOP';
    return Response.json({data: {tracker: {token}}, status: {errors: [], message: 'success'}});
  }

  #wallet(method: string, customer: string, token: string): Response {
    const wallet = this.wallets.get(customer) ?? [];
    if (method === 'GET') return Response.json({data: {count: wallet.length, wallet}});
    if (!wallet.some((item) => item['token'] === token))
      return refused(404, 'payment_method.not_found', 'no');
    this.wallets.set(
      customer,
      wallet.filter((item) => item['token'] !== token),
    );
    return Response.json({data: {deleted: true, token}});
  }
}

function captureContext(tracker: string, origin: unknown): Response {
  const flex = {capture_context_jwt: `context of ${tracker} for ${String(origin)}`};
  return Response.json({data: {action: {token: 'act_1', flex}}, status: {errors: [], message: 'success'}});
}

export function refused(status: number, code: string, message: string): Response {
  return Response.json({data: null, code, status: {errors: [message], message}}, {status});
}
