import type {FieldStyles, StyleKey} from './options.js';

/** The look of a field without styles of the page: one line of text, without a box or background. */
const base = `
  :root, body, form { height: 100%; margin: 0; background: transparent; overflow: hidden }
  .field {
    appearance: none; box-sizing: border-box; display: block; width: 100%; height: 100%;
    margin: 0; padding: 0; border: 0; border-radius: 0; outline: 0; background: transparent;
    color: CanvasText; font: 16px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums;
  }
  :root[dir='rtl'] .field { text-align: right }
  .field:placeholder-shown { text-overflow: ellipsis }
  .field::placeholder { color: GrayText; opacity: 1 }
  .field:autofill { -webkit-background-clip: text; background-clip: text }
  /* Whose card it becomes, on a shade of its own: the page's styles can neither hide it nor colour what is behind it. */
  .field.whose { opacity: 1 !important }
  .field.whose::placeholder {
    color: #3d444d !important; background: #ebedf0; border-radius: 4px; text-indent: 6px; opacity: 1 !important;
    text-shadow: none !important; font: clamp(11px, 5.5vw, 14px)/1.7 system-ui, sans-serif !important; text-overflow: ellipsis
  }
  @media (prefers-color-scheme: dark) {
    .field.whose::placeholder { color: #d0d7de !important; background: #2f363d }
  }
  .helper {
    position: absolute; top: 100%; width: 1px; height: 1px; padding: 0; border: 0; opacity: 0; pointer-events: none
  }
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
 * The style sheets of a field. They are constructed in the script, so that the content security policy can
 * forbid inline styles. Values of the page are set one by one, so that none can end its rule and start
 * another.
 */
export class FieldSheet {
  readonly #pageStyles = new CSSStyleSheet();

  constructor() {
    const baseSheet = new CSSStyleSheet();
    baseSheet.replaceSync(base);
    document.adoptedStyleSheets = [baseSheet, this.#pageStyles];
  }

  apply(styles: FieldStyles): void {
    this.#pageStyles.replaceSync('');
    for (const [key, selector] of Object.entries(selectors) as [StyleKey, string][]) {
      const rule = styles[key];
      if (!rule) continue;
      const index = this.#pageStyles.insertRule(`${selector} {}`, this.#pageStyles.cssRules.length);
      const {style} = this.#pageStyles.cssRules[index] as CSSStyleRule;
      for (const [name, value] of Object.entries(rule)) style.setProperty(name, value);
    }
  }

  /** Sets the background that the page has declared. */
  setBackground(color: string): void {
    document.documentElement.style.setProperty('background-color', color);
  }

  /** Sets the color scheme. If it differs from the page's, browsers paint the frame opaque. */
  setScheme(scheme: string): void {
    document.documentElement.style.setProperty('color-scheme', scheme);
  }
}
