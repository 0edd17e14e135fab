import type {ReactiveController} from 'lit';
import {adopt} from '../styles/adopt.js';
import type {DrawnHost} from '../host.js';

/**
 * Detects changes of the element's colours, of any cause (colour scheme, class, custom property), by
 * a one millisecond transition on a hidden probe; and adopts the page's accent colour.
 */
export class AppearanceController implements ReactiveController {
  readonly #host: DrawnHost;
  readonly #changed: () => void;
  #accent: CSSStyleSheet | undefined;
  #accentColor = '';

  constructor(host: DrawnHost, changed: () => void) {
    (this.#host = host).addController(this);
    this.#changed = changed;
  }

  /** For the probe's `transitionend`. */
  readonly onProbeChange = (): void => {
    this.takeAccent();
    this.#changed();
  };

  hostConnected(): void {
    // Nothing is drawn yet, so that the page's layout need not be computed for it.
    this.takeAccent();
  }

  /** The page's `accent-color`, where it set one, becomes the accent. It cannot be read in CSS. */
  takeAccent(root = this.#host.renderRoot): void {
    const {accentColor} = getComputedStyle(this.#host);
    const color = !accentColor || accentColor === 'auto' ? '' : accentColor;
    // jsdom computes a colour, and can adopt no sheet.
    if (color === this.#accentColor || !(root.adoptedStyleSheets as unknown)) return;
    this.#accentColor = color;
    const sheet = (this.#accent ??= new CSSStyleSheet());
    adopt(root, {styleSheet: sheet});
    sheet.replaceSync(color ? `:host{--_page-accent:${color}}` : '');
  }
}
