import {until, type Patience, type TestLocator, type TestPage, type TestRoot} from './browser.js';

/** Answer of a script: a text, a node of the page, the window of a frame, or an error. */
interface ScriptResult {
  readonly type: string;
  readonly exceptionDetails?: {readonly text: string};
  readonly result?: {readonly type: string; readonly sharedId?: string; readonly value?: unknown};
}

interface BrowsingContext {
  readonly context: string;
  readonly children?: readonly BrowsingContext[] | null;
}

interface ScriptMessage {
  readonly channel: string;
  readonly data: {readonly type: string; readonly value?: unknown};
}

type Argument =
  {readonly type: 'string'; value: string} | {readonly type: 'channel'; value: {channel: string}};

/** The few commands of WebdriverIO’s `browser` that are used: those of WebDriver BiDi, which name the frame they are for. */
export interface WebdriverIOBrowser {
  readonly isBidi: boolean;
  getWindowHandle(): Promise<string>;
  browsingContextGetTree(of: object): Promise<{readonly contexts: readonly BrowsingContext[]}>;
  scriptCallFunction(call: {
    functionDeclaration: string;
    arguments: Argument[];
    target: {context: string};
    awaitPromise: boolean;
  }): Promise<ScriptResult>;
  scriptAddPreloadScript(script: {functionDeclaration: string; arguments?: Argument[]}): Promise<unknown>;
  sessionSubscribe(to: {events: string[]}): Promise<unknown>;
  inputPerformActions(actions: {context: string; actions: object[]}): Promise<unknown>;
  on(event: 'script.message', listener: (message: ScriptMessage) => void): unknown;
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

const key = (value: string) => [
  {type: 'keyDown', value},
  {type: 'keyUp', value},
];
const backspace = '\uE003';

/** Milliseconds for which a document is waited for that is asked for an element. */
const longestLook = 5000;

/** Undefined where a look fails, or is not answered in time. */
async function inTime<T>(look: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, longestLook, undefined)));
  try {
    return await Promise.race([look.catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A document of the browser, or whichever has what is looked for. */
type Contexts = () => Promise<readonly string[]>;

/** An element where a script has found it. */
interface Sight {
  readonly context: string;
  readonly result: NonNullable<ScriptResult['result']>;
}

class Driver {
  readonly #browser: WebdriverIOBrowser;

  constructor(browser: WebdriverIOBrowser) {
    this.#browser = browser;
  }

  /** Calls a function in a document. */
  async call(
    context: string,
    functionDeclaration: string,
    ...args: readonly Argument[]
  ): Promise<NonNullable<ScriptResult['result']>> {
    const {result, exceptionDetails} = await this.#browser.scriptCallFunction({
      functionDeclaration,
      arguments: [...args],
      target: {context},
      awaitPromise: true,
    });
    if (!result) throw new Error(exceptionDetails?.text ?? 'A script failed in the page.');
    return result;
  }

  /** Value that `body` makes of the element `one`, in the first document where that is not null. */
  async in(contexts: Contexts, selector: string, body: string): Promise<Sight | undefined> {
    const script = `async (selector) => {${helpers}
      const one = find(selector);
      if (!one) return null;
      ${body}
    }`;
    const looks = (await contexts()).map(async (context) => {
      // A frame may go while it is looked at. Then the call fails, or is never answered.
      const result = await inTime(this.call(context, script, {type: 'string', value: selector}));
      return result && result.type !== 'null' ? {context, result} : undefined;
    });
    return (await Promise.all(looks)).find((found) => found !== undefined);
  }

  act(context: string, ...actions: object[]): Promise<unknown> {
    return this.#browser.inputPerformActions({context, actions});
  }
}

class Locator implements TestLocator {
  readonly #driver: Driver;
  readonly #contexts: Contexts;
  readonly #selector: string;

  constructor(driver: Driver, contexts: Contexts, selector: string) {
    this.#driver = driver;
    this.#contexts = contexts;
    this.#selector = selector;
  }

  #wait(body: string, patience: Patience = {}): Promise<Sight> {
    return until(this.#selector, patience, () => this.#driver.in(this.#contexts, this.#selector, body));
  }

  /** Presses the mouse on it, once it is seen and stands still; the document that it is in. */
  async #press(patience?: Patience): Promise<string> {
    const body = `one.scrollIntoView({block: 'nearest', inline: 'nearest', behavior: 'instant'});
      const place = placeOf(one);
      await new Promise((later) => setTimeout(later, 50));
      return place && !one.disabled && place === placeOf(one) ? one : null;`;
    const {context, result} = await this.#wait(body, patience);
    const origin = {type: 'element', element: {sharedId: result.sharedId}};
    const actions = [
      {type: 'pointerMove', x: 0, y: 0, origin},
      {type: 'pointerDown', button: 0},
      {type: 'pointerUp', button: 0},
    ];
    await this.#driver.act(context, {type: 'pointer', id: 'mouse', actions});
    return context;
  }

  async fill(value: string, patience?: Patience): Promise<void> {
    const context = await this.#press(patience);
    await this.#wait('one.focus(); one.select(); return true;', patience);
    const keys = value === '' ? [backspace] : [...value];
    await this.#driver.act(context, {type: 'key', id: 'keyboard', actions: keys.flatMap(key)});
  }

  async inputValue(patience?: Patience): Promise<string> {
    return String((await this.#wait('return one.value;', patience)).result.value);
  }

  async click(patience?: Patience): Promise<void> {
    await this.#press(patience);
  }

  async isVisible(): Promise<boolean> {
    const found = await this.#driver.in(this.#contexts, this.#selector, 'return placeOf(one) ? true : null;');
    return found !== undefined;
  }
}

/** Documents, and those of their frames. */
const flat = (contexts: readonly BrowsingContext[]): readonly string[] =>
  contexts.flatMap(({context, children}) => [context, ...flat(children ?? [])]);

class Page implements TestPage {
  readonly #browser: WebdriverIOBrowser;
  readonly #driver: Driver;

  constructor(browser: WebdriverIOBrowser) {
    this.#browser = browser;
    this.#driver = new Driver(browser);
  }

  readonly #top: Contexts = async () => [await this.#browser.getWindowHandle()];

  locator(selector: string): TestLocator {
    return this.#root(this.#top).locator(selector);
  }

  frameLocator(selector: string): TestRoot {
    return this.#root(this.#top).frameLocator(selector) as TestRoot;
  }

  #root(contexts: Contexts): TestRoot {
    const inner = (selector: string) => async () => {
      const found = await this.#driver.in(contexts, selector, 'return one.contentWindow;');
      return found ? [(found.result.value as {readonly context: string}).context] : [];
    };
    return {
      locator: (selector) => new Locator(this.#driver, contexts, selector),
      frameLocator: (selector) => this.#root(inner(selector)),
    };
  }

  /** One that stands for all, in every window: which there are is not known before they are asked. */
  frames(): readonly TestRoot[] {
    return [this.#root(async () => flat((await this.#browser.browsingContextGetTree({})).contexts))];
  }

  async evaluate(expression: string): Promise<unknown> {
    const [context = ''] = await this.#top();
    const {value} = await this.#driver.call(context, `async () => JSON.stringify(await (${expression}))`);
    return typeof value === 'string' ? (JSON.parse(value) as unknown) : undefined;
  }

  async exposeBinding(name: string, callback: (source: unknown, value: unknown) => void): Promise<void> {
    const script = `(tell) => void (window[${JSON.stringify(name)}] = (value) => tell(JSON.stringify(value)))`;
    const channel: Argument = {type: 'channel', value: {channel: name}};
    this.#browser.on('script.message', ({channel: from, data}) => {
      if (from === name) callback(undefined, JSON.parse(String(data.value)));
    });
    await this.#browser.sessionSubscribe({events: ['script.message']});
    await this.#browser.scriptAddPreloadScript({functionDeclaration: script, arguments: [channel]});
    const [context = ''] = await this.#top();
    await this.#driver.call(context, script, channel);
  }

  async addInitScript({content}: {readonly content: string}): Promise<void> {
    await this.#browser.scriptAddPreloadScript({functionDeclaration: `() => {${content}}`});
  }
}

const pages = new WeakMap<WebdriverIOBrowser, TestPage>();

/**
 * The page that the helpers take, on WebdriverIO from version 9: `fillCard`, `answerStepUp`, `watchOutcomes` and `nextOutcome` work in its
 * `browser` as in a page of Playwright. One browser has one page, which follows its window.
 * @throws TypeError where the session does not speak WebDriver BiDi, as with Safari or `'wdio:enforceWebDriverClassic': true`.
 */
export function webdriverPage(browser: WebdriverIOBrowser): TestPage {
  if (!browser.isBidi)
    throw new TypeError(
      'The session does not speak WebDriver BiDi: test in Chrome, Edge or Firefox, without wdio:enforceWebDriverClassic.',
    );
  const page = pages.get(browser) ?? new Page(browser);
  pages.set(browser, page);
  return page;
}
