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
  readonly height: number;
}

const nothing = (): void => undefined;

const names: readonly Attribute[] = ['aria-busy', 'aria-disabled', 'data-card-vault'];

/**
 * The submit button of the owner's form, while it shows what the element does (decision 0055). What it was is put back,
 * unless the page has changed it in the meantime.
 */
export class OwnerButton {
  #button: HTMLElement | undefined;
  readonly #attributes = new Map<Attribute, {readonly before: string | null; readonly ours: string}>();
  #said: Said | undefined;
  /** The page wrote words of its own over ours: they are the page's until the button is given back. */
  #taken = false;
  #release: () => void = nothing;

  /** The button shows words of ours. */
  get speaks(): boolean {
    return this.#said !== undefined && this.#said.ours !== this.#said.before;
  }

  show(button: HTMLElement | undefined, look: ButtonLook | undefined): void {
    if (button !== this.#button || !look) this.restore();
    if (!button || !look) return;
    this.#button = button;
    for (const name of names) this.#mark(button, name, look.attributes[name]);
    this.#say(button, look.words);
  }

  /** As it was. */
  restore(): void {
    const button = this.#button;
    if (!button) return;
    for (const name of names) this.#mark(button, name, undefined);
    this.#say(button, []);
    this.#taken = false;
    this.#button = undefined;
  }

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

  #say(button: HTMLElement, words: readonly string[]): void {
    const said = this.#said;
    if (said && (said.text.data !== said.ours || !button.contains(said.text))) {
      this.#taken = true;
      this.#said = undefined;
    }
    const [asked] = words;
    if (asked === undefined || this.#taken) return this.#silence();
    if (this.#said?.asked === asked) return;
    const text = this.#said?.text ?? onlyText(button);
    if (!text) return;
    const before = this.#said?.before ?? text.data;
    const height = this.#said?.height ?? this.#hold(button);
    const ours = words.find((choice) => {
      text.data = choice;
      return Math.abs(button.getBoundingClientRect().height - height) < 1;
    });
    this.#said = {text, before, height, asked, ours: ours ?? before};
    text.data = this.#said.ours;
  }

  #silence(): void {
    if (this.#said) this.#said.text.data = this.#said.before;
    this.#said = undefined;
    this.#release();
  }

  /** Fewer letters must not make the button narrower; a style sheet sees to it, so that `style` stays the page's. */
  #hold(button: HTMLElement): number {
    const root = button.getRootNode() as Document | ShadowRoot;
    const {height} = button.getBoundingClientRect();
    if (!button.isConnected) return height;
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`[data-card-vault]{min-inline-size:${getComputedStyle(button).inlineSize}}`);
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
    this.#release = () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet);
      this.#release = nothing;
    };
    return height;
  }
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
