/**
 * The few methods of a Playwright page that the helpers use. A `Page` of any `@playwright/test` from 1.50 on fits; so does a
 * double of your own.
 */
export interface TestLocator {
  fill(value: string, options?: {timeout?: number}): Promise<void>;
  inputValue(options?: {timeout?: number}): Promise<string>;
  click(options?: {timeout?: number}): Promise<void>;
  isVisible(): Promise<boolean>;
}

export interface TestFrame {
  locator(selector: string): TestLocator;
}

/** A page, a frame of it, or the locator of a frame. */
export interface TestRoot extends TestFrame {
  frameLocator(selector: string): TestFrame;
}

export interface TestRoute {
  fulfill(answer: {path: string}): Promise<unknown>;
}

export interface TestPage extends TestRoot {
  /** Every frame there is, the main one included. */
  frames(): readonly TestFrame[];
  /** The browser context, whose pages are this one and those that it opened. */
  context?(): {pages(): readonly Pick<TestPage, 'frames'>[]};
  /** Evaluates an expression in the page and gives its value, waiting for a promise. */
  evaluate(expression: string): Promise<unknown>;
  /** Gives every document of the page, and its frames, a function that calls `callback` in the test. */
  exposeBinding?(name: string, callback: (source: unknown, value: unknown) => void): Promise<unknown>;
  addInitScript(script: {content: string}): Promise<unknown>;
  /** Answers the requests for an address with a file. */
  route?(url: string, handler: (route: TestRoute) => unknown): Promise<unknown>;
}

/** In milliseconds; thirty seconds unless said. */
export interface Patience {
  readonly timeout?: number;
}

/** Pause between two looks, in milliseconds. */
const lookEvery = 50;

/**
 * Asks again and again until there is an answer. What `ask` throws counts as none: a frame may go while it is looked at.
 * @throws Error naming `what` when the time is up.
 */
export async function until<T>(
  what: string,
  {timeout = 30_000}: Patience,
  ask: () => Promise<T | undefined>,
): Promise<T> {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
    if (Date.now() >= end) throw new Error(`${what} did not come within ${timeout} ms`);
    await new Promise((resolve) => setTimeout(resolve, lookEvery));
  }
}
