import type {CallOptions, EnrollRequest, Timers, VaultAdapter} from '../flow/index.js';
import {CardVaultError, readCaptureContext, readServiceError, readSession} from '../protocol/index.js';
import type {
  AnswerSide,
  Authorization,
  CaptureContext,
  Completion,
  Enrollment,
  PayerAuthenticationSetup,
  Payment,
  PaymentMethod,
  RawCard,
  Session,
  SessionAnswer,
} from '../protocol/index.js';
import {HeldSession} from './held-session.js';
import {exchange, untilAborted} from './http.js';
import type {HttpOptions, Reply} from './http.js';
import type * as ReadersModule from './readers.js';
import {requestBodies} from './requests.js';

export interface FetchAdapterOptions {
  /** Address of the shop server's session route; relative to the page. */
  readonly sessionUrl: string;
  readonly fetch?: typeof fetch;
  /** `request`: limit of one request in milliseconds; 30 s by default. */
  readonly timeouts?: {readonly request?: number};
  readonly timers?: Timers;
  /** Makes the keys under which an action is done once. */
  readonly createKey?: () => string;
}

interface ServiceCall {
  readonly tracker: string;
  readonly path: string;
  /** Missing for a request that only reads. */
  readonly key?: string;
  readonly body?: unknown;
}

type Readers = typeof ReadersModule;

