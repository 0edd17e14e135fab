import type {CallOptions, VaultAdapter} from '../flow/index.js';
import {
  CardVaultError,
  type Authorization,
  type CaptureContext,
  type Completion,
  type Enrollment,
  type Feature,
  type PayerAuthenticationSetup,
  type Payment,
  type PaymentMethod,
  type RawCard,
  type Session,
  type ValidationResult,
} from '../protocol/index.js';
import type {FakeCall, FakeLedgerEntry, FakeMethod, FakeScript} from './fake-script.js';
import {createFakeBank, createFakeCollector, type FakeChallenge, type FakeGateways} from './fake-bank.js';
import {fakeLibrary, serveFakeFields} from './fake-fields.js';
import {shownBy, untilAborted} from './fake-parts.js';
import {FakeTracker, type FakeCard} from './fake-tracker.js';
import {isWrongCode} from './declining-cards.js';
import {testCard, testExpiry} from './test-cards.js';

export type {FakeCall, FakeLedgerEntry, FakeMethod, FakeScript} from './fake-script.js';

/** A `VaultAdapter` in memory, with handles for a test. */
export interface FakeAdapter extends Required<VaultAdapter> {
  /** Every call, in order. */
  readonly calls: readonly FakeCall[];
  /** The simulated network's books. */
  readonly ledger: readonly FakeLedgerEntry[];
  /**
   * Collector and bank for the element that is given this adapter: they answer in the page, and no other is asked. Empty where the
   * script names addresses of real ones.
   */
  readonly gateways: FakeGateways;
  /** The saved cards, the latest last. */
  readonly wallet: readonly PaymentMethod[];
  /** The bank answers the step-up of the latest tracker; for scripts with `stepUp: 'silence'`. */
  answerStepUp(result: ValidationResult): void;
  /** Lets the next calls of a method fail, `times` of them (once unless said). */
  fail(method: FakeMethod, error: CardVaultError, times?: number): void;
  /** Lets every call of a method wait until the returned function is called. */
  hold(method: FakeMethod): () => void;
}

/**
 * Plays the shop's server and the service in memory: every test card leads where it leads in production, actions out of order
 * are refused, and what was held is reversed by `complete`. Importing and using it needs no browser. In a page, or a
 * simulation of one, the element that it is given gets its card fields, its collector and its bank from here too:
 * `fillCard` and `answerStepUp` take that element.
 */
export function createFakeAdapter(script: FakeScript = {}): FakeAdapter {
  return new Fake(script);
}

const ownFeatures: readonly Feature[] = [
  'idempotency-keys',
  'scoped-tokens',
  'readable-reporter',
  'microform-extras',
  'names-method',
];

class Fake implements FakeAdapter {
  readonly calls: FakeCall[] = [];
  readonly ledger: FakeLedgerEntry[] = [];
  readonly wallet: PaymentMethod[];
  readonly gateways: FakeGateways;
  readonly #script: FakeScript;
  readonly #trackers = new Map<string, FakeTracker>();
  readonly #failures: {method: FakeMethod; error: CardVaultError}[] = [];
  readonly #gates = new Map<FakeMethod, Promise<void>>();
  #tokens = 0;

