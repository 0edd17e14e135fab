import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Calls back once when the host comes near the part of the page that is seen; armed anew by `watch`. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #seen: () => void;
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, seen: () => void) {
    (this.#host = host).addController(this);
    this.#seen = seen;
  }

  watch(): void {
    this.hostDisconnected();
    // Simulated pages show nothing: there the element waits until it is used.
    if (!('IntersectionObserver' in globalThis)) return;
    this.#observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({isIntersecting}) => isIntersecting)) return;
        this.hostDisconnected();
        this.#seen();
      },
      {rootMargin: '200px'},
    );
    this.#observer.observe(this.#host);
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
