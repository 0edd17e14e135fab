import type {FieldStyles, StyleKey} from './options.js';

/** What a field looks like before a page styles it: no box of its own, one line of text, transparent. */
const base = `
  :root, body, form { height: 100%; margin: 0; background: transparent; overflow: hidden }
  .field {
    appearance: none; box-sizing: border-box; display: block; width: 100%; height: 100%;
    margin: 0; padding: 0; border: 0; border-radius: 0; outline: 0; background: transparent;
    color: CanvasText; font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  }
  :root[dir='rtl'] .field { text-align: right }
  .field::placeholder { color: GrayText; opacity: 1 }
  .field:autofill { -webkit-background-clip: text; background-clip: text }
  .field.masked { -webkit-text-security: disc }
  .helper {
    position: absolute; top: 100%; width: 1px; height: 1px; padding: 0; border: 0; opacity: 0; pointer-events: none
  }
  .spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
`;

const selectors: Readonly<Record<StyleKey, string>> = {
  input: '.field',
  '::placeholder': '.field::placeholder',
  ':hover': '.field:hover',
  valid: '.field.valid',
  invalid: '.field.invalid',
  ':focus': '.field:focus',
  ':disabled': '.field:disabled',
};

/**
 * The style sheets of a field. Constructed, so that no policy has to allow inline style; filled value by
 * value, so that no value can end its rule and begin another.
 */
export class FieldSheet {
  readonly #page = new CSSStyleSheet();

  constructor() {
    const own = new CSSStyleSheet();
    own.replaceSync(base);
    document.adoptedStyleSheets = [own, this.#page];
  }

  apply(styles: FieldStyles): void {
    this.#page.replaceSync('');
    for (const [key, selector] of Object.entries(selectors) as [StyleKey, string][]) {
      const rule = styles[key];
      if (!rule) continue;
      const at = this.#page.insertRule(`${selector} {}`, this.#page.cssRules.length);
      const {style} = this.#page.cssRules[at] as CSSStyleRule;
      for (const [name, value] of Object.entries(rule)) style.setProperty(name, value);
    }
  }

  /** The ground the page says the field stands on. */
  setBackground(color: string): void {
    document.documentElement.style.setProperty('background-color', color);
  }

  /** The root's scheme must be the page's, or the browser paints the frame opaque. */
  setScheme(scheme: string): void {
    document.documentElement.style.setProperty('color-scheme', scheme);
  }
}
