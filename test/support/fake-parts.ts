import {
  createFlow,
  type EnrollRequest,
  type Flow,
  type RememberedRun,
  type RunMemory,
  type State,
  type TokenRequest,
  type VaultAdapter,
  type StepUpResult,
  type StepUpTime,
} from '../../src/flow/index.js';
import {savingHalf} from '../../src/flow/saving-half.js';
import type {
  Badge,
  FieldEvent,
  MicroformFields,
  MicroformOptions,
  StepUpOptions,
  StepUpDialog,
} from '../../src/gateways/index.js';
import type {
  AuthenticationStatus,
  BrandId,
  CaptureContext,
  CardSummary,
  Completion,
  PaymentMethod,
  Session,
} from '../../src/protocol/index.js';
import type {ElementPorts, Engine, SaveGateways} from '../../src/element/stages/contracts.js';
import * as interaction from '../../src/element/stages/interaction.js';
import {createLive} from '../../src/element/stages/live.js';
import {savingPorts} from '../../src/element/stages/saving.js';

export const session: Session = {
  tracker: 'track_1',
  expiresAt: '2099-01-01T00:00:00Z',
  accountVerification: true,
  entryMode: 'flex',
  returnUrl: `${location.origin}/return`,
  features: ['microform-extras', 'names-method'],
};

export const card: CardSummary = {
  brand: 'visa',
  lastFour: '2701',
  expirationMonth: '01',
  expirationYear: '2029',
};

export const paymentMethod: PaymentMethod = {...card, token: 'pm_1', singleUse: false};

/** Hosted fields without frames: an input stands in each place, and the test says what the library would tell. */
export class FakeFields implements MicroformFields {
  readonly #options: MicroformOptions;
  #places: ReturnType<MicroformOptions['places']> | undefined;
  mounts = 0;
  unmounts = 0;
  updates = 0;
  focused: string[] = [];
  cleared = 0;
  readonly requests: TokenRequest[] = [];
  tokenError: Error | undefined;

  constructor(options: MicroformOptions) {
    this.#options = options;
  }

  get settings(): ReturnType<MicroformOptions['settings']> {
    return this.#options.settings();
  }

