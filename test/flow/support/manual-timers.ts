import type {Timers} from '../../../src/flow/index.js';

/** A clock that stands until a test moves it. */
export class ManualTimers implements Timers {
  #now = Date.UTC(2026, 0, 1);
  readonly #due: {readonly at: number; readonly callback: () => void}[] = [];

  now(): number {
    return this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const entry = {at: this.#now + ms, callback};
    this.#due.push(entry);
    return () => {
      const index = this.#due.indexOf(entry);
      if (index >= 0) this.#due.splice(index, 1);
    };
  }

  /** How many timers are running. */
  get running(): number {
    return this.#due.length;
  }

  /** Advances the time and runs the timers that fall due, in order; then lets promises settle. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const next = this.#due.filter(({at}) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.#due.splice(this.#due.indexOf(next), 1);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
      await settled();
    }
    this.#now = end;
    await settled();
  }
}

/** Lets every promise that can settle settle; no time passes. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
