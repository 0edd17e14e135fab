import type {LitElement} from 'lit';
import {waitUntil} from '../support/wait.js';
import type {Scene} from './scene.js';

/** A companion of `<card-vault>` as a state makes it. */
export interface Companion {
  readonly element: LitElement;
  /** Leads to the state, once the element is in the page. */
  readonly drive?: () => unknown;
}

/** One state of a companion. */
export interface CompanionState {
  readonly name: string;
  readonly width?: number;
  readonly make: () => Companion;
}

const arabic = /[\u0620-\u064a]/;

/** A companion in a page, with nothing of the browser's network and time. */
export class CompanionStage implements Scene {
  readonly #place = document.createElement('div');
  readonly #companion: Companion;
  readonly #rightToLeft: boolean;

  constructor({make, width = 352}: CompanionState, rightToLeft: boolean) {
    this.#companion = make();
    this.#rightToLeft = rightToLeft;
    this.#place.style.inlineSize = `${width}px`;
    this.#place.dir = rightToLeft ? 'rtl' : 'ltr';
    this.#place.lang = rightToLeft ? 'ar' : 'en';
    this.#place.id = 'stage';
    document.body.append(this.#place);
  }

  get element(): Companion['element'] {
    return this.#companion.element;
  }

  async enter(): Promise<void> {
    this.#place.append(this.element);
    await this.still();
    await this.#companion.drive?.();
    await this.still();
  }

  async still(): Promise<void> {
    await this.element.updateComplete;
    await waitUntil(() => this.#isInLanguage, 'the language is there');
    for (let before = ''; before !== this.#seen;) {
      before = this.#seen;
      await this.element.updateComplete;
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    for (const animation of this.#roots.flatMap((root) => root.getAnimations())) {
      if (animation.effect?.getComputedTiming().iterations === Infinity) animation.cancel();
      else animation.finish();
    }
  }

  /** Its own shadow tree, and that of a `<card-vault>` in it. */
  get #roots(): readonly ShadowRoot[] {
    return [this.element, ...this.element.querySelectorAll('*')].flatMap(({shadowRoot}) => shadowRoot ?? []);
  }

  get #isInLanguage(): boolean {
    const texts = this.#roots.map(({textContent}) => textContent ?? '').filter((text) => text.trim() !== '');
    return texts.every((text) => arabic.test(text) === this.#rightToLeft);
  }

  get #seen(): string {
    return this.#roots.map(({innerHTML}) => innerHTML).join('');
  }

  leave(): void {
    this.#place.remove();
    sessionStorage.clear();
  }
}
