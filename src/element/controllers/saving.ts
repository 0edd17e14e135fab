import type {ReactiveControllerHost} from 'lit';
import type {SaveOutcome, State} from '../../flow/index.js';
import {CardVaultError} from '../../protocol/index.js';
import type * as SaveRunModule from '../save-run.js';
import type {SaveRun} from '../save-run.js';
import {Lazy} from './lazy.js';

export type SavingOptions = Pick<SaveRun, 'session' | 'entries' | 'report' | 'disabled'>;

/** `save()`: one at a time; every caller gets the same promise while it lasts. How it goes is in `save-run.ts`. */
export class Saving {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SavingOptions;
  readonly #body: Lazy<typeof SaveRunModule>;
  #running: Promise<SaveOutcome> | undefined;
  #stopped = false;
  #active = false;

  constructor(host: ReactiveControllerHost & HTMLElement, options: SavingOptions) {
    this.#host = host;
    this.#options = options;
    this.#body = new Lazy(host, () => import('../save-run.js'));
  }

  /** With the live fields, ahead of its use: it must be there even when the connection is gone by then. */
  moved({name}: State): void {
    if (name === 'collecting') this.#body.preload();
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

  async #go(): Promise<SaveOutcome> {
    this.#stopped = false;
    const {runSave} = this.#body.value ?? (await this.#load());
    return runSave({
      ...this.#options,
      host: this.#host,
      begin: () => this.#setActive(true),
      stopped: () => this.#stopped,
    });
  }

  #load(): Promise<typeof SaveRunModule> {
    return this.#body.load().catch((cause: unknown) => {
      const message = 'The script that saves a card could not be loaded.';
      throw new CardVaultError('shop-server-unreachable', message, {cause});
    });
  }

  #setActive(active: boolean): void {
    this.#active = active;
    this.#host.requestUpdate();
  }
}
