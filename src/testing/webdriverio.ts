import {until, type Patience, type TestLocator, type TestPage, type TestRoot} from './browser.js';

/** Key of an element in the answers of a driver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

interface ElementReference {
  readonly [elementKey]: string;
}

/**
 * The few commands of WebdriverIO’s `browser` that are used. Those of WebDriver Classic reach every frame; those of WebDriver BiDi
 * may wait for ever in Chromium, which on a busy machine forgets the realm of a frame of another site.
 */
export interface WebdriverIOBrowser {
  readonly isBidi: boolean;
  getWindowHandle(): Promise<string>;
  getWindowHandles(): Promise<string[]>;
  switchToWindow(handle: string): Promise<void>;
  switchToFrame(frame: object | null): Promise<void>;
  executeScript(script: string, args: string[]): Promise<unknown>;
  elementClick(element: string): Promise<void>;
  elementSendKeys(element: string, text: string): Promise<void>;
  scriptAddPreloadScript(script: {functionDeclaration: string}): Promise<unknown>;
}

/** Functions of a page: the first element that a selector finds, through open shadow trees, and whether it can be seen. */
const helpers = `
  const above = (one) => one.parentElement ?? one.getRootNode().host;
  const fits = (one, parts) => {
    if (!one.matches(parts.at(-1))) return false;
    if (parts.length === 1) return true;
    for (let up = above(one); up; up = above(up)) if (fits(up, parts.slice(0, -1))) return true;
    return false;
  };
  const all = (root) =>
    [...root.querySelectorAll('*')].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const find = (selector) => {
    const parts = selector.replace(/\\s*([>+~])\\s*(?=[^=])/g, '$1').match(/(?:"[^"]*"|[^\\s"])+/g);
    return all(document).find((one) => fits(one, parts));
  };
  const placeOf = (one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    return width * height > 0 && getComputedStyle(one).visibility === 'visible' && [left, top, width, height].join();
  };`;

const backspace = '\uE003';

/** Environment variable that silences the warning about `switchToFrame`, as WebdriverIO sets it for its own calls. */
const quiet = 'DISABLE_WEBDRIVERIO_DEPRECATION_WARNINGS';

/** Errors before a press. After any other the document or its window has gone, because it was pressed. */
const notPressed = /intercepted|interactable|stale|not found|no such element/;

/** Asks the current document. */
type Question<Value> = () => Promise<Value | undefined>;

/** Makes one document after another the current one, until a look finds something. */
type Way = <Value>(look: Question<Value>) => Promise<Value | undefined>;

class Driver {
  readonly #browser: WebdriverIOBrowser;
  #last: Promise<unknown> = Promise.resolve();

  constructor(browser: WebdriverIOBrowser) {
    this.#browser = browser;
  }

  /** Runs work that changes the current document; no other runs meanwhile. Goes back to the test's own window. */
  alone<Value>(work: () => Promise<Value>): Promise<Value> {
    const run = this.#last.then(async () => {
      const handle = await this.#browser.getWindowHandle();
      try {
        return await work();
      } finally {
        await this.#browser.switchToWindow(handle);
      }
    });
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** Runs a function's body in the current document. */
  run(body: string, ...args: string[]): Promise<unknown> {
    return this.#browser.executeScript(
      `return (async (selector) => {${helpers} ${body}})(...arguments);`,
      args,
    );
  }

  /** Value that `body` makes of the element `one`. */
  async find(selector: string, body: string): Promise<unknown> {
    const script = `const one = find(selector); if (!one) return null; ${body}`;
    return (await this.run(script, selector)) ?? undefined;
  }

  async press({[elementKey]: id}: ElementReference): Promise<true> {
    await this.#browser.elementClick(id).catch((error: Error) => {
      if (notPressed.test(`${error.name} ${error.message}`)) throw error;
    });
    return true;
  }

  async type({[elementKey]: id}: ElementReference, text: string): Promise<true> {
    await this.#browser.elementSendKeys(id, text);
    return true;
  }

  async #switch(frame: ElementReference | null): Promise<void> {
    const before = process.env[quiet];
    process.env[quiet] = 'true';
    try {
      await this.#browser.switchToFrame(frame);
    } finally {
      if (before === undefined) delete process.env[quiet];
      else process.env[quiet] = before;
    }
  }

  readonly top: Way = async (look) => {
    await this.#switch(null);
    return look();
  };

  /** The frame that a selector finds in a document. */
  readonly inner =
    (way: Way, selector: string): Way =>
    (look) =>
      way(async () => {
        const frame = await this.find(selector, 'return one;');
        if (!frame) return undefined;
        await this.#switch(frame as ElementReference);
        return look();
      });

  /** Every document that is seen, in every window. */
  readonly everywhere: Way = async (look) => {
    for (const handle of await this.#browser.getWindowHandles()) {
      await this.#browser.switchToWindow(handle);
      const found = await this.#below([], look);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  /** The document to which a path of frames leads, and the frames in it. What goes while it is looked at has nothing. */
  async #below<Value>(path: readonly ElementReference[], look: Question<Value>): Promise<Value | undefined> {
    try {
      for (const frame of [null, ...path]) await this.#switch(frame);
      const own = await look();
      if (own !== undefined) return own;
      const frames = await this.run(
        "return all(document).filter((one) => one.matches('iframe') && placeOf(one));",
      );
      for (const frame of frames as readonly ElementReference[]) {
        const found = await this.#below([...path, frame], look);
        if (found !== undefined) return found;
      }
    } catch {}
    return undefined;
  }
}

