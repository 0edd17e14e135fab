import {unsafeCSS, type CSSResult} from 'lit';

/**
 * A style sheet, into which others can be put. The compiler lets nothing else in: Lit's own tag, which finds that out
 * while a page runs, would be one more piece of code until the form is drawn.
 */
export const css = (text: TemplateStringsArray, ...sheets: readonly CSSResult[]): CSSResult =>
  unsafeCSS(String.raw({raw: text}, ...sheets));
