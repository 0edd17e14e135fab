import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * The element's one live region, for screen readers. Its node is made once by the template; only its text
 * changes.
 */
export class Announcer implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #text = '';
  #drawn = '';

  constructor(host: ReactiveControllerHost) {
    (this.#host = host).addController(this);
  }

  get text(): string {
    return this.#text;
  }

  say(text: string): void {
    // A screen reader says only what has changed: the same words come with a no-break space, then without it
    // again.
    this.#text = text && this.#drawn === text ? `${text}\u00a0` : text;
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    this.#drawn = this.#text;
  }

  hostDisconnected(): void {
    this.#text = '';
  }
}
