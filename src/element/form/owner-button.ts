import {listed} from '../../gateways/listed.js';

type Attribute = 'aria-busy' | 'aria-disabled' | 'data-card-vault';

/** How the button is to look: attributes by their value, and words, the best first. */
export interface ButtonLook {
  readonly attributes: Readonly<Partial<Record<Attribute, string>>>;
  readonly words: readonly string[];
}

interface Said {
  readonly text: Text;
  readonly before: string;
  /** The best words; they may be too long for the button. */
  readonly asked: string;
  readonly ours: string;
}

const names: readonly Attribute[] = ['aria-busy', 'aria-disabled', 'data-card-vault'];

/** A library is about to keep the page as it is, to show it again when the shopper comes back. */
const keeping = ['turbo:before-cache', 'htmx:beforeHistorySave'] as const;

/**
 * The submit button of the owner's form, while it shows what the element does (decision 0055). What it was is
 * put back, unless the page has changed it in the meantime.
 */
export class OwnerButton {
  #button: HTMLElement | undefined;
  readonly #attributes = new Map<Attribute, {readonly before: string | null; readonly ours: string}>();
  #said: Said | undefined;
  /** The page wrote words of its own over ours: they are the page's until the button is given back. */
  #taken = false;
  /** Takes the style sheet back that keeps the button's width. */
  #release: (() => void) | undefined;

  /** The button shows words of ours. */
  get speaks(): boolean {
    return this.#said !== undefined && this.#said.ours !== this.#said.before;
  }

  show(button: HTMLElement | undefined, look: ButtonLook | undefined): void {
    if (button !== this.#button || !look) this.restore();
    if (!button || !look) return;
    this.#button = button;
    for (const type of keeping) document.addEventListener(type, this.#giveBack);
    const isFirst = look.words.length > 0 && !this.#said && !this.#taken;
    const text = isFirst ? onlyText(button) : undefined;
    // Before anything is written: afterwards the browser would have to compute the page's layout again.
    const unmarked = text && placesOf(button, text);
    const sheet = unmarked && asWideAs(button);
    for (const name of names) this.#mark(button, name, look.attributes[name]);
    if (sheet && button.isConnected) this.#hold(button.getRootNode() as Document | ShadowRoot, sheet);
    this.#say(button, look.words, unmarked);
  }

  /** As it was. */
  restore(): void {
    const button = this.#button;
    if (!button) return;
    for (const name of names) this.#mark(button, name, undefined);
    this.#say(button, []);
    this.#taken = false;
    this.#button = undefined;
    for (const type of keeping) document.removeEventListener(type, this.#giveBack);
  }

  readonly #giveBack = (): void => this.restore();

  #mark(button: HTMLElement, name: Attribute, value: string | undefined): void {
    const mark = this.#attributes.get(name);
    const now = button.getAttribute(name);
    if (mark ? now !== mark.ours : value === undefined) return;
    const before = mark ? mark.before : now;
    const next = value ?? before;
    if (value === undefined) this.#attributes.delete(name);
    else this.#attributes.set(name, {before, ours: value});
    if (next === null) button.removeAttribute(name);
    else if (next !== now) button.setAttribute(name, next);
  }

  #say(button: HTMLElement, words: readonly string[], unmarked?: readonly number[]): void {
    const said = this.#said;
    if (said && (said.text.data !== said.ours || !button.contains(said.text))) {
      const text = translated(button);
      this.#taken = !text;
      this.#said = text && {...said, text, ours: text.data};
    }
    const [asked] = words;
    if (asked === undefined || this.#taken) return this.#silence();
    if (this.#said?.asked === asked) return;
    const text = this.#said?.text ?? onlyText(button);
    if (!text) return;
    const before = this.#said?.before ?? text.data;
    const fitting = (places: readonly number[]): string | undefined =>
      words.find((choice) => {
        text.data = choice;
        const isStill = placesOf(button, text).every((place, at) => Math.abs(place - places[at]!) < 1);
        return isStill && isWhole(text, button);
      });
    let ours = unmarked && fitting(unmarked);
    if (ours === undefined) {
      // The page may have moved the button since the last words, or because of our attributes. So ours are
      // compared with how it stands now under the page's own words.
      text.data = before;
      ours = fitting(placesOf(button, text));
    }
    text.data = ours ?? before;
    this.#said = {text, before, asked, ours: text.data};
  }

  #silence(): void {
    if (this.#said) this.#said.text.data = this.#said.before;
    this.#said = undefined;
    this.#release?.();
    this.#release = undefined;
  }

  /** A sheet of the root, so that `style` stays the page's. */
  #hold(root: Document | ShadowRoot, sheet: CSSStyleSheet): void {
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.#release = () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
    };
  }
}

/** Fewer letters must not make the button narrower. */
function asWideAs(button: HTMLElement): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  const {inlineSize} = getComputedStyle(button);
  sheet.replaceSync(`[data-card-vault]{min-inline-size:min(100%,${inlineSize})}`);
  return sheet;
}

/**
 * Measures that other words must not change: where the button begins, how high it and its words are, and where everything
 * around and beside it is, up to the form. The button itself may get wider at its end, where it pushes nothing.
 */
function placesOf(button: HTMLElement, text: Text): number[] {
  const {left, right, top, height} = button.getBoundingClientRect();
  const others = new Set<Element>();
  for (let at: Element = button; !at.matches('form') && at.parentElement; at = at.parentElement)
    for (const other of [at.parentElement, ...listed(at.parentElement.children)]) others.add(other);
  others.delete(button);
  const places = [...others].flatMap((other) => {
    const {left, right, top, bottom} = other.getBoundingClientRect();
    // A line break goes along with the end of the button, and is not seen.
    return left < right && top < bottom ? [left, right, top, bottom] : [0, 0, 0, 0];
  });
  const start = getComputedStyle(button.parentElement ?? button).direction === 'rtl' ? right : left;
  return [start, top, height, boxOf(text).height, ...places];
}

/** The words stand inside the button and its parts: nothing cuts them. */
function isWhole(text: Text, button: HTMLElement): boolean {
  const {left, right} = boxOf(text);
  for (let at = text.parentElement; at && button.contains(at); at = at.parentElement) {
    const box = at.getBoundingClientRect();
    if (left < box.left - 1 || right > box.right + 1) return false;
  }
  return true;
}

/** Where words are, also where they stick out of what they are in. */
function boxOf(text: Text): DOMRect {
  const range = document.createRange();
  range.selectNode(text);
  return range.getBoundingClientRect();
}

/**
 * The words of a button where a browser has translated ours: Chrome and its kind put them into `<font>`, Edge marks what it
 * has changed in place. They are not words of the page, which stay.
 */
function translated(button: HTMLElement): Text | undefined {
  const text = onlyText(button);
  return text?.parentElement?.closest('font, [_msttexthash]') ? text : undefined;
}

/** The words of a button, where they are one text. */
function onlyText(button: HTMLElement): Text | undefined {
  const texts: Text[] = [];
  const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    if (text.data.trim() !== '') texts.push(text);
  }
  return texts.length === 1 ? texts[0] : undefined;
}
