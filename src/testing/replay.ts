import type {CallOptions, SaveOutcome, StateName, StepUp} from '../flow/index.js';
import {CardVaultError, type CardVaultErrorCode, type Enrollment, type Payment} from '../protocol/index.js';
import {until} from './browser.js';
import {createFakeAdapter, type FakeAdapter, type FakeMethod, type FakeScript} from './fake-adapter.js';
import {createFakeCollector} from './fake-bank.js';
import {untilAborted} from './fake-parts.js';
import {fillElement} from './in-page.js';
import {attemptsOf, type Attempt, type ReplayedEntry} from './replay-attempts.js';
import {everydayCards, testCards, testExpiry} from './test-cards.js';

/** The part of a trace that a replay reads; every `Trace` of `card-vault/inspector` fits. */
export interface ReplayedTrace {
  readonly options: Readonly<Record<string, string | boolean>>;
  readonly entries: readonly object[];
}

/** How an attempt ended: an outcome, or the code of an error. */
export interface ReplayedEnd {
  readonly outcome?: SaveOutcome['outcome'] | undefined;
  readonly reason?: string | undefined;
  readonly cause?: string | undefined;
  readonly status?: string | undefined;
  readonly eci?: string | undefined;
  readonly liabilityShift?: boolean | undefined;
  readonly code?: CardVaultErrorCode;
}

export interface Replayed {
  /** The ends that the trace has, one for each attempt that ended. */
  readonly expected: readonly ReplayedEnd[];
  /** The ends of the replay. */
  readonly seen: readonly ReplayedEnd[];
  /** Whether both are the same. */
  readonly same: boolean;
}

export interface ReplayOptions {
  /** Called with each element before it is used; a page that was loaded anew has another one. */
  readonly onElement?: (element: HTMLElement) => void;
  /** Milliseconds that one attempt may take; thirty seconds unless said. */
  readonly timeout?: number;
}

/** The element, as a replay uses it. */
interface PlayedElement extends HTMLElement {
  adapter: unknown;
  readonly updateComplete: Promise<unknown>;
  whenReady(): Promise<void>;
  save(): Promise<unknown>;
  cancel(): void;
  reset(): void;
}

/**
 * Plays a trace again in a `<card-vault>` of this page with a fake adapter: each attempt fails, is cancelled, is left and
 * is answered by the bank where the trace says so. No server is asked, and no listener of the page hears of it.
 * @throws Error when the page has not registered `<card-vault>`, or an attempt does not end in time.
 */
export async function replayTrace(trace: ReplayedTrace, options: ReplayOptions = {}): Promise<Replayed> {
  if (!customElements.get('card-vault'))
    throw new Error('A replay needs the element: import card-vault/define, or load card-vault.js.');
  const attempts = attemptsOf(trace.entries as readonly ReplayedEntry[]);
  const player = new Player(trace, options);
  try {
    for (const attempt of attempts) await player.play(attempt);
  } finally {
    player.remove();
  }
  const expected = attempts.flatMap(({end}) => (end ? [endOf(end)] : []));
  const {seen} = player;
  return {expected, seen, same: JSON.stringify(expected) === JSON.stringify(seen)};
}

function endOf({code, outcome, reason, cause, status, eci, liabilityShift}: ReplayedEntry): ReplayedEnd {
  if (code) return {code};
  // Proof of a stop is worth nothing: which one the bank gave is not compared.
  const proof = outcome === 'stopped' ? {} : {eci, liabilityShift};
  return {outcome, reason, cause, status: status as string | undefined, ...proof};
}

/** Events of the element: those of a replay stay in it. */
const events = [
  ...['step', 'ready', 'change', 'focus', 'blur', 'covered', 'before-save', 'step-up-open', 'step-up-close'],
  ...['saved', 'paid', 'stopped', 'error'],
];

/** Options that change the course of a save; those that ask the shopper for more than a card are left out. */
const attributes: Readonly<Record<string, string>> = {
  ...{stepUp: 'step-up', entryMode: 'entry-mode', savedCard: 'saved-card', layout: 'layout', theme: 'theme'},
  challengeWindow: 'challenge-window',
};

/** The state in which each method is called. */
const states: Readonly<Partial<Record<FakeMethod, StateName>>> = {
  openSession: 'opening',
  generateCaptureContext: 'capturing',
  processTransientToken: 'setting-up',
  payerAuthSetup: 'setting-up',
  savedCardSetup: 'setting-up',
  enroll: 'enrolling',
  authorize: 'authorizing',
  fetchPayment: 'confirming',
  complete: 'completing',
};

let count = 0;

class Player {
  readonly seen: ReplayedEnd[] = [];
  readonly #options: ReplayedTrace['options'];
  readonly #replay: ReplayOptions;
  readonly #brand: string;
  readonly #payment: {readonly asksCode: boolean} | undefined;
  readonly #adapter: FakeAdapter;
  readonly #place = document.createElement('div');
  readonly #id = `card-vault-replay-${++count}`;
  readonly #focused = document.activeElement;
  #element: PlayedElement | undefined;
  #attempt!: Attempt;
  #ends = 0;
  // The rest of the attempt.
  #stepUps: string[] = [];
  #reloads: StateName[] = [];
  #failures = 0;

