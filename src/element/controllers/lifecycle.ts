import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {VisibilityController} from './visibility.js';

export interface LifecycleHost {
  readonly inactive: boolean;
}

export interface LifecycleOptions {
  readonly session: {
    readonly state: {readonly name: string};
    open(): void;
    resume(): void;
  };
  /** True when a run of this element was left unfinished by an earlier page. */
  readonly remembers: () => boolean;
  readonly preloadEngine: () => void;
}

/** When a session begins: taken up after a redirect or reload, else opened once the element is near the viewport. */
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
    void this.#host.updateComplete.then(() => {
      const {session, remembers, preloadEngine} = this.#options;
      if (!this.#host.isConnected || session.state.name !== 'idle') return;
      preloadEngine();
      if (remembers()) session.resume();
      else this.#visibility.watch();
    });
  }

  /** The shopper is about to use the element. */
  wake(): void {
    if (this.#options.session.state.name === 'idle' && !this.#host.inactive) this.#options.session.open();
  }
}
