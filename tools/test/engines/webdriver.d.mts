/** An error of WebDriver, with the code that the specification gives it. */
export class WebDriverError extends Error {
  readonly code: string;
}

/** One browser with one window. */
export class WebKitSession {
  /** @param options of the browser's command line. */
  static start(options?: readonly string[], pageLoadStrategy?: 'normal' | 'none'): Promise<WebKitSession>;
  command(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
  open(url: string): Promise<unknown>;
  /** The value that a script returns; an element is named as WebDriver names it. */
  run(script: string, args?: readonly unknown[]): Promise<unknown>;
  /** Presses the mouse on an element that `run` returned. */
  click(element: unknown): Promise<unknown>;
  setViewport(size: {width: number; height: number}): Promise<void>;
  close(): Promise<void>;
}

/** Presses keys one after the other, as a keyboard does. */
export function pressKeys(session: WebKitSession, ...names: readonly string[]): Promise<unknown>;