  async mount(_context: CaptureContext): Promise<void> {
    this.mounts += 1;
    const places = (this.#places = this.#options.places());
    for (const name of Object.keys(places) as (keyof typeof places)[]) {
      const input = document.createElement('input');
      input.setAttribute('aria-label', this.settings[name].label);
      places[name]!.replaceChildren(input);
    }
    this.tell({type: 'loaded'});
  }

  async tokenize(request: TokenRequest): Promise<string> {
    this.requests.push(request);
    if (this.tokenError) throw this.tokenError;
    return 'transient';
  }

  unmount(): void {
    this.unmounts += 1;
    for (const place of Object.values(this.#places ?? {})) place.replaceChildren();
    this.#places = undefined;
  }

  clear(field?: 'number' | 'securityCode'): void {
    this.cleared += 1;
    for (const name of field ? [field] : (['number', 'securityCode'] as const))
      this.change(name, {empty: true, valid: false});
  }

  focus(field: 'number' | 'securityCode'): void {
    this.focused.push(field);
    this.#options.places()[field]?.querySelector('input')?.focus();
  }

  update(): void {
    this.updates += 1;
  }

  tell(event: FieldEvent): void {
    this.#options.onEvent(event);
  }

  change(
    field: 'number' | 'securityCode',
    now: {
      empty?: boolean;
      valid?: boolean;
      couldBeValid?: boolean;
      brands?: BrandId[];
      badges?: Badge[];
      brandName?: string;
      securityCodeLength?: 3 | 4;
    },
  ): void {
    this.tell({type: 'change', field, empty: false, valid: false, couldBeValid: true, ...now});
  }
}

/** What a scripted service answers. */
export interface Script {
  status: AuthenticationStatus;
  session: Partial<Session>;
  method: Partial<PaymentMethod>;
  validation: 'succeeded' | 'failed' | undefined;
  /** Error thrown by the named adapter method. */
  fail: Partial<Record<keyof VaultAdapter, Error>>;
  /** Held until it resolves, by adapter method. */
  hold: Partial<Record<keyof VaultAdapter, Promise<unknown>>>;
}

export class FakeAdapter implements VaultAdapter {
  readonly calls: string[] = [];
  readonly script: Script = {
    status: 'FRICTIONLESS',
    session: {},
    method: {},
    validation: 'succeeded',
    fail: {},
    hold: {},
  };
  readonly enrolled: Pick<EnrollRequest, 'billing' | 'consent'>[] = [];
  lastBilling: unknown;
  lastRaw: unknown;

  count(name: keyof VaultAdapter): number {
    return this.calls.filter((call) => call === name).length;
  }

  async openSession({tracker}: {tracker?: string}): Promise<Session> {
    await this.#call('openSession');
    return {...session, ...this.script.session, tracker: tracker ?? `track_${this.count('openSession')}`};
  }

  async generateCaptureContext(): Promise<CaptureContext> {
    await this.#call('generateCaptureContext');
    return {
      jwt: 'a.b.c',
      clientLibrary: 'https://fields.example/library.js',
      clientLibraryIntegrity: 'sha256-x',
      targetOrigins: [location.origin],
      allowedCardNetworks: ['VISA'],
      issuedAt: Date.now(),
      expiresAt: Date.now() + 900_000,
    };
  }

  async processTransientToken(): ReturnType<VaultAdapter['processTransientToken']> {
    await this.#call('processTransientToken');
    return {card, accessToken: 'jwt', deviceDataCollectionUrl: 'https://bank.example/collect'};
  }

  async payerAuthSetup(request: {card: unknown}): ReturnType<VaultAdapter['payerAuthSetup']> {
    this.lastRaw = request.card;
    await this.#call('payerAuthSetup');
    return {card, accessToken: 'jwt', deviceDataCollectionUrl: 'https://bank.example/collect'};
  }

  async enroll(request: Pick<EnrollRequest, 'billing' | 'consent'>): ReturnType<VaultAdapter['enroll']> {
    this.lastBilling = request.billing;
    this.enrolled.push(request);
    await this.#call('enroll');
    const {status} = this.script;
    return {
      status,
      eci: '05',
      ...(status === 'REQUIRED' && {
        stepUp: {accessToken: 'jwt', url: 'https://bank.example/step-up', windowSize: '03'},
      }),
    };
  }

  async authorize(): ReturnType<VaultAdapter['authorize']> {
    await this.#call('authorize');
    return {token: 'auth_1'};
  }

  async fetchPayment({tracker}: {tracker: string}): ReturnType<VaultAdapter['fetchPayment']> {
    await this.#call('fetchPayment');
    const {validation, status} = this.script;
    const yes = validation === 'succeeded';
    return {
      tracker,
      state: yes ? 'TRACKER_ENDED' : 'TRACKER_ENROLLED',
      nextAction: yes ? 'NOOP' : 'PAYER_AUTH_VALIDATION',
      enrollment: {status, eci: '05'},
      ...(validation && {validation: {result: validation, eci: '05'}}),
      authorized: yes,
      reversed: false,
      ...(yes && {paymentMethod}),
    };
  }

  async complete(): Promise<Completion> {
    await this.#call('complete');
    return {paymentMethod: {...paymentMethod, ...this.script.method}, reversed: false};
  }

  async #call(name: keyof VaultAdapter): Promise<void> {
    this.calls.push(name);
    await this.script.hold[name];
    const error = this.script.fail[name];
    if (error) throw error;
  }
}

/** The time of a step-up: a test says when it ends. */
class FakeStepUpTime implements StepUpTime {
  extended = 0;
  warn: () => void = () => undefined;

  onEnding(callback: () => void): void {
    this.warn = callback;
  }
  readonly extend = (): void => void (this.extended += 1);
}

/** The step-up gateway of a test: opens the element's dialog and ends when told to. */
export class FakeStepUp {
  readonly #options: StepUpOptions;
  dialog: StepUpDialog | undefined;
  /** The time of the step-up, as a test lets it pass. */
  readonly time = new FakeStepUpTime();
  end: (result: StepUpResult) => void = () => undefined;
  opened: Promise<StepUpDialog>;
  #open!: (dialog: StepUpDialog) => void;

  constructor(options: StepUpOptions) {
    this.#options = options;
    this.opened = new Promise((resolve) => (this.#open = resolve));
  }

  loaded(): void {
    this.#options.onLoaded?.();
  }

  async present({windowSize}: {windowSize?: string}, {signal}: {signal: AbortSignal}): Promise<StepUpResult> {
    const over = new AbortController();
    signal.addEventListener('abort', () => over.abort());
    try {
      return await new Promise<StepUpResult>((resolve, reject) => {
        this.end = resolve;
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        if (this.#options.mode() === 'redirect') return;
        const {time} = this;
        this.#options.open({windowSize: windowSize as '03', signal: over.signal, time}).then((dialog) => {
          this.dialog = dialog;
          this.#open(dialog);
          void dialog.closed.then(() => resolve({outcome: 'closed'}));
        }, reject);
      });
    } finally {
      over.abort();
    }
  }
}

/** A flow that stands wherever a test puts it. */
export class FakeFlow implements Flow {
  state: State = {name: 'idle', run: 0};
  readonly calls: string[] = [];
  #listener: ((state: State, previous: State) => void) | undefined;

  go(state: State): void {
    const previous = this.state;
    this.state = state;
    this.#listener?.(state, previous);
  }

  open(): void {
    this.calls.push('open');
  }
  save(): void {
    this.calls.push('save');
  }
  cancel(): void {
    this.calls.push('cancel');
  }
  reset(): void {
    this.calls.push('reset');
  }
  resume(): boolean {
    this.calls.push('resume');
    return false;
  }
  subscribe(listener: (state: State, previous: State) => void): () => void {
    this.#listener = listener;
    return () => (this.#listener = undefined);
  }
  dispose(): void {
    this.calls.push('dispose');
    this.#listener = undefined;
  }
}

export class FakeMemory implements RunMemory {
  run: RememberedRun | undefined;
  remember(run: RememberedRun): void {
    this.run = run;
  }
  recall(): RememberedRun | undefined {
    return this.run;
  }
  forget(): void {
    this.run = undefined;
  }
}

/** All fakes of one element, and what was made of them. */
export class FakeWorld {
  readonly adapter = new FakeAdapter();
  readonly memory = new FakeMemory();
  readonly fields: FakeFields[] = [];
  readonly stepUps: FakeStepUp[] = [];
  readonly flows: Flow[] = [];
  readonly timersWaiting = new Set<number>();
  /** Given, every flow of the element is this one. */
  flow: FakeFlow | undefined;
  /** Addresses of the sessions that were begun before the engine was there. */
  readonly begun: string[] = [];
  now = new Date(2026, 10, 20).getTime();
  hostedFields: (options: MicroformOptions) => MicroformFields = (options) => new FakeFields(options);
  engineError: Error | undefined;
  loadInteraction = async () => interaction;

  get lastFields(): FakeFields {
    return this.fields.at(-1)!;
  }
  get lastStepUp(): FakeStepUp {
    return this.stepUps.at(-1)!;
  }

  readonly #engine: Engine = {
    createLive,
    createMemory: () => this.memory,
    loadInteraction: () => this.loadInteraction(),
    createAdapter: () => this.adapter,
    createHostedFields: (options) => {
      const fields = this.hostedFields(options);
      this.fields.push(fields as FakeFields);
      return fields;
    },
    createFlow: (ports, save) => {
      // Test files run side by side in one browser, and their runs have the same names.
      const {home: _shared, ...own} = savingPorts(save, save.adapter as VaultAdapter, this.#gateways);
      const flow = this.flow ?? createFlow({ports, saving: savingHalf(own)});
      this.flows.push(flow);
      return flow;
    },
  };

  /** Addresses of the shell frames that were loaded before a save began. */
  readonly prepared: string[] = [];
  /** Each aborts when its shell is not needed any more. */
  readonly preparedFor: AbortSignal[] = [];
  readonly #gateways: SaveGateways = {
    createDeviceData: () => ({
      prepare: (frameUrl, {signal}) => {
        this.prepared.push(frameUrl);
        this.preparedFor.push(signal);
      },
      collect: async () => ({outcome: 'collected', sessionId: 'session'}),
    }),
    createStepUp: (options) => {
      const stepUp = new FakeStepUp(options);
      this.stepUps.push(stepUp);
      return stepUp;
    },
  };

  readonly ports: ElementPorts = {
    loadEngine: async () => {
      if (this.engineError) throw this.engineError;
      return this.#engine;
    },
    remembers: () => this.memory.run !== undefined,
    beginSession: (url) => {
      this.begun.push(url);
      return {url, answer: new Promise(() => undefined), abort: () => this.begun.pop()};
    },
    timers: {
      now: () => this.now,
      after: (ms, callback) => {
        const stop = (): void => {
          clearTimeout(id);
          this.timersWaiting.delete(id);
        };
        const id = window.setTimeout(() => {
          stop();
          callback();
        }, ms);
        this.timersWaiting.add(id);
        return stop;
      },
    },
  };
}
