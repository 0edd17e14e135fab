import {type ReactiveController, type ReactiveControllerHost, type TemplateResult, html} from 'lit';
import type {State, StateName, Timers} from '../../flow/index.js';
import type {MessageKey} from '../../texts/shapes.js';
import {hasEnded, isLoading} from '../phases.js';
import type {Announcer} from '../shopper/announcer.js';
import type {Say} from '../shopper/locale.js';
import {OwnerButton, type ButtonLook} from './owner-button.js';

export interface WaitingHost {
  /** Disabled: the form goes on without it. */
  readonly inactive: boolean;
  readonly buttonFeedback: 'auto' | 'none';
}

export interface WaitingOptions {
  readonly state: () => State;
  readonly saving: {readonly active: boolean};
  /** The form that owns the element, and its submit button. */
  readonly form: {readonly button: HTMLElement | undefined; readonly form?: EventTarget | null};
  /**
   * Words for what that button does after a run that ended without a card; undefined where it
   * submits the form.
   */
  readonly action: () => string | undefined;
  /** Ways out when it takes much too long: load again, or cancel. */
  readonly loadAgain: () => void;
  readonly cancel: () => void;
  readonly announcer: Pick<Announcer, 'say'>;
  readonly say: Say;
  readonly timers: Timers;
}

/** Milliseconds of a save, or of a part of it, until the shopper hears that it takes longer than usual. */
const patience = 5_000;
/** Milliseconds after that until the shopper is offered a way out. */
const endurance = 5_000;
/** Milliseconds that words stay at least, so that they can be read. */
const readable = 700;

const words: Readonly<Partial<Record<StateName, MessageKey>>> = {
  'setting-up': 'checkingWithBank',
  'collecting-device-data': 'checkingWithBank',
  enrolling: 'checkingWithBank',
  'stepping-up': 'waitingForBank',
  confirming: 'waitingForBank',
  authorizing: 'checkingWithBank',
};

/** Steps that a shopper can still cancel: afterwards money moves, and only the answer tells the result. */
const cancellable: readonly StateName[] = ['tokenizing', 'setting-up', 'collecting-device-data', 'enrolling'];

type Phase = 'loading' | 'saving' | 'at-bank' | 'saved' | undefined;

/**
 * Progress for the shopper, in text and for screen readers, while the fields load and while a card is saved.
 */
export class Waiting implements ReactiveController {
  readonly #host: WaitingHost & ReactiveControllerHost;
  readonly #options: WaitingOptions;
  readonly #button = new OwnerButton();
  #phase: Phase;
  #step: MessageKey = 'saving';
  #pressed = false;
  #slow = false;
  #stuck = false;
  #announced = false;
  #fresh = false;
  #stops: (() => void)[] = [];
  #holding: (() => void) | undefined;

  constructor(host: WaitingHost & ReactiveControllerHost, options: WaitingOptions) {
    this.#host = host;
    this.#options = options;
    this.#enter(this.#phaseNow());
    host.addController(this);
  }

  /** Step of the save, for the button that started it. */
  get step(): string {
    return this.#options.say(this.#step);
  }

  /** The owner's button says it. */
  get buttonSpeaks(): boolean {
    return this.#button.speaks;
  }

