import {waitUntil} from '../../support/wait.js';

/** Waits for what a slow machine may take its time for. */
export const eventually = (condition: () => boolean): Promise<void> =>
  waitUntil(condition, 'it did not come');

/** Timers that run when the test says so. */
export class ManualTimers {
  #waiting: {ms: number; callback: () => void}[] = [];

  readonly after = (ms: number, callback: () => void): (() => void) => {
    const entry = {ms, callback};
    this.#waiting.push(entry);
    return () => {
      this.#waiting = this.#waiting.filter((other) => other !== entry);
    };
  };

  /** Delays that are waited for at the moment. */
  get delays(): number[] {
    return this.#waiting.map(({ms}) => ms).sort((a, b) => a - b);
  }

  /** Lets every wait of exactly `ms` be over. */
  fire(ms: number): void {
    const due = this.#waiting.filter((entry) => entry.ms === ms);
    this.#waiting = this.#waiting.filter((entry) => entry.ms !== ms);
    for (const {callback} of due) callback();
  }
}

/** The code of the error that a promise rejects with. */
export async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'resolved',
    (error: unknown) => String((error as {code?: string}).code ?? error),
  );
}

export const signal = new AbortController().signal;

/**
 * A browser that throws when a page's policy forbids a form, and reports no violation. Answers how to take it
 * back.
 */
export function refuseForms(): () => void {
  const {submit} = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = () => {
    throw new DOMException('refused', 'UnknownError');
  };
  return () => {
    HTMLFormElement.prototype.submit = submit;
  };
}