  constructor({options, entries}: ReplayedTrace, replay: ReplayOptions) {
    const all = entries as readonly ReplayedEntry[];
    this.#options = options;
    this.#replay = replay;
    this.#brand = all.findLast(({brand}) => brand && brand !== 'unknown')?.brand ?? 'visa';
    const isPayment = options['savedCard'] === true || all.some(({outcome}) => outcome === 'paid');
    this.#payment = isPayment ? {asksCode: all.some(({state}) => state === 'capturing')} : undefined;
    this.#adapter = this.#scripted();
    this.#place.setAttribute('aria-hidden', 'true');
    this.#place.style.cssText = 'position:fixed;top:0;left:-5000px;width:400px';
    for (const type of events)
      this.#place.addEventListener(`card-vault-${type}`, (event) => event.stopPropagation());
    document.body.append(this.#place);
  }

  async play(attempt: Attempt): Promise<void> {
    this.#attempt = attempt;
    this.#stepUps = [...attempt.stepUps];
    this.#reloads = [...attempt.reloads];
    this.#failures = attempt.failure?.times ?? 0;
    if (!this.#element) await this.#mount();
    else if (!attempt.continues) this.#element.reset();
    const ends = this.#ends + 1;
    const isOver = async () => this.#ends >= ends || undefined;
    const {timeout = 30_000} = this.#replay;
    const over = attempt.end && until('The end of an attempt', {timeout}, isOver);
    await Promise.all([over, this.#begin()]);
  }

  remove(): void {
    this.#element = undefined;
    this.#place.remove();
    for (const [key] of this.#stored()) sessionStorage.removeItem(key);
    if (this.#focused instanceof HTMLElement) this.#focused.focus({preventScroll: true});
  }

  /** Does what the shopper did. */
  async #begin(): Promise<void> {
    const element = this.#element!;
    const {continues, saves} = this.#attempt;
    if (continues) {
      const next = '[part~="outcome-button"], [part~="save-button"]';
      const press = async () => element.shadowRoot?.querySelector<HTMLButtonElement>(next) ?? undefined;
      return (await until('The button of an ending', this.#replay, press)).click();
    }
    const isLive = await element.whenReady().then(
      () => true,
      () => false,
    );
    if (!isLive || !saves || element !== this.#element) return;
    await this.#fill(element);
    void element.save().catch(() => undefined);
  }

  async #fill(element: PlayedElement): Promise<void> {
    if (this.#payment && !this.#payment.asksCode) return;
    const entries = {...this.#card, expiry: testExpiry().text, cardholderName: undefined};
    await fillElement(element, this.#payment ? {securityCode: entries.securityCode} : entries, this.#replay);
  }

  /** A test card that leads where the attempt went, of its brand where there is one. */
  get #card(): {readonly number: string; readonly securityCode: string} {
    const {status} = this.#attempt;
    const fitting = testCards.filter((card) => card.status === status);
    const own = fitting.find(({brand}) => brand === this.#brand);
    const everyday = everydayCards.find(({brand}) => brand === this.#brand);
    return own ?? (everyday && status === 'FRICTIONLESS' ? {...everyday, securityCode: '123'} : fitting[0]!);
  }

  async #mount(): Promise<void> {
    const element = document.createElement('card-vault') as PlayedElement;
    this.#element = element;
    element.id = this.#id;
    for (const [option, name] of Object.entries(attributes)) {
      const value = this.#options[option];
      if (value) element.setAttribute(name, value === true ? '' : value);
    }
    element.adapter = this.#adapter;
    this.#listen(element);
    this.#replay.onElement?.(element);
    this.#place.append(element);
    await element.updateComplete;
  }

  #listen(element: PlayedElement): void {
    const hear = (type: string, listener: (detail: Record<string, unknown>) => void) =>
      element.addEventListener(`card-vault-${type}`, (event) => {
        if (element === this.#element) listener((event as CustomEvent<Record<string, unknown>>).detail);
      });
    for (const type of ['saved', 'paid', 'stopped', 'error'])
      hear(type, (detail) => {
        this.seen.push(endOf({kind: type, ...detail, ...(detail['authentication'] as object | undefined)}));
        this.#ends += 1;
      });
    hear('step', ({step}) => {
      const {left} = this.#attempt;
      // The fields are asked by nothing that stands between.
      if (step === 'tokenizing' && left?.state === step) element[left.by]();
      else if (step === this.#reloads[0]) {
        this.#reloads.shift();
        this.#reload();
      }
    });
  }

  /** A page that is loaded anew: another element, and what the first has stored. */
  #reload(): void {
    const kept = this.#stored();
    const old = this.#element!;
    this.#element = undefined;
    // The event that told of the step ends first; an element that is gone forgets its run a moment later.
    setTimeout(() => {
      old.remove();
      setTimeout(() => {
        for (const [key, value] of kept) sessionStorage.setItem(key, value);
        void this.#mount().then(() => (kept.length > 0 ? undefined : this.#begin()));
      });
    });
  }

  #stored(): readonly (readonly [key: string, value: string])[] {
    return Object.entries(sessionStorage).filter(([key]) => key.includes(`:${this.#id}:`));
  }

  /** The fake adapter of the trace: it fails where the trace did, and its bank says what the trace’s bank said. */
  #scripted(): FakeAdapter {
    const current = () => ({card: this.#card.number, guest: this.#attempt.end?.singleUse ?? false});
    const {year} = testExpiry();
    const card = {brand: this.#brand, lastFour: '2701', expirationMonth: '01', expirationYear: year};
    const paymentMethod = {...card, token: 'pm_replayed', singleUse: false};
    const payment = {amount: '1.00', currency: 'USD', paymentMethod, securityCode: this.#payment?.asksCode};
    const fake = createFakeAdapter({
      ...(this.#options['entryMode'] === 'raw' && {entryMode: 'raw' as const}),
      ...(this.#payment && {payment: payment as unknown as NonNullable<FakeScript['payment']>}),
      stepUp: 'silence',
      get card() {
        return current().card;
      },
      get guest() {
        return current().guest;
      },
    });
    const gateways = {
      createDeviceData: () => this.#collector(),
      createStepUp: (): StepUp => ({present: (_, call) => this.#askBank(call)}),
    };
    return new Proxy(fake, {
      get: (target, name) => {
        if (name === 'gateways') return gateways;
        const value: unknown = Reflect.get(target, name, target);
        const state = states[name as FakeMethod];
        if (typeof value !== 'function') return value;
        const method = value.bind(target) as (request: object, call: CallOptions) => Promise<object>;
        if (state === undefined) return method;
        return async (request: object, call: CallOptions) => {
          this.#failIn(state);
          if (this.#attempt.left?.state === state) return this.#leave(call);
          return this.#asTraced(await method(request, call));
        };
      },
    });
  }

  /** An answer with the indicator and the status of the trace, where the table of test cards has others. */
  #asTraced(answer: object): object {
    const {end} = this.#attempt;
    if (!end?.outcome) return answer;
    const proof = ({status, eci: _eci, ...rest}: Enrollment): Enrollment => ({
      ...rest,
      status: end.cause === 'unknown-status' ? ('UNHEARD_OF' as Enrollment['status']) : status,
      ...(end.eci !== undefined && {eci: end.eci}),
    });
    if ('status' in answer) return proof(answer as Enrollment);
    if (!('enrollment' in answer)) return answer;
    const {enrollment, validation, ...payment} = answer as Payment;
    return {
      ...payment,
      ...(enrollment && {enrollment: proof(enrollment)}),
      ...(validation && {validation: {result: validation.result, ...(end.eci && {eci: end.eci})}}),
    };
  }

  /** @throws CardVaultError of the trace, as often as it struck in this state. */
  #failIn(state: StateName): void {
    const {failure} = this.#attempt;
    if (state !== failure?.state || this.#failures === 0) return;
    this.#failures -= 1;
    const {code = 'unexpected', audience, retryable, status} = failure.error;
    throw new CardVaultError(code, 'It broke here in the trace.', {
      ...(audience && {audience}),
      ...(retryable !== undefined && {retryable}),
      ...(typeof status === 'number' && {status}),
    });
  }

  #collector(): ReturnType<typeof createFakeCollector> {
    const collector = createFakeCollector();
    return {
      ...collector,
      collect: async (...request) => {
        const {end, left} = this.#attempt;
        this.#failIn('collecting-device-data');
        if (left?.state === 'collecting-device-data') return this.#leave(request[1]);
        const isMissing = end?.outcome !== 'stopped' && end?.liabilityShift === false;
        return isMissing ? {outcome: 'failed'} : collector.collect(...request);
      },
    };
  }

  /** The bank’s page, which ends as it did in the trace. */
  async #askBank(call: CallOptions): ReturnType<StepUp['present']> {
    this.#failIn('stepping-up');
    const {verdict, left} = this.#attempt;
    if (left?.state === 'stepping-up') return this.#leave(call);
    const ended = this.#stepUps.shift() ?? 'returned';
    if (verdict) this.#adapter.answerStepUp(verdict);
    if (ended !== 'interrupted') return {outcome: ended as 'returned'};
    this.#reload();
    return untilAborted(new Promise<void>(() => undefined), call.signal) as Promise<never>;
  }

  /** The page cancels or empties the form while an answer is on its way. */
  #leave({signal}: CallOptions): Promise<never> {
    queueMicrotask(() => this.#element?.[this.#attempt.left!.by]());
    return untilAborted(new Promise<void>(() => undefined), signal) as Promise<never>;
  }
}
