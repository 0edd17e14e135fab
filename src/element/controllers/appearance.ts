import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * Detects changes of the element's colours, whatever their cause (colour scheme, class, custom property), by a one
 * millisecond transition on a hidden probe; and adopts the page's accent colour.
 */
export class AppearanceController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #changed: () => void;
  #accent: CSSStyleSheet | undefined;
  #accentColor = '';

  constructor(host: ReactiveControllerHost & HTMLElement, changed: () => void) {
    (this.#host = host).addController(this);
    this.#changed = changed;
  }

  /** For the probe's `transitionend`. */
  readonly onProbeChange = (): void => {
    this.#takeAccent();
    this.#changed();
  };

  hostConnected(): void {
    void this.#host.updateComplete.then(() => this.#takeAccent());
  }

  /** The page's `accent-color`, where it set one, becomes the accent. It cannot be read in CSS. */
  #takeAccent(): void {
    const root = this.#host.shadowRoot;
    if (!root) return;
    const {accentColor} = getComputedStyle(this.#host);
    const color = !accentColor || accentColor === 'auto' ? '' : accentColor;
    if (color === this.#accentColor) return;
    this.#accentColor = color;
    this.#accent ??= new CSSStyleSheet();
    if (!root.adoptedStyleSheets.includes(this.#accent))
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#accent];
    this.#accent.replaceSync(color ? `:host{--_page-accent:${color}}` : '');
  }
}
