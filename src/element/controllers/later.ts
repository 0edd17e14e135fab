import type {ReactiveControllerHost} from 'lit';

/** A part of the element that is loaded when it is first needed; the host is updated when it has arrived. */
export class Later<T> {
  readonly #host: ReactiveControllerHost;
  readonly #load: () => Promise<T>;
  #value: T | undefined;
  #loading: Promise<T> | undefined;
  /** The last attempt to load it did not succeed. */
  failed = false;

  constructor(host: ReactiveControllerHost, load: () => Promise<T>) {
    this.#host = host;
    this.#load = load;
  }

  /** Loads it, or gives what was loaded. A failed load is tried again at the next call. */
  load(): Promise<T> {
    return (this.#loading ??= this.#load().then(
      (value) => {
        this.#value = value;
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

  /** The part if it is here. */
  get loaded(): T | undefined {
    return this.#value;
  }

  /** The part if it is here; asks for it otherwise. */
  get value(): T | undefined {
    if (this.#value === undefined && this.#loading === undefined) this.load().catch(() => undefined);
    return this.#value;
  }
}
