import type {CallOptions, EnrollRequest, Timers, VaultAdapter} from '../flow/index.js';
import type {
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
import {CardVaultError, readCaptureContextToken, readSession} from '../protocol/index.js';
import {afterBegun, type BegunRequest} from './begun.js';
import type {Connection} from './connection.js';
import {isRecord, send, shopRequest, type Reply} from './send.js';
import type {TrackerActions} from './tracker-actions.js';

export interface FetchAdapterOptions {
  /** Address of the shop server's session route; relative to the page. */
  readonly sessionUrl: string;
  readonly begun?: BegunRequest | undefined;
  readonly timers: Timers;
  readonly fetch?: typeof fetch;
  /** Makes the keys under which an action is done once. */
  readonly createKey?: () => string;
}

/**
 * The default adapter: sessions from the shop's server, tracker actions to the service with the time-based token of the
 * session (decision 0007). It is the only holder of that token, which appears in the `Authorization` header and nowhere else.
 *
 * This is its part as far as live fields; `tracker-actions.ts` has the rest. How long a call may take is for its caller.
 */
export function createFetchAdapter(options: FetchAdapterOptions): Required<VaultAdapter> {
  return new FetchAdapter(options);
}

/** A capture context that has less than this left, in milliseconds, is not used. */
const margin = 60_000;

class FetchAdapter implements Required<VaultAdapter> {
  readonly #connection: Connection;
  #loaded: TrackerActions | undefined;

  constructor({sessionUrl, begun, timers, ...options}: FetchAdapterOptions) {
    const address = new URL(sessionUrl, globalThis.location?.href).href;
    const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#connection = {
      sessionUrl: address,
      http: {fetch: begun ? afterBegun(begun, address, fetch) : fetch, timers},
      createKey: options.createKey ?? (() => crypto.randomUUID()),
      opened: new Map(),
    };
  }

  async openSession({tracker}: {readonly tracker?: string}, options: CallOptions): Promise<Session> {
    const {opened, http} = this.#connection;
    const answer = await (tracker === undefined
      ? this.#open(options)
      : (await this.#actions()).reopen(tracker, options));
    opened.set(answer.session.tracker, {answer, at: http.timers.now(), context: answer.captureContext});
    return answer.session;
  }

  async generateCaptureContext(
    request: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext> {
    return this.#takeContext(request) ?? (await this.#actions()).generateCaptureContext(request, options);
  }

  /** A new session. What comes of anything but a plain answer is in the part that is loaded for it. */
  async #open(options: CallOptions): Promise<SessionAnswer> {
    const {sessionUrl, createKey, http} = this.#connection;
    const outgoing = shopRequest('POST', sessionUrl, createKey());
    const first = send(outgoing, options, http);
    const {url, body} = await first.then(
      (reply) =>
        reply.status < 400 && isRecord(reply.body) ? reply : this.#openAgain(outgoing, first, options),
      () => this.#openAgain(outgoing, first, options),
    );
    return readSession(body, (this.#connection.sessionUrl = url || sessionUrl));
  }

  async #openAgain(...request: Parameters<TrackerActions['openAgain']>): Promise<Reply> {
    const {signal} = request[2];
    signal.throwIfAborted();
    const actions = await this.#actions().catch((cause: unknown) => {
      throw new CardVaultError('shop-server-unreachable', 'There is no connection.', {cause});
    });
    return actions.openAgain(...request);
  }

  /**
   * The capture context that came with the session: once, and only while the page's clock finds life in it. A clock
   * that is wrong costs one request for another.
   */
  #takeContext({
    tracker,
    origin,
  }: {
    readonly tracker: string;
    readonly origin: string;
  }): CaptureContext | undefined {
    const {opened, http} = this.#connection;
    const session = opened.get(tracker);
    const token = session?.context;
    if (!session || token === undefined) return undefined;
    session.context = undefined;
    const context = readCaptureContextToken(token, origin, session.answer.libraryWithoutHash);
    const now = http.timers.now();
    // It may have waited for this page: its life is counted from now, and what has passed of it is gone.
    return context.expiresAt - now > margin
      ? {...context, issuedAt: Math.max(context.issuedAt, now)}
      : undefined;
  }

  async processTransientToken(
    request: {readonly tracker: string; readonly transientToken: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    return (await this.#actions()).processTransientToken(request, options);
  }

  async payerAuthSetup(
    request: {readonly tracker: string; readonly card: RawCard},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    return (await this.#actions()).payerAuthSetup(request, options);
  }

  async enroll(request: EnrollRequest, options: CallOptions): Promise<Enrollment> {
    return (await this.#actions()).enroll(request, options);
  }

  async authorize(request: {readonly tracker: string}, options: CallOptions): Promise<Authorization> {
    return (await this.#actions()).authorize(request, options);
  }

  async fetchPayment(request: {readonly tracker: string}, options: CallOptions): Promise<Payment> {
    return (await this.#actions()).fetchPayment(request, options);
  }

  async complete(request: {readonly tracker: string}, options: CallOptions): Promise<Completion> {
    return (await this.#actions()).complete(request, options);
  }

  async listPaymentMethods(options: CallOptions): Promise<readonly PaymentMethod[]> {
    return (await this.#actions()).listPaymentMethods(options);
  }

  async removePaymentMethod(request: {readonly token: string}, options: CallOptions): Promise<void> {
    return (await this.#actions()).removePaymentMethod(request, options);
  }

  /** The same instance at every call: it knows which actions have lost their answer. */
  async #actions(): Promise<TrackerActions> {
    const {TrackerActions} = await import('./tracker-actions.js');
    return (this.#loaded ??= new TrackerActions(this.#connection));
  }
}
