import type {
  CallOptions,
  ContextRenewal,
  DeviceDataResult,
  EnrollRequest,
  FlowPorts,
  RememberedRun,
  RunMemory,
  StepUpResult,
  StepUpTime,
} from '../../../src/flow/index.js';
import type {
  Authorization,
  CaptureContext,
  Completion,
  Enrollment,
  PayerAuthenticationSetup,
  Payment,
  RawCard,
  Session,
} from '../../../src/protocol/index.js';
import {ManualTimers, settled} from './manual-timers.js';

/** Texts that must never be seen outside the ports (flow rule 7). */
export const secrets = {
  contextToken: 'secret-capture-context',
  transientToken: 'secret-transient-token',
  setupToken: 'secret-setup-access-token',
  stepUpToken: 'secret-step-up-access-token',
  cardNumber: '4000000000002503',
  securityCode: '987',
  deviceSession: 'secret-device-session',
} as const;

export const origin = 'https://shop.example';

export const session: Session = {
  tracker: 'track_1',
  expiresAt: '2026-01-01T00:15:00Z',
  accountVerification: true,
  entryMode: 'flex',
  returnUrl: 'https://shop.example/card-vault/return',
  frameUrl: 'https://shop.example/card-vault/frame',
  features: ['names-method'],
};

export const context: CaptureContext = {
  jwt: secrets.contextToken,
  clientLibrary: 'https://fields.example/microform.js',
  clientLibraryIntegrity: 'sha256-AAAA',
  targetOrigins: [origin],
  allowedCardNetworks: ['VISA'],
  issuedAt: 1_000_000,
  expiresAt: 1_900_000,
};

export const setup: PayerAuthenticationSetup = {
  card: {brand: 'visa', lastFour: '2503', expirationMonth: '01', expirationYear: '2030'},
  accessToken: secrets.setupToken,
  deviceDataCollectionUrl: 'https://issuer.example/collect',
};

export const required: Enrollment = {
  status: 'REQUIRED',
  stepUp: {accessToken: secrets.stepUpToken, url: 'https://issuer.example/step-up', windowSize: '02'},
};

export const paymentMethod: Completion['paymentMethod'] = {
  token: 'pm_1',
  brand: 'visa',
  lastFour: '2503',
  expirationMonth: '01',
  expirationYear: '2030',
  singleUse: false,
};

/** A payment as it stands right after an enrollment that asks for a challenge. */
export function payment(changes: Partial<Payment> = {}): Payment {
  return {
    tracker: 'track_1',
    state: 'TRACKER_ENROLLED',
    nextAction: 'PAYER_AUTH_VALIDATION',
    enrollment: {status: 'REQUIRED'},
    authorized: false,
    reversed: false,
    ...changes,
  };
}

export interface Answers {
  openSession: (request: {readonly tracker?: string}) => Promise<Session>;
  generateCaptureContext: () => Promise<CaptureContext>;
  processTransientToken: () => Promise<PayerAuthenticationSetup>;
  payerAuthSetup: () => Promise<PayerAuthenticationSetup>;
  enroll: () => Promise<Enrollment>;
  authorize: () => Promise<Authorization>;
  fetchPayment: () => Promise<Payment>;
  complete: () => Promise<Completion>;
  mount: () => Promise<void>;
  tokenize: () => Promise<string>;
  read: () => RawCard;
  collect: () => Promise<DeviceDataResult>;
  present: () => Promise<StepUpResult>;
}

export interface Call {
  readonly name: keyof Answers | 'unmount';
  readonly request: unknown;
  readonly signal: AbortSignal | undefined;
}

/** A promise that is settled from outside. */
export interface Held<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function held<T>(): Held<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: unknown) => void;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return {promise, resolve, reject};
}

/** Ports whose every call is recorded and answered from `answers`, which a test changes as it likes. */
export class FakePorts {
  readonly timers = new ManualTimers();
  readonly calls: Call[] = [];
  readonly remembered: RememberedRun[] = [];
  readonly answers: Answers = {
    openSession: async () => session,
    generateCaptureContext: async () => context,
    processTransientToken: async () => setup,
    payerAuthSetup: async () => setup,
    enroll: async () => ({status: 'FRICTIONLESS', eci: '05'}),
    authorize: async () => ({token: 'auth_1'}),
    fetchPayment: async () => payment({validation: {result: 'succeeded', eci: '05'}, paymentMethod}),
    complete: async () => ({paymentMethod, reversed: false}),
    mount: async () => undefined,
    tokenize: async () => secrets.transientToken,
    read: () => ({
      cardNumber: secrets.cardNumber,
      expirationMonth: '01',
      expirationYear: '2030',
      securityCode: secrets.securityCode,
    }),
    collect: async () => ({outcome: 'collected', sessionId: secrets.deviceSession}),
    present: async () => ({outcome: 'returned'}),
  };
  memory: RememberedRun | undefined;
  returnTo: string | undefined;
  renewal: ContextRenewal | undefined;
  /** What the last step-up was told of its time. */
  time: StepUpTime | undefined;

  get ports(): FlowPorts {
    const {answers} = this;
    const memory: RunMemory = {
      remember: (run) => void this.remembered.push((this.memory = run)),
      recall: () => this.memory,
      forget: () => (this.memory = undefined),
    };
    return {
      adapter: {
        openSession: (request, options) => this.#did('openSession', request, options, answers.openSession),
        generateCaptureContext: (request, options) =>
          this.#did('generateCaptureContext', request, options, answers.generateCaptureContext),
        processTransientToken: (request, options) =>
          this.#did('processTransientToken', request, options, answers.processTransientToken),
        payerAuthSetup: (request, options) =>
          this.#did('payerAuthSetup', request, options, answers.payerAuthSetup),
        enroll: (request: EnrollRequest, options) => this.#did('enroll', request, options, answers.enroll),
        authorize: (request, options) => this.#did('authorize', request, options, answers.authorize),
        fetchPayment: (request, options) => this.#did('fetchPayment', request, options, answers.fetchPayment),
        complete: (request, options) => this.#did('complete', request, options, answers.complete),
      },
      hostedFields: {
        mount: (issued, options) => this.#did('mount', issued, options, answers.mount),
        tokenize: (request, options) => this.#did('tokenize', request, options, answers.tokenize),
        unmount: () => void this.calls.push({name: 'unmount', request: undefined, signal: undefined}),
      },
      rawFields: {
        read: () => {
          this.calls.push({name: 'read', request: undefined, signal: undefined});
          return answers.read();
        },
      },
      deviceData: {collect: (request, options) => this.#did('collect', request, options, answers.collect)},
      stepUp: {
        present: (request, options) => {
          this.time = options.time;
          return this.#did('present', request, options, answers.present);
        },
      },
      timers: this.timers,
      memory,
      origin,
      returnTo: () => this.returnTo,
      ...(this.renewal && {renewal: this.renewal}),
    };
  }

  /** Names of the calls so far, in order. */
  get names(): readonly Call['name'][] {
    return this.calls.map(({name}) => name);
  }

  /** The calls of one name. */
  of(name: Call['name']): readonly Call[] {
    return this.calls.filter((call) => call.name === name);
  }

  #did<T, R>(
    name: keyof Answers,
    request: R,
    {signal}: CallOptions,
    _answer: (request: R) => Promise<T>,
  ): Promise<T> {
    this.calls.push({name, request, signal});
    // Read at the time of the call, so that a test may change its mind between two of them.
    return (this.answers[name] as unknown as (request: R) => Promise<T>)(request);
  }
}

export {settled};
