import type {ReactiveController, ReactiveControllerHost} from 'lit';
import type {Timers} from '../../src/flow/index.js';

/** A host of controllers that is not `<card-vault>`: it counts updates and calls the controllers when a test says so. */
export class FakeHost extends HTMLElement implements ReactiveControllerHost {
  readonly controllers: ReactiveController[] = [];
  updates = 0;
  inactive = false;
  begunSession: object | undefined;
  required = true;
  /** Where a test has attached one. */
  get renderRoot(): ShadowRoot {
    return this.shadowRoot!;
  }
  readonly updateComplete = Promise.resolve(true);

  addController(controller: ReactiveController): void {
    this.controllers.push(controller);
  }
  removeController(): void {
    throw new Error('not used');
  }
  requestUpdate(): void {
    this.updates += 1;
  }

  update(): void {
    for (const controller of this.controllers) controller.hostUpdate?.();
    for (const controller of this.controllers) controller.hostUpdated?.();
  }
  connectedCallback(): void {
    for (const controller of this.controllers) controller.hostConnected?.();
  }
  disconnectedCallback(): void {
    for (const controller of this.controllers) controller.hostDisconnected?.();
  }
}
customElements.define('fake-host', FakeHost);

/** A host that belongs to the form around it, as `<card-vault>` does. */
export class FakeFormHost extends FakeHost {
  static readonly formAssociated = true;
  readonly internals = this.attachInternals();
}
customElements.define('fake-form-host', FakeFormHost);

/** A clock that stands still until a test moves it. */
export class FakeTimers implements Timers {
  time = new Date(2026, 10, 20).getTime();
  readonly #waiting = new Set<{at: number; callback: () => void}>();

  now(): number {
    return this.time;
  }
  after(ms: number, callback: () => void): () => void {
    const timer = {at: this.time + ms, callback};
    this.#waiting.add(timer);
    return () => this.#waiting.delete(timer);
  }

  get pending(): number {
    return this.#waiting.size;
  }
  advance(ms: number): void {
    this.time += ms;
    for (const timer of [...this.#waiting])
      if (timer.at <= this.time && this.#waiting.delete(timer)) timer.callback();
  }
}

/** True when the promise is settled by now, without waiting for more than what is queued already. */
export async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const pending = Symbol('pending');
  await Promise.resolve();
  return (await Promise.race([promise, Promise.resolve(pending)])) !== pending;
}
