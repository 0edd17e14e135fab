import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** Calls back once when the host comes near the part of the page that is seen; armed anew by `watch`. */
export class VisibilityController implements ReactiveController {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #seen: () => void;
  /** The page's HTML has it: where it stands is known without waiting for the next frame. */
  readonly #placed: boolean;
  #observer: IntersectionObserver | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, seen: () => void) {
    (this.#host = host).addController(this);
    this.#seen = seen;
    this.#placed = host.isConnected;
  }

  watch(): void {
    this.hostDisconnected();
    // Simulated pages show nothing: there the element waits until it is used.
    if (!('IntersectionObserver' in globalThis)) return;
    if (this.#placed && this.#isShown()) return this.#seen();
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

  /**
   * True when the page's HTML has the element ready for use, in the part of the page that is seen. Asking what lies at a
   * point would make the browser count the element, which is not drawn yet, as one that has shrunk.
   */
  #isShown(): boolean {
    const {left, right, top, bottom} = this.#host.getBoundingClientRect();
    const isNear = top < innerHeight && bottom >= 0 && left < innerWidth && right >= 0;
    return isNear && this.#host.matches('[session-url]:not(:disabled)') && this.#host.checkVisibility?.();
  }

  hostDisconnected(): void {
    this.#observer?.disconnect();
  }
}
