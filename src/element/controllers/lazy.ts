import type {ReactiveControllerHost} from 'lit';

/** A part of the element that is loaded when it is first needed; its arrival updates the host. */
export class Lazy<T> {
  readonly #host: ReactiveControllerHost;
  readonly #import: () => Promise<T>;
  #loading: Promise<T> | undefined;
  /** The part, once it is loaded. */
  value: T | undefined;
  /** The last attempt to load it failed. */
  failed = false;

  constructor(host: ReactiveControllerHost, load: () => Promise<T>) {
    this.#host = host;
    this.#import = load;
  }

  /** The part, loaded once. A failed load is tried again at the next call. */
  load(): Promise<T> {
    return (this.#loading ??= this.#import().then(
      (value) => {
        this.value = value;
        this.failed = false;
        this.#host.requestUpdate();
        return value;
      },
      (cause: unknown) => {
        this.#loading = undefined;
        if (!this.failed) {
          this.failed = true;
          this.#host.requestUpdate();
        }
        throw cause;
      },
    ));
  }

  /** Loads the part ahead of its use; a failure is seen where the part is needed. */
  preload(): void {
    this.load().catch(() => undefined);
  }
}
