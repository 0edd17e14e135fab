import type {Timers} from '../../flow/index.js';

/** Milliseconds in which a removal can be taken back. */
export const undoTime = 6_000;

export interface RemovalsOptions {
  readonly timers: Timers;
  /** Sends the deletion; with `keepalive` the page is being left. */
  readonly send: (token: string, keepalive: boolean) => void;
}

/** Removals that can still be taken back. Each is sent when its time is over, or when the page is left. */
export class Removals {
  readonly #options: RemovalsOptions;
  readonly #pending = new Map<string, () => void>();

  constructor(options: RemovalsOptions) {
    this.#options = options;
  }

  begin(token: string): void {
    if (this.#pending.has(token)) return;
    this.#pending.set(
      token,
      this.#options.timers.after(undoTime, () => this.#send(token, false)),
    );
  }

  /** Takes a removal back; false when it is too late. */
  undo(token: string): boolean {
    this.#pending.get(token)?.();
    return this.#pending.delete(token);
  }

  /** The page is being left: what was removed stays removed. */
  flush(): void {
    for (const token of [...this.#pending.keys()]) this.#send(token, true);
  }

  #send(token: string, keepalive: boolean): void {
    if (this.undo(token)) this.#options.send(token, keepalive);
  }
}
