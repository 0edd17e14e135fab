/** One browser with one window. */
export class WebKitSession {
  static start(): Promise<WebKitSession>;
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
