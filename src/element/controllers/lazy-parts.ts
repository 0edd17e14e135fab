import type {CSSResult, ReactiveController, ReactiveControllerHost} from 'lit';
import {isBusy, type State} from '../../flow/index.js';
import {hasEnded} from '../phases.js';
import type {Messages} from '../messages/language.js';
import type {BillingFields, StepUpMode} from '../options.js';
import {adopt} from '../styles/adopt.js';
import type {Entries} from './entries.js';
import {Lazy} from './lazy.js';
import type {LocaleController} from './locale.js';

export interface LazyPartsHost {
  readonly billingFields: BillingFields;
  readonly stepUp: StepUpMode;
}

interface Part {
  readonly messages: Partial<Messages>;
  readonly styles?: CSSResult;
}

/** The parts of the element that are not in its first script, and when each of them is loaded. */
export class LazyParts implements ReactiveController {
  readonly #host: LazyPartsHost & ReactiveControllerHost & HTMLElement;
  readonly #locale: LocaleController;
  readonly outcome;
  readonly billing;
  readonly room;
  #needsOutcome = false;

  constructor(
    host: LazyPartsHost & ReactiveControllerHost & HTMLElement,
    {locale, entries}: {readonly locale: LocaleController; readonly entries: Entries},
  ) {
    (this.#host = host).addController(this);
    this.#locale = locale;
    this.outcome = new Lazy(host, () => this.take(import('../views/outcome.js')));
    this.room = new Lazy(host, () => this.take(import('../step-up/room.js')));
    this.billing = new Lazy(host, async () => {
      const module = await this.take(import('../views/billing.js'));
      entries.billingRule = module.billingProblem;
      return module;
    });
  }

  /** A part whose load failed is tried again at every update that still needs it. */
  hostUpdate(): void {
    if (this.#host.billingFields !== 'none' && !this.billing.value) this.billing.preload();
    if (this.#needsOutcome && !this.outcome.value) this.outcome.preload();
  }

  /** Loads what the state shows, or what the next state may show. */
  moved(state: State): void {
    // With the live fields, ahead of its use: what it says of a lost connection must be there by then.
    this.#needsOutcome = state.name === 'collecting' || isBusy(state) || hasEnded(state);
    if (this.#needsOutcome) this.outcome.preload();
    if (state.name === 'collecting-device-data' && this.#host.stepUp !== 'redirect') this.room.preload();
  }

  /** A part brings its English and its style sheet. */
  async take<T extends Part>(part: Promise<T>): Promise<T> {
    const module = await part;
    this.#locale.add(module.messages);
    if (module.styles) adopt(this.#host.shadowRoot!, module.styles);
    return module;
  }
}