  constructor(script: FakeScript) {
    this.#script = script;
    this.wallet = [...(script.paymentMethods ?? [])];
    const {frameUrl, deviceDataUrl, stepUpUrl} = script;
    this.gateways = {
      ...(frameUrl === undefined && deviceDataUrl === undefined && {createDeviceData: createFakeCollector}),
      ...(frameUrl === undefined &&
        stepUpUrl === undefined && {createStepUp: createFakeBank((token) => this.#challenge(token))}),
    };
  }

  async openSession({tracker}: {readonly tracker?: string}, options: CallOptions): Promise<Session> {
    await this.#begin('openSession', tracker, options);
    if (tracker !== undefined) return this.#tracker(tracker).session;
    const {returnUrl = 'https://shop.test/card-vault/return', frameUrl, payment} = this.#script;
    const session: Session = {
      tracker: `track_${this.#trackers.size + 1}`,
      expiresAt: new Date(this.#now() + 900_000).toISOString(),
      accountVerification: this.#script.accountVerification ?? true,
      ...(payment
        ? {entryMode: 'tms', payment, accountVerification: false}
        : {entryMode: this.#script.entryMode ?? 'flex'}),
      returnUrl,
      ...(frameUrl !== undefined && {frameUrl}),
      features: this.#script.features ?? ownFeatures,
    };
    this.#trackers.set(session.tracker, new FakeTracker(session, this.#script));
    return session;
  }

  async generateCaptureContext(
    {tracker, origin}: {readonly tracker: string; readonly origin: string},
    options: CallOptions,
  ): Promise<CaptureContext> {
    await this.#begin('generateCaptureContext', tracker, options);
    const known = this.#tracker(tracker);
    // A fresh context may be asked for as long as no card was given.
    if (known.session.payment?.securityCode) known.expect('PAYER_AUTH_SETUP');
    else {
      known.expect('GENERATE_CAPTURE_CONTEXT', 'PROCESS_TRANSIENT_TOKEN');
      known.next = 'PROCESS_TRANSIENT_TOKEN';
    }
    const issuedAt = this.#now();
    if (typeof document !== 'undefined' && !this.#script.captureContext?.clientLibrary)
      serveFakeFields(document);
    return {
      jwt: 'ZmFrZQ.e30.ZmFrZQ',
      clientLibrary: fakeLibrary,
      clientLibraryIntegrity: `sha256-${'A'.repeat(43)}=`,
      targetOrigins: [origin],
      allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER'],
      issuedAt,
      expiresAt: issuedAt + 900_000,
      ...this.#script.captureContext,
    };
  }

  async processTransientToken(
    {tracker, transientToken}: {readonly tracker: string; readonly transientToken: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    await this.#begin('processTransientToken', tracker, options);
    const known = this.#tracker(tracker);
    known.expect('PROCESS_TRANSIENT_TOKEN');
    const {month, year} = testExpiry(new Date(this.#now()));
    const {number, isCodeWrong} = shownBy(transientToken);
    return this.#setUp(known, {number: number || this.#number, month, year, isCodeWrong});
  }

  async payerAuthSetup(
    {tracker, card}: {readonly tracker: string; readonly card: RawCard},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    await this.#begin('payerAuthSetup', tracker, options);
    const known = this.#tracker(tracker);
    known.expect('PAYER_AUTH_SETUP');
    const {cardNumber: number, expirationMonth: month, expirationYear: year, securityCode} = card;
    return this.#setUp(known, {number, month, year, isCodeWrong: isWrongCode(securityCode)});
  }

  async savedCardSetup(
    {tracker, transientToken}: {readonly tracker: string; readonly transientToken?: string},
    options: CallOptions,
  ): Promise<PayerAuthenticationSetup> {
    await this.#begin('savedCardSetup', tracker, options);
    const known = this.#tracker(tracker);
    known.expect('PAYER_AUTH_SETUP');
    if (known.session.payment?.securityCode && transientToken === undefined)
      throw new CardVaultError('request-refused', 'The security code of the saved card is missing.');
    const {month, year} = testExpiry(new Date(this.#now()));
    const {isCodeWrong} = shownBy(transientToken);
    return this.#setUp(known, {number: this.#number, month, year, isCodeWrong});
  }

  async enroll({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Enrollment> {
    await this.#begin('enroll', tracker, options);
    const known = this.#tracker(tracker);
    known.expect('PAYER_AUTH_ENROLLMENT');
    const enrollment = known.enroll();
    return enrollment;
  }

  async authorize({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Authorization> {
    await this.#begin('authorize', tracker, options);
    const known = this.#tracker(tracker);
    known.expect('AUTHORIZATION');
    known.authorize(this.#nextToken());
    if (known.held === undefined)
      throw new CardVaultError('request-refused', 'The bank declined the card.', {status: 402});
    this.#book(known);
    return {token: `auth_${this.ledger.length}`};
  }

  async fetchPayment({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Payment> {
    await this.#begin('fetchPayment', tracker, options);
    const known = this.#tracker(tracker);
    known.decide(this.#nextToken());
    this.#book(known);
    return known.payment();
  }

  async complete({tracker}: {readonly tracker: string}, options: CallOptions): Promise<Completion> {
    await this.#begin('complete', tracker, options);
    const known = this.#tracker(tracker);
    const {method} = known;
    if (method === undefined) throw new CardVaultError('request-refused', 'There is nothing to complete.');
    const {payment} = known.session;
    if (payment) {
      const isTaken = this.ledger.some((entry) => entry.kind === 'capture' && entry.tracker === tracker);
      if (!isTaken) this.ledger.push({kind: 'capture', tracker, amount: known.held ?? 0});
      const {paymentMethod, ...amount} = payment;
      return {paymentMethod, payment: {status: 'captured', ...amount}, reversed: false};
    }
    if (known.next === 'REVERSAL') {
      this.ledger.push({kind: 'reversal', tracker, amount: known.held ?? 0});
      known.reversed = true;
      known.next = 'NOOP';
    }
    this.#keep(method);
    return {paymentMethod: method, reversed: known.reversed};
  }

  async listPaymentMethods(options: CallOptions): Promise<readonly PaymentMethod[]> {
    await this.#begin('listPaymentMethods', undefined, options);
    return [...this.wallet];
  }

  async removePaymentMethod({token}: {readonly token: string}, options: CallOptions): Promise<void> {
    await this.#begin('removePaymentMethod', undefined, options);
    const at = this.wallet.findIndex((method) => method.token === token);
    if (at < 0) throw noSuchMethod();
    this.wallet.splice(at, 1);
  }

  async setDefaultPaymentMethod(
    {token}: {readonly token: string},
    options: CallOptions,
  ): Promise<PaymentMethod> {
    await this.#begin('setDefaultPaymentMethod', undefined, options);
    const marked = this.wallet.map((method) => ({...method, isDefault: method.token === token}));
    const changed = marked.find(({isDefault}) => isDefault);
    if (!changed) throw noSuchMethod();
    this.wallet.splice(0, marked.length, ...marked);
    return changed;
  }

  answerStepUp(result: ValidationResult): void {
    const latest = [...this.#trackers.values()].at(-1);
    if (latest === undefined) throw new CardVaultError('request-refused', 'No session was opened.');
    latest.validate(result, this.#nextToken());
    this.#book(latest);
  }

  #challenge(token: string): FakeChallenge {
    const known = this.#tracker(token);
    known.ask();
    return {
      decided: known.decided,
      decide: (result) => {
        if (result === 'right') known.decide(this.#nextToken(), true);
        else known.validate(result, this.#nextToken());
        this.#book(known);
      },
    };
  }

  fail(method: FakeMethod, error: CardVaultError, times = 1): void {
    for (let round = 0; round < times; round++) this.#failures.push({method, error});
  }

  hold(method: FakeMethod): () => void {
    let release: () => void = () => undefined;
    this.#gates.set(method, new Promise<void>((resolve) => (release = resolve)));
    return () => {
      this.#gates.delete(method);
      release();
    };
  }

  /** Every call begins here: it is noted, waits where it is held, fails where it is told to, and honours an abort. */
  async #begin(method: FakeMethod, tracker: string | undefined, {signal}: CallOptions): Promise<void> {
    signal.throwIfAborted();
    this.calls.push({method, tracker});
    const gate = this.#gates.get(method);
    if (gate !== undefined) await untilAborted(gate, signal);
    const at = this.#failures.findIndex((failure) => failure.method === method);
    const [failure] = at < 0 ? [] : this.#failures.splice(at, 1);
    if (failure !== undefined) throw failure.error;
  }

  #tracker(token: string): FakeTracker {
    const known = this.#trackers.get(token);
    if (known === undefined)
      throw new CardVaultError('session-expired', 'There is no such tracker.', {status: 404});
    return known;
  }

  /** The number of a saved card, or of fields that do not show theirs. */
  get #number(): string {
    return this.#script.card ?? testCard('2.1').number;
  }

  #setUp(tracker: FakeTracker, card: FakeCard): PayerAuthenticationSetup {
    return {
      card: tracker.setUp(card),
      accessToken: 'fake.device-data.token',
      deviceDataCollectionUrl: this.#script.deviceDataUrl ?? 'https://bank.test/device-data',
    };
  }

  /** Puts a saved method into the wallet; a card that is there already takes the new expiry. */
  #keep(method: PaymentMethod): void {
    const {duplicate: _duplicate, ...kept} = method;
    const at = this.wallet.findIndex(({token}) => token === method.token);
    this.wallet.splice(at < 0 ? this.wallet.length : at, 1, kept);
  }

  /** Books an authorization that has just been made. The fake tells cards apart by brand and last four digits. */
  #book(known: FakeTracker): void {
    const {method, held} = known;
    const {tracker} = known.session;
    const earlier = this.wallet.find(
      ({brand, lastFour, singleUse}) => !singleUse && brand === method?.brand && lastFour === method.lastFour,
    );
    if (method && earlier && !method.singleUse)
      known.method = {...method, token: earlier.token, duplicate: true};
    const booked = this.ledger.some((entry) => entry.kind === 'authorization' && entry.tracker === tracker);
    if (held !== undefined && !booked) this.ledger.push({kind: 'authorization', tracker, amount: held});
  }

  #nextToken(): string {
    return `pm_${++this.#tokens}`;
  }

  #now(): number {
    return this.#script.now?.() ?? Date.now();
  }
}

const noSuchMethod = (): CardVaultError =>
  new CardVaultError('request-refused', 'There is no such payment method.', {status: 404});
