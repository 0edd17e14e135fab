import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * Notices when the element's colours change, whatever changed them (the page's scheme, a class, a custom property, the
 * system): a probe has a transition of one millisecond on them, and its end is the news. And takes over the page's accent.
 */
export class LookController implements ReactiveController {
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
    const color = accentColor === 'auto' ? '' : accentColor;
    if (color === this.#accentColor) return;
    this.#accentColor = color;
    this.#accent ??= new CSSStyleSheet();
    if (!root.adoptedStyleSheets.includes(this.#accent))
      root.adoptedStyleSheets = [...root.adoptedStyleSheets, this.#accent];
    this.#accent.replaceSync(color ? `:host{--_page-accent:${color}}` : '');
  }
}
