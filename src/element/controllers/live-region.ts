import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** The element's one live region. Its node is made once by the template; only its text changes. */
export class LiveRegion implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #said = '';
  #turn = false;
  #drawn = '';

  constructor(host: ReactiveControllerHost) {
    (this.#host = host).addController(this);
  }

  /** A trailing no-break space every other time lets a screen reader say the same words again. */
  get text(): string {
    return this.#said && this.#turn ? `${this.#said}\u00a0` : this.#said;
  }

  say(text: string): void {
    this.#said = text;
    this.#turn = !this.#turn;
    // Something else was said since, and never drawn.
    if (this.text === this.#drawn) this.#turn = !this.#turn;
    this.#host.requestUpdate();
  }

  hostUpdated(): void {
    this.#drawn = this.text;
  }

  hostDisconnected(): void {
    this.#said = '';
  }
}
