import {atTime} from '../../flow/at-time.js';
import type {State, Timers} from '../../flow/index.js';
import type {FieldName} from '../options.js';
import type {MessageKey} from '../../texts/shapes.js';
import type {Announcer} from '../shopper/announcer.js';
import type {Say} from '../shopper/locale.js';

export interface RenewalOptions {
  readonly store: {readonly focused: FieldName | undefined; readonly hasHosted: boolean};
  /** Into a field of the renewed ones. */
  readonly intoNext: (field: FieldName) => void;
  readonly announcer: Pick<Announcer, 'say'>;
  readonly say: Say;
  readonly timers: Timers;
  /** Why the fields are fresh ones. */
  readonly renewed: () => MessageKey;
  /** Draws the element anew. */
  readonly update: () => void;
}

/** Milliseconds before the end of a context from which on a save may come too late for it. */
const tooLate = 5_000;
/**
 * Milliseconds after the last use of the card fields until they count as left, and as left alone with the
 * caret in one.
 */
const idle = {away: 1_000, inside: 60_000};

/**
 * When the hosted fields are renewed, which empties them, because their capture context ends. Empty ones at
 * once, and nothing is said. Where something was typed the shopper is warned, has the time that is left to
 * save the card, and is not interrupted while using a field.
 */
export class Renewal {
  readonly #options: RenewalOptions;
  #renew: ((silent?: boolean) => void) | undefined;
  #stops: readonly (() => void)[] = [];
  #ended = false;
  #warned = false;

  constructor(options: RenewalOptions) {
    this.#options = options;
  }

  /** Sentence above the button. */
  words(state: State): MessageKey | undefined {
    if (state.name !== 'collecting') return undefined;
    return this.#warned ? 'renewalSoon' : state.renewed ? this.#options.renewed() : undefined;
  }

  /** The context ends soon. */
  due(renew: (silent?: boolean) => void, endsAt: number): void {
    const {timers} = this.#options;
    this.#stop();
    this.#renew = renew;
    const end = (): void => {
      this.#ended = true;
      this.used();
    };
    this.#stops = [atTime(timers, endsAt - tooLate, end)];
    this.used();
  }

  /** The flow has moved on: a save is under way, or the fields are gone. */
  stateChanged({name}: State): void {
    if (name !== 'collecting') this.#stop();
  }

  /** The card fields are used, or it is time to look at them. */
  used(): void {
    const renew = this.#renew;
    if (!renew) return;
    const {intoNext, store, timers} = this.#options;
    const {focused} = store;
    const isInside = focused === 'number' || focused === 'security-code';
    if (!store.hasHosted) {
      if (isInside && !this.#ended) return this.#warn(false);
      this.#stop();
      if (isInside) intoNext(focused);
      return renew(true);
    }
    this.#warn(true);
    if (!this.#ended) return;
    for (const stop of this.#stops) stop();
    this.#stops = [timers.after(isInside ? idle.inside : idle.away, () => this.#over(renew))];
  }

  #over(renew: () => void): void {
    this.#stop();
    renew();
  }

  #warn(warned: boolean): void {
    if (this.#warned === warned) return;
    const {announcer, say, update} = this.#options;
    this.#warned = warned;
    if (warned) announcer.say(say('renewalSoon'));
    update();
  }

  #stop(): void {
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#renew = undefined;
    this.#ended = this.#warned = false;
  }
}
