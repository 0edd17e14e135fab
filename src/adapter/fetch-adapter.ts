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
} from '../protocol/index.js';
import {afterBegun, type BegunRequest} from './begun.js';
import {open, type Connection} from './connection.js';
import {HeldSession} from './held-session.js';
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

class FetchAdapter implements Required<VaultAdapter> {
  readonly #connection: Connection;
  #loaded: TrackerActions | undefined;

  constructor({sessionUrl, begun, timers, ...options}: FetchAdapterOptions) {
    const address = new URL(sessionUrl, globalThis.location?.href).href;
    const send = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
    this.#connection = {
      sessionUrl: address,
      http: {fetch: begun ? afterBegun(begun, address, send) : send, timers},
      createKey: options.createKey ?? (() => crypto.randomUUID()),
      sessions: new Map(),
    };
  }

  async openSession({tracker}: {readonly tracker?: string}, options: CallOptions): Promise<Session> {
    const {sessions, http} = this.#connection;
    const answer = await (tracker === undefined
      ? open(this.#connection, options)
      : (await this.#actions()).reopen(tracker, options));
    sessions.set(answer.session.tracker, new HeldSession(answer, http.timers));
    return answer.session;
  }

  async generateCaptureContext(
    request: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext> {
    const ready = this.#connection.sessions.get(request.tracker)?.takeContext(request.origin);
    return ready ?? (await this.#actions()).generateCaptureContext(request, options);
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
