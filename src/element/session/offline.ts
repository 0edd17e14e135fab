import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Announcer} from '../shopper/announcer.js';
import type {Say} from '../shopper/locale.js';

export interface OfflineOptions {
  /** The fields can be filled. */
  readonly canType: () => boolean;
  readonly announcer: Pick<Announcer, 'say' | 'text'>;
  readonly say: Say;
  /** Source of the connection state; tests pass another. */
  readonly connection?: Connection;
}

export interface Connection {
  readonly isLost: () => boolean;
  /** @param signal ends the listening. */
  readonly onChange: (listener: () => void, signal: AbortSignal) => void;
}

const ofBrowser: Connection = {
  isLost: () => !navigator.onLine,
  onChange(listener, signal) {
    for (const type of ['online', 'offline']) addEventListener(type, listener, {signal});
  },
};

/**
 * Says that the connection is gone, once, as long as the fields are live, and takes it back when it returns.
 * Nothing is held back for it: a browser may think itself offline and still reach the shop, and a save that
 * fails comes back to the fields.
 */
export class Offline implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: OfflineOptions;
  readonly #connection: Connection;
  #page: AbortController | undefined;
  #said: string | undefined;

  constructor(host: ReactiveControllerHost, options: OfflineOptions) {
    this.#options = options;
    this.#connection = options.connection ?? ofBrowser;
    (this.#host = host).addController(this);
  }

  /** The sentence above the button. */
  get words(): string | undefined {
    const {canType, say} = this.#options;
    return this.#connection.isLost() && canType() ? say('offline') : undefined;
  }

  hostConnected(): void {
    this.#page?.abort();
    this.#page = new AbortController();
    this.#connection.onChange(() => this.update(), this.#page.signal);
    this.update();
  }

  hostDisconnected(): void {
    this.#page?.abort();
    this.#said = undefined;
  }

  /** The connection or the state has changed. */
  update(): void {
    const {announcer} = this.#options;
    const {words} = this;
    if (words && !this.#said) announcer.say(words);
    // A later announcement stays.
    else if (!words && this.#said && announcer.text.trim() === this.#said) announcer.say('');
    this.#said = words;
    this.#host.requestUpdate();
  }
}
