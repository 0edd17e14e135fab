import type {TestFrame, TestLocator, TestPage} from '../../../src/testing/index.js';

/** All elements below, shadow trees included, as Playwright's selectors see them. */
function deep(root: Document | ShadowRoot | Element): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    element,
    ...(element.shadowRoot ? deep(element.shadowRoot) : []),
  ]);
}

/** True when `element` lies below a match of every part before the last, through shadow trees, too. */
function matches(element: Element, parts: readonly string[]): boolean {
  const own = parts.at(-1) ?? '';
  const text = /^(.*):text-is\("(.*)"\)$/.exec(own);
  const fits = text
    ? element.matches(text[1]!) && element.textContent?.trim() === text[2]
    : element.matches(own);
  if (!fits) return false;
  const rest = parts.slice(0, -1);
  if (rest.length === 0) return true;
  for (let above = parentOf(element); above; above = parentOf(above)) if (matches(above, rest)) return true;
  return false;
}

function parentOf(element: Element): Element | undefined {
  const root = element.getRootNode();
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : undefined);
}

/** Blanks inside quotes do not divide a selector. */
const partsOf = (selector: string): string[] => selector.match(/(?:"[^"]*"|[^\s"])+/g) ?? [];

class DomLocator implements TestLocator {
  readonly document: () => Document | undefined;
  readonly selector: string;

  constructor(document: () => Document | undefined, selector: string) {
    this.document = document;
    this.selector = selector;
  }

  find(): Element | undefined {
    const document = this.document();
    return document && deep(document).find((element) => matches(element, partsOf(this.selector)));
  }

  #must(): HTMLElement {
    const element = this.find();
    if (element === undefined) throw new Error(`nothing matches ${this.selector}`);
    return element as HTMLElement;
  }

  async fill(value: string): Promise<void> {
    const input = this.#must() as HTMLInputElement;
    input.value = value;
    input.dispatchEvent(new Event('input', {bubbles: true}));
  }

  async inputValue(): Promise<string> {
    return (this.#must() as HTMLInputElement).value;
  }

  async click(): Promise<void> {
    this.#must().click();
  }

  async isVisible(): Promise<boolean> {
    return this.find() !== undefined;
  }
}

class DomFrame implements TestFrame {
  readonly document: () => Document | undefined;

  constructor(document: () => Document | undefined) {
    this.document = document;
  }

  locator(selector: string): TestLocator {
    return new DomLocator(this.document, selector);
  }
}

/** The page of a test itself, seen the way Playwright sees one. Frames must be of the same origin. */
export class DomPage extends DomFrame implements TestPage {
  readonly scripts: string[] = [];

  constructor() {
    super(() => document);
  }

  frameLocator(selector: string): TestFrame {
    return new DomFrame(
      () =>
        (new DomLocator(this.document, selector).find() as HTMLIFrameElement | undefined)?.contentDocument ??
        undefined,
    );
  }

  frames(): readonly TestFrame[] {
    const inner = deep(document)
      .filter((element) => element instanceof HTMLIFrameElement)
      .map((frame) => new DomFrame(() => frame.contentDocument ?? undefined));
    return [this, ...inner];
  }

  async evaluate(expression: string): Promise<unknown> {
    return (0, eval)(expression) as unknown;
  }

  async addInitScript({content}: {content: string}): Promise<unknown> {
    this.scripts.push(content);
    return undefined;
  }
}
