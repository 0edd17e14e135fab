/**
 * Removals that can still be taken back. No clock runs against the shopper: they are sent with the next change of the
 * cards, or when the page is left.
 */
export class Removals {
  readonly #pending = new Set<string>();
  readonly #send: (token: string, keepalive: boolean) => void;

  /** @param send - Sends the deletion; with `keepalive` the page is being left. */
  constructor(send: (token: string, keepalive: boolean) => void) {
    this.#send = send;
  }

  begin(token: string): void {
    this.#pending.add(token);
  }

  /** Takes a removal back; false when it is too late. */
  undo(token: string): boolean {
    return this.#pending.delete(token);
  }

  /** Removed cards stay removed. */
  flush(keepalive: boolean): void {
    for (const token of [...this.#pending]) if (this.undo(token)) this.#send(token, keepalive);
  }
}
