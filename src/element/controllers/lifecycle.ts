import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {State} from '../../flow/index.js';
import {VisibilityController} from './visibility.js';

export interface LifecycleHost {
  readonly inactive: boolean;
  readonly renderRoot: ShadowRoot | undefined;
  /** The session request that the page's HTML has begun. */
  readonly begunSession?: unknown;
}

export interface LifecycleOptions {
  readonly state: () => Pick<State, 'name'>;
  /** True when this element may have left a run unfinished on an earlier page. */
  readonly remembers: () => boolean;
  /** Loads what makes the element work. */
  readonly load: () => void;
  readonly open: () => void;
  readonly resume: () => void;
}

/** When a session begins: taken up after a redirect or reload, else opened once the form is near its use. */
export class Lifecycle implements ReactiveController {
  readonly #host: LifecycleHost & ReactiveControllerHost & HTMLElement;
  readonly #options: LifecycleOptions;
  readonly #visibility: VisibilityController;

  constructor(host: LifecycleHost & ReactiveControllerHost & HTMLElement, options: LifecycleOptions) {
    (this.#host = host).addController(this);
    this.#options = options;
    this.#visibility = new VisibilityController(host, () => this.wake());
  }

  hostConnected(): void {
    this.start();
  }

  /** After each connection, reset and end of `disabled`. */
  start(): void {
    const {state, remembers, load, resume} = this.#options;
    if (!this.#host.isConnected || state().name !== 'idle') return;
    load();
    if (remembers()) resume();
    // The page begins a session only for a form near its use, so there is no need to watch for that.
    else if (this.#host.begunSession) this.wake();
    else this.watch();
  }

  /** Waits for the form to come near the part of the page that is seen. */
  watch(): void {
    this.#visibility.watch();
  }

  /** The shopper is about to use the element. */
  wake(): void {
    if (this.#options.state().name === 'idle' && !this.#host.inactive) this.#options.open();
  }
}
