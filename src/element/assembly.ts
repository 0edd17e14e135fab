import type {CSSResult} from 'lit';
import {isBusy, type Flow, type State} from '../flow/index.js';
import type {FieldEvent} from '../gateways/index.js';
import {CardVaultError} from '../protocol/index.js';
import {Entries} from './controllers/entries.js';
import {FormValue} from './controllers/form-value.js';
import {Later} from './controllers/later.js';
import {LiveRegion} from './controllers/live-region.js';
import {LocaleController} from './controllers/locale.js';
import {LookController} from './controllers/look.js';
import {OwnerFormController} from './controllers/owner-form.js';
import {PlacesController} from './controllers/places.js';
import {reportMove} from './controllers/reporter.js';
import {labels} from './controllers/problems.js';
import {Saving} from './controllers/saving.js';
import {SessionController} from './controllers/session.js';
import {VisibilityController} from './controllers/visibility.js';
import {hasEnded, type Ended} from './ending.js';
import {CardVaultErrorEvent} from './events.js';
import type {CardVaultHost} from './host.js';
import {memoryKey} from './memory.js';
import type {Messages} from './messages/language.js';
import type {FieldName} from './options.js';
import type {ElementParts} from './parts.js';
import {adopt} from './styles/adopt.js';
import type {RawInputs} from './views/raw.js';
import type {Wired} from './wiring.js';

interface Brought {
  readonly messages: Partial<Messages>;
  readonly styles?: CSSResult;
}

/** Puts the controllers of one element together, and carries what happens in one to the others. */
export class Assembly {
  readonly #host: CardVaultHost;
  readonly #parts: ElementParts;
  readonly locale: LocaleController;
  readonly entries: Entries;
  readonly live: LiveRegion;
  readonly places: PlacesController;
  readonly look: LookController;
  readonly session: SessionController;
  readonly saving: Saving;
  readonly ownerForm: OwnerFormController;
  readonly formValue: FormValue;
  readonly visibility: VisibilityController;
  readonly outcome;
  readonly billing;
  readonly room;
  readonly signs;
  readonly rawModule;
  #wired: Wired | undefined;
  #raw: RawInputs | undefined;
  #focusInside = false;
  /** The field that gets the focus as soon as the fields are live. */
  #focusWhenReady: FieldName | undefined;

