import type {ReactiveControllerHost} from 'lit';
import type {SaveOutcome} from '../../flow/index.js';
import {runSave, type SaveRun} from '../save-run.js';

export type SavingOptions = Pick<SaveRun, 'session' | 'entries' | 'report' | 'disabled'>;

/** `save()`: one at a time; every caller gets the same promise while it lasts. How it goes is in `save-run.ts`. */
export class Saving {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SavingOptions;
  #running: Promise<SaveOutcome> | undefined;
  #stopped = false;
  #active = false;

  constructor(host: ReactiveControllerHost & HTMLElement, options: SavingOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** From the call of `save()` on a complete card to its end. */
  get active(): boolean {
    return this.#active || this.#options.session.busy;
  }

  run(): Promise<SaveOutcome> {
    return (this.#running ??= this.#go().finally(() => {
      this.#running = undefined;
      this.#setActive(false);
    }));
  }

  /** Saves; true when the card is saved. */
  succeeds(): Promise<boolean> {
    return this.run().then(
      ({outcome}) => outcome === 'saved',
      () => false,
    );
  }

  /** Stops a save that still waits for the page's own promises. */
  cancel(): void {
    this.#stopped = true;
  }

  #go(): Promise<SaveOutcome> {
    const {session, entries, disabled} = this.#options;
    this.#stopped = false;
    if (session.state.name === 'collecting' && !disabled() && entries.valid) this.#setActive(true);
    return runSave({
      ...this.#options,
      host: this.#host,
      begin: () => this.#setActive(true),
      stopped: () => this.#stopped,
    });
  }

  #setActive(active: boolean): void {
    this.#active = active;
    this.#host.requestUpdate();
  }
}
