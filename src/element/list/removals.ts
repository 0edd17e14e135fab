import type {Timers} from '../../flow/index.js';

/** Milliseconds in which a removal can be taken back once the shopper does not look at it any more. */
export const undoTime = 20_000;

export interface RemovalsOptions {
  readonly timers: Timers;
  /** The shopper looks at it now. A page may hear of it late, or not at all: events of focus need an active window. */
  readonly isSeen: (token: string) => boolean;
  /** Sends the deletion; with `keepalive` the page is being left. */
  readonly send: (token: string, keepalive: boolean) => void;
}

/**
 * Removals that can still be taken back. Each is sent when the shopper has not looked at it for some time, or
 * when the page is left: no clock runs against a shopper who is about to undo it.
 */
export class Removals {
  readonly #options: RemovalsOptions;
  /** Stops of their clocks; none while a clock is held. */
  readonly #pending = new Map<string, (() => void) | undefined>();
  readonly #held = new Set<string>();
  #isAway = false;

  constructor(options: RemovalsOptions) {
    this.#options = options;
  }

  begin(token: string): void {
    if (this.#pending.has(token)) return;
    this.#pending.set(token, undefined);
    this.#run(token);
  }

  /** The shopper looks at the row, or has left it: its time begins anew then. */
  hold(token: string, isHeld: boolean): void {
    if (isHeld === this.#held.has(token)) return;
    if (isHeld) this.#held.add(token);
    else this.#held.delete(token);
    this.#run(token);
  }

  /** The page is out of sight, or back. */
  away(isAway: boolean): void {
    this.#isAway = isAway;
    for (const token of this.#pending.keys()) this.#run(token);
  }

  /** Takes a removal back; false when it is too late. */
  undo(token: string): boolean {
    this.#pending.get(token)?.();
    this.#held.delete(token);
    return this.#pending.delete(token);
  }

  /** The page is being left: what was removed stays removed. */
  flush(): void {
    for (const token of [...this.#pending.keys()]) this.#send(token, true);
  }

  /** Its clock begins anew, or stands. */
  #run(token: string): void {
    if (!this.#pending.has(token)) return;
    this.#pending.get(token)?.();
    const {timers, isSeen} = this.#options;
    const stands = this.#isAway || this.#held.has(token);
    const end = () => (isSeen(token) ? this.#run(token) : this.#send(token, false));
    this.#pending.set(token, stands ? undefined : timers.after(undoTime, end));
  }

  #send(token: string, keepalive: boolean): void {
    if (this.undo(token)) this.#options.send(token, keepalive);
  }
}
