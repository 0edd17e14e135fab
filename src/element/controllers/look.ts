import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {FieldSettings, FieldStyles} from '../../gateways/index.js';
import type {Say} from './locale.js';

/** CSS that the hosted fields take (wire 2.2); geometry is the element's own business, around the frames. */
const shared = [
  'font-family',
  'font-size',
  'font-style',
  'font-weight',
  'font-variant-numeric',
  'line-height',
  'text-rendering',
] as const;

/**
 * Keeps the frames looking like the element's own inputs: reads the computed style of a probe that is styled like them,
 * and tells when it has changed, whatever changed it (the page's scheme, a class, a custom property, the system).
 * The probe has a transition of one millisecond on its colours; its end is the news.
 */
export class LookController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #changed: () => void;
  #styles: FieldStyles | undefined;
  #accent: CSSStyleSheet | undefined;
  #accentColor = '';

  constructor(host: ReactiveControllerHost & HTMLElement, changed: () => void) {
    (this.#host = host).addController(this);
    this.#changed = changed;
  }

  /** Styles of the input and its placeholder, as the frames are handed them. */
  get styles(): FieldStyles {
    return (this.#styles ??= this.#read());
  }

  #read(): FieldStyles {
    const probe = this.#host.shadowRoot?.querySelector('.probe');
    if (!probe) return {};
    const style = getComputedStyle(probe);
    const input = Object.fromEntries(shared.map((name) => [name, style.getPropertyValue(name)]));
    // The probe carries the placeholder's colour as its outline's, because the pseudo-element cannot be asked everywhere.
    return {
      input: {...input, color: style.color},
      '::placeholder': {color: style.outlineColor, opacity: '1'},
      ':disabled': {color: style.outlineColor, cursor: 'not-allowed'},
    };
  }

  /** For the probe's `transitionend`. */
  readonly onProbeChange = (): void => {
    this.#styles = undefined;
    this.#takeAccent();
    this.#changed();
  };

  hostConnected(): void {
    this.#styles = undefined;
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

/** What the hosted fields are told: looks, words, and whether they take input. */
export function fieldSettings(
  styles: FieldStyles,
  say: Say,
  codeLength: 3 | 4,
  disabled: boolean,
): FieldSettings {
  const placeholder = say(codeLength === 4 ? 'securityCodePlaceholder4' : 'securityCodePlaceholder');
  return {
    styles,
    number: {placeholder: say('numberPlaceholder'), label: say('number'), title: say('number')},
    securityCode: {placeholder, label: say('securityCode'), title: say('securityCode')},
    disabled,
  };
}