  /** The line in the notice's place, where there is something to wait for. */
  line(ownButton: boolean): string | TemplateResult | undefined {
    const {say, state, loadAgain, cancel} = this.#options;
    if (this.#phase === 'loading') {
      if (this.#isElsewhere) return say('elsewhere');
      if (this.#stuck) return wayOutView(say('stillLoading'), say('tryAgain'), loadAgain);
      if (this.#slow) return say('stillLoading');
      return this.#pressed ? say('loading') : undefined;
    }
    if (this.#phase !== 'saving' && this.#phase !== 'at-bank') return undefined;
    if (this.#stuck && cancellable.includes(state().name))
      return wayOutView(say('takingLonger'), say('cancel'), cancel);
    if (this.#slow) return say('takingLonger');
    return ownButton || this.#button.speaks ? undefined : this.step;
  }

  /** The shopper pressed the button before the fields were live. */
  pressed(): void {
    this.#pressed = true;
    if (isLoading(this.#options.state())) this.#announce(this.#isElsewhere ? 'elsewhere' : 'loading');
  }

  /** The fields take long to load. */
  late(): void {
    if (!isLoading(this.#options.state()) || this.#slow) return;
    this.#tooSlow();
    this.#announce('stillLoading');
  }

  /** Another page has the run, and this one follows it. */
  get #isElsewhere(): boolean {
    const state = this.#options.state();
    return state.name === 'opening' && state.elsewhere === true;
  }

  hostUpdate(): void {
    const phase = this.#phaseNow();
    if (phase !== this.#phase) this.#enter(phase);
    this.#follow();
    const {buttonFeedback} = this.#host;
    const {form} = this.#options;
    if (buttonFeedback === 'none') this.#button.restore();
    else this.#button.show(form.button, this.#look());
  }

  hostDisconnected(): void {
    this.#enter(undefined);
    this.#button.restore();
  }

  #phaseNow(): Phase {
    const {saving, state} = this.#options;
    if (saving.active) return state().name === 'stepping-up' ? 'at-bank' : 'saving';
    if (isLoading(state())) return 'loading';
    return state().name === 'saved' ? 'saved' : undefined;
  }

  #enter(phase: Phase): void {
    const before = this.#phase;
    const saving = phase === 'saving' || phase === 'at-bank';
    const wasSaving = before === 'saving' || before === 'at-bank';
    for (const stop of this.#stops.splice(0)) stop();
    this.#phase = phase;
    this.#slow = this.#stuck = this.#fresh = false;
    if (phase !== 'loading') this.#pressed = false;
    if (!saving || !wasSaving) this.#announced = false;
    if (!saving) this.#rest();
    else if (!wasSaving) this.#begin('saving');
    if (phase === 'saving') this.#after(patience, () => this.#tooLong());
    if (phase === 'saved' && wasSaving) this.#sayDone();
  }

  /** Until the form is fresh, or the shopper has something in it to put right: then the button's own words say more. */
  #sayDone(): void {
    this.#fresh = true;
    const end = new AbortController();
    this.#stops.push(() => end.abort());
    const edited = (): void => {
      this.#fresh = false;
      this.#host.requestUpdate();
    };
    const {form} = this.#options.form;
    // A field of the form may be named like a member of it.
    if (form) EventTarget.prototype.addEventListener.call(form, 'input', edited, {signal: end.signal});
  }

  /** Takes the words of the step, when those of the last one could be read. */
  #follow(): void {
    const {state, saving} = this.#options;
    const step = words[state().name] ?? 'saving';
    if (!saving.active || step === this.#step || (this.#holding && step !== 'waitingForBank')) return;
    this.#begin(step);
  }

  #rest(): void {
    this.#step = 'saving';
    this.#holding?.();
    this.#holding = undefined;
  }

  #begin(step: MessageKey): void {
    this.#rest();
    this.#step = step;
    this.#holding = this.#options.timers.after(readable, () => {
      this.#holding = undefined;
      this.#host.requestUpdate();
    });
  }

  #look(): ButtonLook | undefined {
    const {say, saving, state, action} = this.#options;
    if (saving.active)
      return {
        attributes: {'aria-busy': 'true', 'aria-disabled': 'true', 'data-card-vault': 'busy'},
        words: [this.step, say('saving')],
      };
    if (this.#host.inactive || !hasEnded(state())) return undefined;
    if (state().name === 'saved')
      return {attributes: {'data-card-vault': 'done'}, words: this.#fresh ? [say('savedTitle')] : []};
    const again = action();
    return again === undefined ? undefined : {attributes: {'data-card-vault': 'again'}, words: [again]};
  }

  #tooSlow(): void {
    this.#slow = true;
    this.#after(endurance, () => {
      this.#stuck = true;
      this.#host.requestUpdate();
    });
  }

  #tooLong(): void {
    this.#tooSlow();
    if (this.#announced) this.#host.requestUpdate();
    else this.#announce('takingLonger');
    this.#announced = true;
  }

  #announce(key: MessageKey): void {
    const {announcer, say} = this.#options;
    announcer.say(say(key));
    this.#host.requestUpdate();
  }

  #after(ms: number, then: () => void): void {
    this.#stops.push(this.#options.timers.after(ms, then));
  }
}

/** A sentence about something that takes much too long, and what the shopper can do about it. */
export function wayOutView(text: string, action: string, act: () => void): TemplateResult {
  return html`${text} <button class="way-out" part="way-out" type="button" @click=${act}>${action}</button>`;
}