class Locator implements TestLocator {
  readonly #driver: Driver;
  readonly #way: Way;
  readonly #selector: string;

  constructor(driver: Driver, way: Way, selector: string) {
    this.#driver = driver;
    this.#way = way;
    this.#selector = selector;
  }

  #look<Value>(look: Question<Value>): Promise<Value | undefined> {
    return this.#driver.alone(() => this.#way(look));
  }

  /** Acts on the element, once it is seen, stands still and can be used. */
  #act(act: (element: ElementReference) => Promise<true>, patience: Patience = {}): Promise<true> {
    const body = `const place = placeOf(one);
      await new Promise((later) => setTimeout(later, 50));
      return place && !one.disabled && place === placeOf(one) ? one : null;`;
    const look = async () => {
      const element = await this.#driver.find(this.#selector, body);
      return element ? act(element as ElementReference) : undefined;
    };
    return until(this.#selector, patience, () => this.#look(look));
  }

  async fill(value: string, patience?: Patience): Promise<void> {
    await this.#act(async (element) => {
      await this.#driver.press(element);
      // Backspaces, since a selection is lost: the caret comes behind the text of an input in a shadow tree.
      const before = 'one.setSelectionRange(one.value.length, one.value.length); return one.value;';
      const {length} = ((await this.#driver.find(this.#selector, before)) ?? '') as string;
      return this.#driver.type(element, backspace.repeat(length) + value);
    }, patience);
  }

  async inputValue(patience: Patience = {}): Promise<string> {
    const look = () => this.#driver.find(this.#selector, 'return one.value;');
    return String(await until(this.#selector, patience, () => this.#look(look)));
  }

  async click(patience?: Patience): Promise<void> {
    await this.#act((element) => this.#driver.press(element), patience);
  }

  async isVisible(): Promise<boolean> {
    const look = () => this.#driver.find(this.#selector, 'return placeOf(one) ? true : null;');
    return (await this.#look(look)) !== undefined;
  }
}

class Page implements TestPage {
  readonly #browser: WebdriverIOBrowser;
  readonly #driver: Driver;

  constructor(browser: WebdriverIOBrowser) {
    this.#browser = browser;
    this.#driver = new Driver(browser);
  }

  locator(selector: string): TestLocator {
    return this.#root(this.#driver.top).locator(selector);
  }

  frameLocator(selector: string): TestRoot {
    return this.#root(this.#driver.top).frameLocator(selector) as TestRoot;
  }

  #root(way: Way): TestRoot {
    return {
      locator: (selector) => new Locator(this.#driver, way, selector),
      frameLocator: (selector) => this.#root(this.#driver.inner(way, selector)),
    };
  }

  /** One that stands for all, in every window: which there are is not known before they are asked. */
  frames(): readonly TestRoot[] {
    return [this.#root(this.#driver.everywhere)];
  }

  evaluate(expression: string): Promise<unknown> {
    return this.#driver.alone(() => this.#driver.top(() => this.#driver.run(`return (${expression});`)));
  }

  async addInitScript({content}: {readonly content: string}): Promise<void> {
    if (!this.#browser.isBidi)
      throw new TypeError(
        'Outcomes are recorded over WebDriver BiDi, which this session does not speak: Safari, or wdio:enforceWebDriverClassic.',
      );
    await this.#browser.scriptAddPreloadScript({functionDeclaration: `() => {${content}}`});
  }
}

const pages = new WeakMap<WebdriverIOBrowser, TestPage>();

/**
 * The page that the helpers take, on WebdriverIO from version 9: `fillCard`, `answerStepUp`, `watchOutcomes` and `nextOutcome` work in its
 * `browser` as in a page of Playwright. One browser has one page, which begins at the top of its window, and ends there.
 */
export function webdriverPage(browser: WebdriverIOBrowser): TestPage {
  const page = pages.get(browser) ?? new Page(browser);
  pages.set(browser, page);
  return page;
}
