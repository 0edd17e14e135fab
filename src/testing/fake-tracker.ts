import {brandsOf} from '../protocol/brand-match.js';
import {isCurrency, toMinorUnits} from '../protocol/currencies.js';
import {
  CardVaultError,
  type ActionKind,
  type CardSummary,
  type Enrollment,
  type Payment,
  type PaymentMethod,
  type Session,
  type SessionPayment,
  type ValidationResult,
} from '../protocol/index.js';
import {decliningTestCards} from './declining-cards.js';
import {furtherTestCards, testCards, type TestCard} from './test-cards.js';
import type {FakeScript} from './fake-script.js';

/** Minor units held when the session is not for account verification. */
const smallAmount = 100;

/** Order to the network for a payment. */
function minorOf({amount, currency}: SessionPayment): number {
  const minor = isCurrency(currency) ? toMinorUnits(amount, currency) : undefined;
  if (minor !== undefined) return minor;
  throw new CardVaultError(
    'request-refused',
    'payment needs a currency of ISO 4217 and an amount above zero as decimal text, such as "4800.00" and "PKR".',
    {field: 'payment'},
  );
}

/** A card that was given to a tracker; month of two digits, year of four. */
export interface FakeCard {
  readonly number: string;
  readonly month: string;
  readonly year: string;
  readonly isCodeWrong: boolean;
}

/** One tracker in memory: what may come next, and what has come. Actions out of order are refused as the service does. */
export class FakeTracker {
  readonly session: Session;
  readonly #script: FakeScript;
  next: ActionKind;
  card: CardSummary | undefined;
  method: PaymentMethod | undefined;
  /** Minor units held at the network, once there is an authorization. */
  held: number | undefined;
  reversed = false;
  #case: TestCard | undefined;
  /** The bank will decline the authorization. */
  #isDeclined = false;
  #enrollment: Enrollment | undefined;
  #validation: ValidationResult | undefined;
  /** The bank's verdict, until it is given. */
  #verdict: ValidationResult | undefined;
  /** The shopper is being asked, so that the verdict waits for an answer. */
  #isAsked = false;
  readonly decided: Promise<void>;
  #decide!: () => void;

  constructor(session: Session, script: FakeScript) {
    this.session = session;
    this.#script = script;
    this.decided = new Promise((resolve) => (this.#decide = resolve));
    this.next = session.entryMode === 'flex' ? 'GENERATE_CAPTURE_CONTEXT' : 'PAYER_AUTH_SETUP';
  }

  /** @throws CardVaultError `request-refused` when one of `actions` is not what may come next. */
  expect(...actions: readonly ActionKind[]): void {
    if (actions.includes(this.next)) return;
    throw new CardVaultError(
      'request-refused',
      `The tracker waits for ${this.next}, not for ${actions.join(' or ')}.`,
    );
  }

  setUp({number, month: expirationMonth, year: expirationYear, isCodeWrong}: FakeCard): CardSummary {
    this.#case = [...testCards, ...furtherTestCards].find((card) => card.number === number);
    const declining = decliningTestCards.find((card) => card.number === number)?.declines;
    const isAmountDeclined = declining === 'charges' && this.session.payment !== undefined;
    this.#isDeclined = isCodeWrong || declining === 'always' || isAmountDeclined;
    const brand = this.#case?.brand ?? brandsOf(number)[0];
    this.card = {brand: brand ?? 'unknown', lastFour: number.slice(-4), expirationMonth, expirationYear};
    this.next = 'PAYER_AUTH_ENROLLMENT';
    return this.card;
  }

  /** A number that is in no table saves without a step-up. */
  enroll(): Enrollment {
    const {status, eci, stepUp} = this.#case ?? {status: 'FRICTIONLESS', eci: '05', stepUp: undefined};
    const url = this.#script.stepUpUrl ?? 'https://bank.test/step-up';
    const early = stepUp === undefined ? eci : undefined;
    this.#enrollment = {
      status,
      ...(early !== undefined && {eci: early}),
      ...(status === 'REQUIRED' && {stepUp: {accessToken: 'fake.step-up.token', url, windowSize: '02'}}),
    };
    if (status === 'REQUIRED') {
      this.next = 'PAYER_AUTH_VALIDATION';
      const answer = this.#script.stepUp ?? stepUp;
      if (answer !== undefined && answer !== 'silence') this.#verdict = answer;
    } else {
      this.next = status === 'FRICTIONLESS' || status === 'ATTEMPTED' ? 'AUTHORIZATION' : 'NOOP';
    }
    return this.#enrollment;
  }

  /** The bank's page is open: nothing is decided before the shopper has answered there. */
  ask(): void {
    this.#isAsked = true;
  }

  /** Gives the bank's verdict, unless the shopper is being asked and has not `answered` with the right code. */
  decide(token: string, answered = false): void {
    const verdict = this.#verdict;
    if (verdict === undefined || (this.#isAsked && !answered)) return;
    this.validate(verdict, token);
  }

  /** The bank's word; with a yes the service authorizes in the same move. */
  validate(result: ValidationResult, token: string): void {
    this.expect('PAYER_AUTH_VALIDATION');
    this.#validation = result;
    this.#verdict = undefined;
    this.#decide();
    this.next = 'NOOP';
    if (result === 'succeeded') this.authorize(token);
  }

  /** Nothing is held where the bank declines. */
  authorize(token: string): void {
    this.next = 'NOOP';
    if (this.#isDeclined) return;
    const {accountVerification, payment} = this.session;
    this.held = payment ? minorOf(payment) : accountVerification ? 0 : smallAmount;
    this.method = {...this.summary, token, singleUse: this.#script.guest ?? false};
    if (this.held > 0) this.next = 'REVERSAL';
  }

  payment(): Payment {
    const {status, eci} = this.#enrollment ?? {};
    const final = this.#validation && this.#case?.eci;
    return {
      tracker: this.session.tracker,
      state: this.next === 'NOOP' ? 'TRACKER_ENDED' : status ? 'TRACKER_ENROLLED' : 'TRACKER_STARTED',
      nextAction: this.next,
      authorized: this.held !== undefined,
      reversed: this.reversed,
      ...(status && {enrollment: {status, ...(eci !== undefined && {eci})}}),
      ...(this.#validation && {
        validation: {result: this.#validation, ...(final !== undefined && {eci: final})},
      }),
      ...(this.method && {paymentMethod: this.method}),
    };
  }

  get summary(): CardSummary {
    if (this.card === undefined) throw new CardVaultError('request-refused', 'The tracker has no card yet.');
    return this.card;
  }
}
