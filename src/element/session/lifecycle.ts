import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {State} from '../../flow/index.js';

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
  /** Wakes this when the form comes near. */
  readonly watch: () => void;
  readonly resume: () => void;
}

/** When a session begins: taken up after a redirect or reload, else opened once the form is near its use. */
export class Lifecycle implements ReactiveController {
  readonly #host: LifecycleHost & ReactiveControllerHost & HTMLElement;
  readonly #options: LifecycleOptions;
  /** The page's HTML has it: where it stands is known without waiting for the next frame. */
  readonly #placed: boolean;

  constructor(host: LifecycleHost & ReactiveControllerHost & HTMLElement, options: LifecycleOptions) {
    (this.#host = host).addController(this);
    this.#options = options;
    this.#placed = host.isConnected;
  }

  /** The page begins a session only for a form near its use; else it is asked where the form stands. */
  get isNear(): boolean {
    return this.#host.begunSession !== undefined || (this.#placed && isInSight(this.#host));
  }

  hostConnected(): void {
    this.start();
  }

  /** After each connection, reset and end of `disabled`. */
  start(): void {
    whenOpened(() => this.#begin());
  }

  #begin(): void {
    const {state, remembers, load, resume} = this.#options;
    if (!this.#host.isConnected || state().name !== 'idle') return;
    load();
    if (remembers()) resume();
    else this.watch();
  }

  /** Waits for the form to come near the part of the page that is seen, where it is not there already. */
  watch(): void {
    if (this.isNear) return this.wake();
    const {watch} = this.#options;
    // Put into the page by a script: where it stands is known when that is done.
    setTimeout(() => (isInSight(this.#host) ? this.wake() : watch()));
  }

  /** The shopper is about to use the element. */
  wake(): void {
    if (this.#options.state().name === 'idle' && !this.#host.inactive) this.#options.open();
  }
}

/**
 * True when an element is ready for use in the part of the page that is seen. Asking what lies at a point
 * would make the browser count the element, which is not drawn yet, as one that has shrunk.
 */
export function isInSight(element: HTMLElement): boolean {
  // Simulated pages show nothing.
  if (!('IntersectionObserver' in globalThis)) return false;
  const {right, top, bottom} = element.getBoundingClientRect();
  const isNear = top < innerHeight && bottom >= 0 && right > 0;
  return (
    isNear &&
    !isPrepared() &&
    element.matches('[session-url]:not([session-url=""],:disabled)') &&
    !!element.checkVisibility?.()
  );
}

/**
 * At once; in a page that the browser prepares before the shopper asks for it, when it is opened. Its frames
 * do not load before, and it may never be opened. Never in a copy of a page that Turbo shows while the page
 * is on its way: the page's own element comes in its place.
 */
export function whenOpened(begin: () => void): void {
  if (isPrerendered()) document.addEventListener('prerenderingchange', begin, {once: true});
  else if (!isPrepared()) begin();
}

/** @see https://wicg.github.io/nav-speculation/prerendering.html */
const isPrerendered = (): boolean => (document as {prerendering?: boolean}).prerendering === true;

export const isPrepared = (): boolean =>
  isPrerendered() || document.querySelector('[data-turbo-preview]') !== null;

/** How the storage keys of every element of this page begin. */
export const memoryPrefix = (): string => `card-vault:${location.pathname}:`;
