import type {CallOptions, EnrollRequest, EntryPorts, VaultAdapter} from '../flow/index.js';
import {untilLimit} from '../flow/limits.js';
import {untilAborted} from '../flow/until-aborted.js';
import {
  CardVaultError,
  readAuthorization,
  readCaptureContext,
  readCompletion,
  readEnrollment,
  readPayment,
  readSession,
  readSetup,
  type Authorization,
  type CaptureContext,
  type Completion,
  type Enrollment,
  type PayerAuthenticationSetup,
  type Payment,
  type RawCard,
  type Session,
  type SessionAnswer,
} from '../protocol/index.js';
import type {BegunRequest} from './begun.js';
import {askShop, type ShopRequest} from './ask-shop.js';
import {accepted, openAgain, type Connection, type Opened} from './connection.js';
import {HeldSession} from './held-session.js';
import {exchange} from './http.js';
import {requireSession, refusalOf} from './refusal.js';
import type {Reply} from './reply.js';
import {requestBodies} from './requests.js';
import {readSavedSetup, readSessionPayment} from '../protocol/payment.js';
import {createWallet, type Wallet} from './wallet.js';

interface ServiceCall {
  readonly tracker: string;
  readonly path: string;
  /** Missing for a request that only reads. */
  readonly key?: string;
  readonly body?: unknown;
}

/** Milliseconds for a renewal, which several calls with limits of their own may be waiting for. */
const renewalLimit = 30_000;

/**
 * The adapter as a whole: the part that live fields need, which the page has already, and beside it the
 * actions of a tracker, the wallet, and the renewal of a token.
 */
export class TrackerActions implements Required<VaultAdapter> {
  readonly #connection: Connection;
  readonly #entry: EntryPorts['adapter'];
  /** Keys of last steps whose answer was lost: sent again, they are the same action. */
  readonly #lostKeys = new Map<string, string>();
  readonly #sessions = new WeakMap<Opened, HeldSession>();

  constructor(connection: Connection, entry: EntryPorts['adapter']) {
    this.#connection = connection;
    this.#entry = entry;
  }

  openSession(request: {readonly tracker?: string}, options: CallOptions): Promise<Session> {
    return this.#entry.openSession(request, options);
  }

