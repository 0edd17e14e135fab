import type {ReactiveController} from 'lit';
import {adopt} from '../styles/adopt.js';
import type {DrawnHost} from '../host.js';

/**
 * Lets the element begin at a whole pixel of the screen. A frame is always drawn at one, an input is not:
 * where the page puts the element between two, the texts of a row would stand a pixel apart.
 */
export class WholePixels implements ReactiveController {
  readonly #host: DrawnHost;
  readonly #sheet = new CSSStyleSheet();
  readonly #observer = new ResizeObserver(() => this.#align());
  #rest = 0;

  constructor(host: DrawnHost) {
    (this.#host = host).addController(this);
  }

  hostConnected(): void {
    adopt(this.#host.renderRoot, {styleSheet: this.#sheet});
    this.#observer.observe(this.#host);
    // Content that grows above the element makes the page grow.
    this.#observer.observe(this.#host.ownerDocument.documentElement);
    this.#observer.observe(this.#host.ownerDocument.body);
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  #align(): void {
    const scale = devicePixelRatio;
    const top = this.#host.getBoundingClientRect().top * scale;
    const rest = (Math.round(top) - top) / scale;
    if (Math.abs(rest - this.#rest) < 0.01) return;
    this.#rest = rest;
    this.#sheet.replaceSync(`.base{position:relative;inset-block-start:${rest.toFixed(3)}px}`);
  }
}
