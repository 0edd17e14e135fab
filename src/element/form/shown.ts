import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * Whether the page shows the element. One that has no box when the shopper presses a button, such as the card's
 * part of a form while another way to pay is chosen, stays out of the form: nothing is required of what the
 * shopper does not see. What a script presses does not count: a page may hide a form that it is about to submit.
 */
export class Shown implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #onPress: (press: Event) => void;
  #left = new AbortController();
  /** Whether the element had no box at the last press. */
  isHidden = false;

  /** @param onPress called before any handler of the page, and before the browser asks what is valid. */
  constructor(host: ReactiveControllerHost & HTMLElement, onPress: (press: Event) => void) {
    (this.#host = host).addController(this);
    this.#onPress = onPress;
  }

  hostConnected(): void {
    const {signal} = (this.#left = new AbortController());
    globalThis.addEventListener?.('click', this.#look, {capture: true, signal});
  }

  hostDisconnected(): void {
    this.#left.abort();
  }

  readonly #look = (press: Event): void => {
    const host = this.#host;
    if (!press.isTrusted) return;
    this.isHidden = host.checkVisibility?.() === false && getComputedStyle(host).display !== 'contents';
    this.#onPress(press);
  };
}
