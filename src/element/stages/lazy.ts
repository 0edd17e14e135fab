import type {ReactiveControllerHost} from 'lit';
import type {CardVaultError} from '../../protocol/index.js';
import {lostScript} from '../../protocol/lost-script.js';
import {tell} from '../option.js';

/** A part of the element that is loaded when it is first needed; its arrival updates the host. */
export class Lazy<T> {
  readonly #host: ReactiveControllerHost;
  readonly #import: () => Promise<T>;
  #loading: Promise<T> | undefined;
  /** The part, once it is loaded. */
  value: T | undefined;
  /** Why the last attempt to load it failed. */
  failure: CardVaultError | undefined;

  constructor(host: ReactiveControllerHost, load: () => Promise<T>) {
    this.#host = host;
    this.#import = load;
  }

  /** The part, loaded once. A failed load is tried again at the next call. */
  load(): Promise<T> {
    return (this.#loading ??= this.#import().then(
      (value) => {
        this.value = value;
        this.failure = undefined;
        this.#host.requestUpdate();
        return value;
      },
      (cause: unknown) => {
        this.#loading = undefined;
        const failure = lostScript(cause);
        if (failure.code === 'unexpected') tell(this.#host as {readonly quiet?: boolean}, failure);
        if (!this.failure) this.#host.requestUpdate();
        this.failure = failure;
        throw cause;
      },
    ));
  }

  /** Loads the part ahead of its use; a failure is seen where the part is needed. */
  preload(): void {
    this.load().catch(() => undefined);
  }
}