  generateCaptureContext(
    request: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext> {
    return this.#entry.generateCaptureContext(request, options);
  }

  /** Answers a session request whose first sending failed, or has not been answered for long. */
  openAgain(begun: BegunRequest, first: Promise<Reply>, options: CallOptions): Promise<Reply> {
    return openAgain(this.#connection, begun, first, options);
  }

  /** A fresh token for a tracker that this page, or an earlier one, has opened. */
  reopen(tracker: string, options: CallOptions): Promise<SessionAnswer> {
    const known = this.#find(tracker)?.answer.tokenUrl;
    // With the query, as the server's own addresses have it: it may carry what each of its routes asks for.
    const path = `${encodeURIComponent(tracker)}/token${new URL(this.#connection.sessionUrl).search}`;
    return this.#askToken(known ?? this.#beside(path), options);
  }

  /** A capture context that the service makes now. */
  async requestCaptureContext(
    {tracker, origin}: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext> {
    const held = this.#held(tracker);
    const reply = await this.#act(tracker, requestBodies.captureContext(origin), options);
    const {body} = accepted(reply, 'service');
    return readCaptureContext(body, origin, held.answer.libraryWithoutHash);
  }

  /** The session with the payment that its answer names. */
  paying({session, body}: SessionAnswer): Session {
    return {...session, payment: readSessionPayment(body)};
  }

  /**
   * Set-up that the shop's server has made with the saved card when it opened the session, or a set-up with
   * the card's code.
   */
  async savedCardSetup(
    {tracker, transientToken}: {readonly tracker: string; readonly transientToken?: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    // A renewed answer has no set-up: that was made once, with the session.
    const {body} = (this.#connection.opened.get(tracker) ?? this.#held(tracker)).answer;
    if (transientToken === undefined) return readSavedSetup(body);
    const {paymentMethod} = readSessionPayment(body);
    const payload = requestBodies.savedCard(paymentMethod.token, transientToken);
    const reply = await this.#act(tracker, payload, options);
    return readSetup(accepted(reply, 'service').body);
  }

  async processTransientToken(
    {tracker, transientToken}: {readonly tracker: string; readonly transientToken: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    const reply = await this.#act(tracker, requestBodies.transientToken(transientToken), options);
    return readSetup(accepted(reply, 'service').body);
  }

  async payerAuthSetup(
    {tracker, card}: {readonly tracker: string; readonly card: RawCard},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    const reply = await this.#act(tracker, requestBodies.rawCard(card), options);
    return readSetup(accepted(reply, 'service').body);
  }

  async enroll(request: EnrollRequest, options: CallOptions): Promise<Enrollment> {
    const {cardholderName, consent, language, ...rest} = request;
    const {features = []} = this.#held(request.tracker).answer.session;
    // Another service may refuse a field that it does not know.
    const payload = requestBodies.enrollment({
      ...rest,
      ...(cardholderName && features.includes('cardholder-name') && {cardholderName}),
      ...(consent && features.includes('consent') && {consent}),
      ...(language && features.includes('page-language') && {language}),
    });
    const {body, status} = await this.#act(request.tracker, payload, options);
    return readEnrollment(body, status);
  }

  async authorize({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Authorization> {
    const reply = await this.#once(`authorize ${tracker}`, (key) =>
      this.#act(tracker, requestBodies.authorization(), options, key),
    );
    return readAuthorization(accepted(reply, 'service').body);
  }

  async fetchPayment({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Payment> {
    const {paymentUrl} = this.#held(tracker).answer;
    const path = `/reporter/api/v1/payments/${encodeURIComponent(tracker)}`;
    const reply =
      paymentUrl === undefined
        ? await this.#toService({tracker, path}, options)
        : requireSession(await this.#askShop({method: 'GET', url: paymentUrl}, options));
    return readPayment(accepted(reply, 'service').body);
  }

  async complete({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Completion> {
    const {completeUrl} = this.#held(tracker).answer;
    const reply = await this.#once(`complete ${tracker}`, (key) =>
      this.#askShop({method: 'POST', url: completeUrl, key}, options),
    );
    return readCompletion(requireSession(reply).body);
  }

  readonly listPaymentMethods: Wallet['listPaymentMethods'] = (...call) =>
    this.#wallet.listPaymentMethods(...call);
  readonly removePaymentMethod: Wallet['removePaymentMethod'] = (...call) =>
    this.#wallet.removePaymentMethod(...call);
  readonly setDefaultPaymentMethod: Wallet['setDefaultPaymentMethod'] = (...call) =>
    this.#wallet.setDefaultPaymentMethod(...call);

  get #wallet(): Wallet {
    return createWallet({url: this.#paymentMethodsUrl(), ...this.#connection.http});
  }

  #askShop(request: ShopRequest, options: CallOptions): Promise<Reply> {
    return askShop(request, options, this.#connection.http);
  }

  async #askToken(url: string, options: CallOptions): Promise<SessionAnswer> {
    const {createKey, sessionUrl} = this.#connection;
    const reply = await this.#askShop({method: 'POST', url, key: createKey()}, options);
    return readSession(requireSession(reply).body, sessionUrl);
  }

  #act(
    tracker: string,
    body: unknown,
    options: CallOptions,
    key = this.#connection.createKey(),
  ): Promise<Reply> {
    const path = `/order/payments/v3/${encodeURIComponent(tracker)}`;
    return this.#toService({tracker, path, key, body}, options);
  }

  /**
   * Sends with the token of the tracker's session, renewed once: before it ends, or when the service says it
   * has ended.
   */
  async #toService(call: ServiceCall, options: CallOptions): Promise<Reply> {
    const held = this.#held(call.tracker);
    const renew = (): Promise<void> =>
      untilAborted(
        options.signal,
        held.renew(() => this.#renewal(held)),
      );
    // A renewal ahead of time may fail as long as the token still works.
    if (held.due) await renew().catch(() => options.signal.throwIfAborted());
    const used = held.answer.timeBasedToken;
    const reply = await this.#sendToService(held, call, options);
    if (reply.status !== 401) return reply;
    if (held.answer.timeBasedToken === used) await renew();
    const second = await this.#sendToService(held, call, options);
    if (second.status === 401) throw refusalOf(second, 'service');
    return second;
  }

  /** Shared by all that wait for it, so that none of their signals ends it. */
  #renewal({answer}: HeldSession): Promise<SessionAnswer> {
    return untilLimit(
      this.#connection.http.timers,
      renewalLimit,
      new AbortController().signal,
      (signal) => this.#askToken(answer.tokenUrl, {signal}),
      () => {
        throw new CardVaultError('request-timed-out', 'The session could not be renewed in time.');
      },
    );
  }

  #sendToService(held: HeldSession, call: ServiceCall, options: CallOptions): Promise<Reply> {
    const {serviceUrl, timeBasedToken, session} = held.answer;
    const reads = call.key === undefined;
    // A service that has not said it takes the header would refuse the browser's preflight.
    const keyed = session.features?.includes('idempotency-keys') === true;
    return exchange(
      {
        side: 'service',
        url: serviceUrl + call.path,
        method: reads ? 'GET' : 'POST',
        headers: {
          Authorization: `Bearer ${timeBasedToken}`,
          ...(!reads && keyed && {'Idempotency-Key': call.key}),
        },
        body: call.body,
        repeatable: reads || keyed,
      },
      options,
      this.#connection.http,
    );
  }

  /** The same key until an answer came, so that a step whose answer was lost is never done twice. */
  async #once(action: string, send: (key: string) => Promise<Reply>): Promise<Reply> {
    const key = this.#lostKeys.get(action) ?? this.#connection.createKey();
    this.#lostKeys.set(action, key);
    const reply = await send(key);
    this.#lostKeys.delete(action);
    return reply;
  }

  #held(tracker: string): HeldSession {
    const held = this.#find(tracker);
    if (held === undefined) throw new CardVaultError('not-ready', 'No session is open for this tracker.');
    return held;
  }

  #find(tracker: string): HeldSession | undefined {
    const {opened, http} = this.#connection;
    const session = opened.get(tracker);
    if (session === undefined) return undefined;
    const held = this.#sessions.get(session) ?? new HeldSession(session.answer, session.at, http.timers);
    this.#sessions.set(session, held);
    return held;
  }

  #paymentMethodsUrl(): string {
    const last = [...this.#connection.opened.keys()].at(-1);
    return (last && this.#find(last)?.answer.paymentMethodsUrl) ?? this.#beside('../payment-methods');
  }

  /** A route below the session's own. */
  #beside(path: string): string {
    const base = this.#connection.sessionUrl.replace(/[?#].*$/s, '').replace(/\/$/, '');
    return new URL(path, `${base}/`).href;
  }
}
