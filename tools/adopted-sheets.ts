// Stands in the ready script for Lit's own module of style sheets: every browser that knows `light-dark()` adopts sheets, so that
// the way of older ones, by `<style>` elements, is not shipped; nor are the checks of Lit's `css`, which the development build makes.

export class CSSResult {
  readonly cssText: string;
  #sheet: CSSStyleSheet | undefined;

  constructor(text: string) {
    this.cssText = text;
  }

  /** The sheet, made when it is first used. */
  get styleSheet(): CSSStyleSheet {
    if (!this.#sheet) (this.#sheet = new CSSStyleSheet()).replaceSync(this.cssText);
    return this.#sheet;
  }

  toString(): string {
    return this.cssText;
  }
}

export const unsafeCSS = (text: string): CSSResult => new CSSResult(text);

export function adoptStyles(root: ShadowRoot, styles: readonly CSSResult[]): void {
  root.adoptedStyleSheets = styles.map(({styleSheet}) => styleSheet);
}

/** Not used in what is built, where every sheet is made by `unsafeCSS`; Lit passes it on. */
export const css = unsafeCSS;
export const supportsAdoptingStyleSheets = true;
export const getCompatibleStyle = (style: CSSResult): CSSResult => style;