  constructor(host: CardVaultHost, internals: ElementInternals, parts: ElementParts) {
    this.#host = host;
    this.#parts = parts;
    this.locale = new LocaleController(host);
    this.entries = new Entries(host, () => new Date(parts.timers.now()));
    this.live = new LiveRegion(host);
    this.places = new PlacesController(host);
    this.look = new LookController(host, () => this.#wired?.restyle());
    this.session = new SessionController(host, {
      createFlow: () => this.#createFlow(),
      onMove: (state, previous) => this.#moved(state, previous),
    });
    this.saving = new Saving(host, {
      session: this.session,
      entries: this.entries,
      report: () => this.report(),
      disabled: () => host.inactive,
    });
    this.formValue = new FormValue(internals);
    this.ownerForm = new OwnerFormController(host, {
      internals,
      mustHold: (submitter) => this.#mustHold(submitter),
      save: () =>
        this.saving.run().then(
          ({outcome}) => outcome === 'saved',
          () => false,
        ),
    });
    this.visibility = new VisibilityController(host, () => this.wake());
    this.outcome = new Later(host, () => this.#brought(import('./views/outcome.js')));
    this.billing = new Later(host, () => this.#brought(import('./views/billing.js')));
    this.room = new Later(host, () => this.#brought(import('./step-up/room.js')));
    this.signs = new Later(host, async () => (await import('./views/brand-signs.js')).brandSigns);
    this.rawModule = new Later(host, () => import('./views/raw.js'));
    this.entries.onReveal = (field, {key, values}) =>
      this.live.say(`${this.locale.say(labels[field])}: ${this.locale.say(key, values)}`);
  }

  /** Plain inputs, where the shop asked for them; undefined until they are loaded. */
  get raw(): RawInputs | undefined {
    if (this.#host.entryMode !== 'raw' || (this.session.state.session?.entryMode ?? 'raw') !== 'raw')
      return undefined;
    const module = this.#raw ? undefined : this.rawModule.value;
    if (module) this.#raw = new module.RawInputs(this.entries, () => new Date(this.#parts.timers.now()));
    return this.#raw;
  }

  /** The fields cannot be filled yet. */
  get loading(): boolean {
    return ['idle', 'opening', 'capturing'].includes(this.session.state.name);
  }

  /** After every connection: takes a remembered run up, else waits to be seen. */
  start(): void {
    if (!this.#host.isConnected || this.session.state.name !== 'idle') return;
    this.#parts.loadEngine().catch(() => undefined);
    if (this.#parts.createMemory(memoryKey(this.#host)).recall()) this.session.resume();
    else this.visibility.watch();
  }

  /** Somebody is about to use the element. */
  wake(): void {
    if (this.session.state.name === 'idle' && !this.#host.inactive) this.session.open();
  }

  /** Frees what a run holds beside the flow. */
  close(): void {
    this.#wired?.hosted.unmount();
    this.#wired = undefined;
    this.#raw?.clear();
  }

  /** Shows every error, says the first and puts the focus on it. */
  report(): void {
    this.entries.revealAll();
    const field = this.entries.firstProblem;
    const problem = field && this.entries.problem(field);
    if (problem)
      this.live.say(`${this.locale.say(labels[field])}: ${this.locale.say(problem.key, problem.values)}`);
    this.focus(field ?? 'number');
  }

  /** The browser refused to submit the form: says why, unless the press of a button was only too early. */
  async refused(): Promise<void> {
    const again = this.ownerForm.pressAgain;
    if (again) {
      await this.entries.settled();
      await this.#host.updateComplete;
      if (this.entries.valid) return again();
    }
    this.report();
  }

  focus(field: FieldName): void {
    const root = this.#host.shadowRoot;
    if (hasEnded(this.session.state)) root?.querySelector<HTMLElement>('.again')?.focus();
    else if (field === 'number' || field === 'security-code') {
      if (this.raw) this.raw.focus(field);
      else if (this.session.state.name !== 'collecting') this.#focusWhenReady = field;
      else this.#wired?.hosted.focus(field === 'number' ? 'number' : 'securityCode');
    } else root?.getElementById(field)?.focus();
  }

  /** The one button of an ending: fresh fields, and the focus goes there. */
  readonly again = (): void => {
    this.#focusWhenReady = 'number';
    this.session.open();
  };

  /** Empties everything: the fields where they are live, a run where one is under way or over. */
  reset(): void {
    this.saving.cancel();
    this.entries.clear();
    this.#raw?.clear();
    if (this.session.state.name === 'collecting') {
      this.#wired?.hosted.clear();
      return;
    }
    this.session.reset();
    this.close();
    this.start();
  }

  /** After each rendering. */
  syncFrames(): void {
    if (this.session.state.name === 'collecting') this.#wired?.sync();
  }

  /** A part that is loaded later brings its English and its sheet along. */
  #brought<T extends Brought>(part: Promise<T>): Promise<T> {
    return part.then((module) => {
      this.locale.add(module.messages);
      if (module.styles) adopt(this.#host.shadowRoot!, module.styles);
      return module;
    });
  }

  async #createFlow(): Promise<Flow> {
    const host = this.#host;
    if (!host.adapter && !host.sessionUrl)
      throw new CardVaultError('configuration-missing', 'Set session-url, or give the element an adapter.');
    const {engine, wireFlow} = await this.#parts.loadEngine().catch((cause: unknown) => {
      const message = 'The rest of the element’s script could not be loaded.';
      throw new CardVaultError('shop-server-unreachable', message, {cause});
    });
    const {places, entries, locale, session, room} = this;
    this.#wired = wireFlow({
      host,
      engine,
      places,
      entries,
      locale,
      session,
      room,
      timers: this.#parts.timers,
      memory: this.#parts.createMemory(memoryKey(host)),
      readRaw: () => this.#readRaw(),
      onEvent: (event) => this.#heard(event),
    });
    return this.#wired.flow;
  }

  #readRaw(): ReturnType<RawInputs['read']> {
    if (!this.raw) throw new CardVaultError('not-ready', 'The card inputs are not loaded yet.');
    return this.raw.read();
  }

  #heard(event: FieldEvent): void {
    if (event.type === 'submit') this.submit();
    else if (event.type === 'error') this.#host.dispatchEvent(new CardVaultErrorEvent(event.error));
    else this.entries.hear(event);
  }

  /** Enter in any field, or the element's own button: once, the way the form would do it. */
  submit(): void {
    if (this.saving.active || this.#host.inactive) return;
    if (hasEnded(this.session.state)) this.again();
    else if (!this.loading && !this.ownerForm.submit()) this.saving.run().catch(() => undefined);
  }

  #mustHold(submitter: HTMLElement | null): boolean {
    const {state} = this.session;
    if (state.name === 'saved' || this.#host.inactive) return false;
    if (this.saving.active) return true;
    const skips = submitter !== null && 'formNoValidate' in submitter && submitter.formNoValidate === true;
    if (hasEnded(state) || (skips && !this.entries.valid)) return this.#host.required && !skips;
    return this.#host.required || !this.entries.empty;
  }

  #moved(state: State, previous: State): void {
    if (state.name === 'capturing' || state.run !== previous.run) this.entries.forgetHosted();
    if (isBusy(state) && !isBusy(previous)) {
      this.#focusInside = this.#hasFocus();
      this.live.say(this.locale.say('saving'));
      this.outcome.load().catch(() => undefined);
    }
    if (state.name === 'stepping-up' && previous.name !== state.name)
      this.live.say(this.locale.say('waitingForBank'));
    if (state.name === 'collecting-device-data' && this.#host.stepUp !== 'redirect')
      this.room.load().catch(() => undefined);
    if (state.name === 'saved') this.entries.clear();
    if (hasEnded(state)) {
      this.entries.forgetHosted();
      this.#raw?.clear();
      void this.#announceEnd(state);
    }
    if (state.name === 'collecting') this.#arrived(state, isBusy(previous));
    reportMove(this.#host, state, previous, this.#host.stepUp);
  }

  #arrived(state: State, wasBusy: boolean): void {
    if ('renewed' in state && state.renewed) this.live.say(this.locale.say('renewed'));
    const field = this.#focusWhenReady ?? (wasBusy && this.#focusInside ? 'number' : undefined);
    this.#focusWhenReady = undefined;
    if (field) void this.#host.updateComplete.then(() => this.focus(field));
  }

  /** A frame of another origin that has the focus makes no `:focus-within`, but it is the active element all the same. */
  #hasFocus(): boolean {
    const {activeElement} = this.#host.getRootNode() as Document | ShadowRoot;
    return this.#host.matches(':focus-within') || this.#host.contains(activeElement);
  }

  /** The ending is said, and the focus goes to it when it was in the element and has nowhere else to be. */
  async #announceEnd(state: Ended): Promise<void> {
    const module = await this.outcome.load().catch(() => undefined);
    if (!module) return;
    const {title, sentence} = module.outcomeText(state, this.locale.say);
    this.live.say(`${title}. ${sentence}`);
    const inside = this.#focusInside || this.#hasFocus();
    this.#focusInside = false;
    await this.#host.updateComplete;
    const {activeElement} = this.#host.ownerDocument;
    if (
      inside &&
      (activeElement === null || activeElement.localName === 'body' || activeElement === this.#host)
    )
      this.#host.shadowRoot?.querySelector<HTMLElement>('.outcome .title')?.focus({preventScroll: true});
  }
}
