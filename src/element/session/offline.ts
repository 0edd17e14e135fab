import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Announcer} from '../shopper/announcer.js';
import type {Say} from '../shopper/locale.js';

export interface OfflineOptions {
  /** The fields can be filled. */
  readonly canType: () => boolean;
  /** The shop runs on the shopper’s own machine, which needs no network. */
  readonly isLocal: () => boolean;
  readonly announcer: Pick<Announcer, 'say' | 'text'>;
  readonly say: Say;
}

/**
 * Says that the connection is gone, once, as long as the fields are live, and takes it back when it returns.
 * A browser that was offline before they were is wrong: they came over that connection. Nothing is held back
 * for it: a save that fails comes back to the fields, and says so itself.
 */
export class Offline implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #options: OfflineOptions;
  #page: AbortController | undefined;
  /** The sentence above the button. */
  words: string | undefined;

  constructor(host: ReactiveControllerHost, options: OfflineOptions) {
    this.#options = options;
    (this.#host = host).addController(this);
  }

  hostConnected(): void {
    this.hostDisconnected();
    const {signal} = (this.#page = new AbortController());
    for (const type of ['online', 'offline']) addEventListener(type, () => this.#hear(type), {signal});
  }

  hostDisconnected(): void {
    this.#page?.abort();
    this.words = undefined;
  }

  /** The fields are live no longer: what is sent next shows how it is. */
  update(): void {
    if (this.words && !this.#options.canType()) this.#hear('online');
  }

  #hear(type: string): void {
    const {canType, isLocal, announcer, say} = this.#options;
    const {words} = this;
    this.words = type === 'offline' && canType() && !isLocal() ? say('offline') : undefined;
    if (this.words && !words) announcer.say(this.words);
    // A later announcement stays.
    else if (!this.words && words && announcer.text.trim() === words) announcer.say('');
    this.#host.requestUpdate();
  }
}