const realTimers: Timers = {
  now: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * The default adapter: sessions from the shop's server, tracker actions to the service with the time-based token of the
 * session (decision 0007). It is the only holder of that token, which appears in the `Authorization` header and nowhere else.
 */
export function createFetchAdapter(options: FetchAdapterOptions): Required<VaultAdapter> {
  return new FetchAdapter(options);
}

class FetchAdapter implements Required<VaultAdapter> {
  /** Address of the session route, after redirects once it has answered. */
  #sessionUrl: string;
  readonly #http: HttpOptions;
  readonly #createKey: () => string;
  readonly #sessions = new Map<string, HeldSession>();
  /** Keys of last steps whose answer was lost: sent again, they are the same action. */
  readonly #lostKeys = new Map<string, string>();

  constructor({sessionUrl, timeouts, ...options}: FetchAdapterOptions) {
    this.#sessionUrl = new URL(sessionUrl, globalThis.location?.href).href;
    this.#http = {
      fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
      timers: options.timers ?? realTimers,
      limit: timeouts?.request ?? 30_000,
    };
    this.#createKey = options.createKey ?? (() => crypto.randomUUID());
  }

  async openSession({tracker}: {readonly tracker?: string}, options: CallOptions): Promise<Session> {
    const answer = await (tracker === undefined
      ? this.#open(options)
      : this.#askToken(this.#tokenUrlOf(tracker), options));
    this.#sessions.set(answer.session.tracker, new HeldSession(answer, this.#http.timers));
    return answer.session;
  }

  async generateCaptureContext(
    {tracker, origin}: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext> {
    const held = this.#held(tracker);
    const ready = held.takeContext(origin);
    if (ready !== undefined) return ready;
    const reply = await this.#act(tracker, requestBodies.captureContext(origin), options);
    return readCaptureContext(accepted(reply, 'service').body, origin, held.answer.libraryWithoutHash);
  }

  async processTransientToken(
    {tracker, transientToken}: {readonly tracker: string; readonly transientToken: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    const reply = this.#act(tracker, requestBodies.transientToken(transientToken), options);
    return read(reply, (readers, {body}) => readers.readSetup(body), 'service');
  }

  async payerAuthSetup(
    {tracker, card}: {readonly tracker: string; readonly card: RawCard},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    const reply = this.#act(tracker, requestBodies.rawCard(card), options);
    return read(reply, (readers, {body}) => readers.readSetup(body), 'service');
  }

  async enroll(request: EnrollRequest, options: CallOptions): Promise<Enrollment> {
    const reply = this.#act(request.tracker, requestBodies.enrollment(request), options);
    return read(reply, (readers, {body, status}) => readers.readEnrollment(body, status));
  }

  async authorize({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Authorization> {
    const reply = this.#once(`authorize ${tracker}`, (key) =>
      this.#act(tracker, requestBodies.authorization(), options, key),
    );
    return read(reply, (readers, {body}) => readers.readAuthorization(body), 'service');
  }

  async fetchPayment({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Payment> {
    const {paymentUrl} = this.#held(tracker).answer;
    const path = `/reporter/api/v1/payments/${encodeURIComponent(tracker)}`;
    const reply =
      paymentUrl === undefined
        ? this.#toService({tracker, path}, options)
        : this.#toShop('GET', paymentUrl, options).then(ofSession);
    return read(reply, (readers, {body}) => readers.readPayment(body), 'service');
  }

  async complete({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Completion> {
    const {completeUrl} = this.#held(tracker).answer;
    const reply = this.#once(`complete ${tracker}`, (key) => this.#toShop('POST', completeUrl, options, key));
    return read(reply.then(ofSession), (readers, {body}) => readers.readCompletion(body));
  }

  async listPaymentMethods(options: CallOptions): Promise<readonly PaymentMethod[]> {
    const reply = this.#toShop('GET', this.#paymentMethodsUrl(), options);
    return read(reply, (readers, {body}) => readers.readPaymentMethods(body), 'shop');
  }

  async removePaymentMethod({token}: {readonly token: string}, options: CallOptions): Promise<void> {
    const url = `${this.#paymentMethodsUrl()}/${encodeURIComponent(token)}`;
    accepted(await this.#toShop('DELETE', url, options), 'shop');
  }

  async #open(options: CallOptions): Promise<SessionAnswer> {
    const reply = accepted(await this.#toShop('POST', this.#sessionUrl, options, this.#createKey()), 'shop');
    this.#sessionUrl = reply.url || this.#sessionUrl;
    if (typeof reply.body !== 'object' || reply.body === null || Array.isArray(reply.body)) {
      // A login page, mostly, or an address that is not the route.
      throw new CardVaultError(
        'session-refused',
        `${this.#sessionUrl} answered ${reply.status} with something that is no session. Does session-url name the session ` +
          `route of the shop's server, and is the shopper logged in?`,
        {status: reply.status},
      );
    }
    return readSession(reply.body, this.#sessionUrl);
  }

  /** A fresh token for a known tracker. */
  async #askToken(url: string, options: CallOptions): Promise<SessionAnswer> {
    const reply = ofSession(await this.#toShop('POST', url, options, this.#createKey()));
    return readSession(reply.body, this.#sessionUrl);
  }

  #act(tracker: string, body: unknown, options: CallOptions, key = this.#createKey()): Promise<Reply> {
    const path = `/order/payments/v3/${encodeURIComponent(tracker)}`;
    return this.#toService({tracker, path, key, body}, options);
  }

  /** Sends with the token of the tracker's session, renewed once: before it ends, or when the service says it has ended. */
  async #toService(call: ServiceCall, options: CallOptions): Promise<Reply> {
    const held = this.#held(call.tracker);
    const renew = (): Promise<void> =>
      untilAborted(
        options.signal,
        held.renew(() => this.#askToken(held.answer.tokenUrl, {signal: new AbortController().signal})),
      );
    // A renewal ahead of time may fail as long as the token still works.
    if (held.due) await renew().catch(() => options.signal.throwIfAborted());
    const used = held.answer.credential;
    const reply = await this.#sendToService(held, call, options);
    if (reply.status !== 401) return reply;
    if (held.answer.credential === used) await renew();
    const second = await this.#sendToService(held, call, options);
    if (second.status === 401) throw readServiceError(401, second.body, 'service');
    return second;
  }

  #sendToService(held: HeldSession, call: ServiceCall, options: CallOptions): Promise<Reply> {
    const {serviceUrl, credential, session} = held.answer;
    const reads = call.key === undefined;
    // A service that has not said it takes the header would refuse the browser's preflight.
    const keyed = session.features?.includes('idempotency-keys') === true;
    return exchange(
      {
        side: 'service',
        url: serviceUrl + call.path,
        method: reads ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${credential}`,
          ...(!reads && keyed && {'Idempotency-Key': call.key}),
        },
        body: call.body,
        repeatable: reads || keyed,
      },
      options,
      this.#http,
    );
  }

  #toShop(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    options: CallOptions,
    key?: string,
  ): Promise<Reply> {
    const headers: Record<string, string> = key === undefined ? {} : {'Idempotency-Key': key};
    const body = method === 'POST' ? {} : undefined;
    return exchange({side: 'shop', url, method, headers, body, repeatable: true}, options, this.#http);
  }

  /** The same key until an answer came, so that a step whose answer was lost is never done twice. */
  async #once(action: string, send: (key: string) => Promise<Reply>): Promise<Reply> {
    const key = this.#lostKeys.get(action) ?? this.#createKey();
    this.#lostKeys.set(action, key);
    const reply = await send(key);
    this.#lostKeys.delete(action);
    return reply;
  }

  #held(tracker: string): HeldSession {
    const held = this.#sessions.get(tracker);
    if (held === undefined) throw new CardVaultError('not-ready', 'No session is open for this tracker.');
    return held;
  }

  #tokenUrlOf(tracker: string): string {
    const known = this.#sessions.get(tracker)?.answer.tokenUrl;
    return known ?? beside(this.#sessionUrl, `${encodeURIComponent(tracker)}/token`);
  }

  #paymentMethodsUrl(): string {
    const last = [...this.#sessions.values()].at(-1);
    return last?.answer.paymentMethodsUrl ?? beside(this.#sessionUrl, '../payment-methods');
  }
}

/** What the reader makes of a reply, unless it is an HTTP error of the named side. Reader and reply load side by side. */
async function read<T>(
  asked: Promise<Reply>,
  of: (readers: Readers, reply: Reply) => T,
  side?: AnswerSide,
): Promise<T> {
  const [reply, readers] = await Promise.all([asked, import('./readers.js')]);
  return of(readers, side === undefined ? reply : accepted(reply, side));
}

/** The reply, unless it is an HTTP error, which is thrown with its code. */
function accepted(reply: Reply, side: AnswerSide): Reply {
  if (reply.status >= 400) throw readServiceError(reply.status, reply.body, side);
  return reply;
}

/** The same on a route of one tracker: a shop that no longer knows the tracker has ended the session. */
function ofSession(reply: Reply): Reply {
  if (![403, 404, 410].includes(reply.status)) return accepted(reply, 'shop');
  const {message} = readServiceError(reply.status, reply.body, 'shop');
  throw new CardVaultError('session-expired', `The session is over. ${message}`, {status: reply.status});
}

/** A route below the session's own. */
function beside(sessionUrl: string, path: string): string {
  return new URL(path, `${sessionUrl.replace(/[?#].*$/, '').replace(/\/$/, '')}/`).href;
}
