import type {ReactiveController} from 'lit';
import type {State} from '../../flow/index.js';
import {hasEnded, isLoading} from '../session/phases.js';
import type {EntryMode} from '../../protocol/index.js';
import type {StepUpMode} from '../options.js';
import {Lazy} from './lazy.js';
import type {LocaleController} from '../shopper/locale.js';
import {takePart, type DrawnHost} from './part.js';

export interface LazyPartsHost {
  readonly acceptedBrands: string | undefined;
  readonly stepUp: StepUpMode;
  readonly entryMode: EntryMode;
}

export interface LazyPartsOptions {
  readonly locale: LocaleController;
  readonly actions: {readonly value: unknown; preload(): void};
}

/** The parts of the element that are not in its first script, and when each of them is loaded. */
export class LazyParts implements ReactiveController {
  readonly #host: LazyPartsHost & DrawnHost;
  readonly outcome;
  readonly dialog;
  readonly #actions: LazyPartsOptions['actions'];
  #needed = false;
  /** There from the first digit of a card to the end of its run. */
  #typing: AbortController | undefined;
  #prepare: ((signal: AbortSignal) => void) | undefined;

  constructor(host: LazyPartsHost & DrawnHost, {locale, actions}: LazyPartsOptions) {
    (this.#host = host).addController(this);
    this.#actions = actions;
    this.outcome = new Lazy(host, () => takePart(host, locale, import('../views/outcome.js')));
    this.dialog = new Lazy(host, () => takePart(host, locale, import('../step-up/dialog.js')));
  }

  /** A part whose load failed is tried again at every update that still needs it. */
  hostUpdate(): void {
    // Raw inputs are not in hosted frames: the element draws them itself.
    if ((this.#needed || this.#host.entryMode === 'raw') && !this.#actions.value) this.#actions.preload();
    // The brands that the page names are shown while the fields are still loading.
    if ((this.#needed || this.#host.acceptedBrands) && !this.outcome.value) this.outcome.preload();
  }

  /**
   * Has `prepare` called each time a shopper begins to type a card, with a signal that aborts when that
   * card's run is over.
   */
  whenTyped(prepare: (signal: AbortSignal) => void): void {
    this.#prepare = prepare;
    if (this.#typing) prepare(this.#typing.signal);
  }

  /** A card is being typed: what its save needs is loaded ahead, so that it keeps no save waiting. */
  typed(): void {
    if (this.#typing) return;
    this.#typing = new AbortController();
    this.#prepare?.(this.#typing.signal);
    import('../../gateways/step-up.js').catch(() => undefined);
    if (this.#host.stepUp !== 'redirect') this.dialog.preload();
  }

  /** Loads what the state shows, or what the next state may show. */
  moved(state: State): void {
    if (state.name === 'idle' || hasEnded(state)) {
      this.#typing?.abort();
      this.#typing = undefined;
    }
    // With the live fields, ahead of its use: what it says of a lost connection must be there by then.
    this.#needed = !isLoading(state);
    this.hostUpdate();
    if (state.name === 'collecting-device-data' && this.#host.stepUp !== 'redirect') this.dialog.preload();
  }
}
