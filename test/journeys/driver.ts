/** Keys that a journey presses. */
export type Key = 'Enter' | 'Tab' | 'Shift+Tab' | 'Escape';

/**
 * One page, as a shopper sees it. A selector may step into shadow roots with ` >>> `; `frames` names the frames to
 * go through from the page on, each by its selector in the document around it.
 */
export interface Driver {
  open(url: string): Promise<void>;
  /** The value of an expression in a document. */
  evaluate<Value>(expression: string, frames?: readonly string[]): Promise<Value>;
  /** Presses the mouse on an element. */
  click(selector: string, frames?: readonly string[]): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  /** The browser's button. */
  back(): Promise<void>;
  /** The room that the page has. */
  resize(size: Size): Promise<void>;
  /** A second tab on the same page, with a copy of what this one has stored; missing where the driver has one tab. */
  duplicate?(): Promise<Driver>;
  close(): Promise<void>;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** How a browser differs from its defaults. */
export interface Conditions {
  /** What other sites may store in the page's frames: something for each page, or nothing. */
  readonly storage?: 'apart' | 'refused';
  /** Beginnings of addresses that no frame shows, as with a blocking extension. */
  readonly refusedFrames?: readonly string[];
  /** Pages come back as they were, whose loading a driver would wait for. */
  readonly back?: boolean;
  /** A press is a touch. */
  readonly touch?: boolean;
}

/** A running browser. Each page is that of a new shopper, who has no cookie. */
export interface Engine {
  newPage(): Promise<Driver>;
  close(): Promise<void>;
}

/** An expression for the first element that a selector finds, or null. */
export function locate(selector: string): string {
  const [first = '', ...inner] = selector.split(' >>> ').map((part) => JSON.stringify(part));
  return inner.reduce(
    (outer, part) => `(${outer}?.shadowRoot?.querySelector(${part}) ?? null)`,
    `document.querySelector(${first})`,
  );
}

/** Long enough for a machine that does other things too. */
const patienceMs = 120_000;
const lookEveryMs = 40;

/**
 * Asks until the answer is truthy: a page of another process has no event to await. An error from a document counts
 * as no answer, because the document may be about to be replaced.
 */
export async function until<Value>(what: string, ask: () => Promise<Value>): Promise<NonNullable<Value>> {
  const end = Date.now() + patienceMs;
  let last: unknown;
  for (;;) {
    try {
      const answer = await ask();
      if (answer) return answer;
      last = answer;
    } catch (error) {
      last = error;
    }
    if (Date.now() > end) throw new Error(`${what} did not come within ${patienceMs} ms`, {cause: last});
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** Waits until an expression is true in a document, and gives its value. */
export const waitFor = <Value>(
  driver: Driver,
  what: string,
  expression: string,
  frames?: readonly string[],
): Promise<NonNullable<Value>> => until(what, () => driver.evaluate<Value>(expression, frames));

/** Clicks an element as soon as it is there, can be seen and stands still. */
export async function clickOn(driver: Driver, selector: string, frames?: readonly string[]): Promise<void> {
  const place = `(() => {
    const element = ${locate(selector)};
    if (!element || element.getClientRects().length === 0) return '';
    const {left, top, width, height} = element.getBoundingClientRect();
    return width > 0 && [left, top, width, height].join();
  })()`;
  let before: unknown;
  await until(`${selector} in ${frames?.join(' > ') ?? 'the page'}`, async () => {
    const now = await driver.evaluate(place, frames);
    const still = now !== '' && now === before;
    before = now;
    return still;
  });
  await driver.click(selector, frames);
}
