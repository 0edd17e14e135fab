import type {ReactiveControllerHost} from 'lit';
import type {SaveOutcome, State} from '../../flow/index.js';
import {CardVaultError} from '../../protocol/index.js';
import {CardVaultErrorEvent} from '../events.js';
import type * as SaveRunModule from '../save-run.js';
import type {SaveRun} from '../save-run.js';
import {Lazy} from './lazy.js';

export interface SavingOptions extends Pick<SaveRun, 'session' | 'entries' | 'report' | 'disabled'> {
  readonly load: () => Promise<typeof SaveRunModule>;
}

/** `save()`: one at a time; every caller gets the same promise while it lasts. How it goes is in `save-run.ts`. */
export class Saving {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SavingOptions;
  readonly #body: Lazy<typeof SaveRunModule>;
  #running: Promise<SaveOutcome> | undefined;
  #stopped = false;
  #active = false;
  /** The script for the last save could not be loaded. */
  failed = false;

  constructor(host: ReactiveControllerHost & HTMLElement, options: SavingOptions) {
    this.#host = host;
    this.#options = options;
    this.#body = new Lazy(host, options.load);
  }

  /** With the live fields, ahead of its use: it must be there even when the connection is gone by then. */
  moved({name}: State): void {
    if (name === 'collecting') this.#body.preload();
  }

  /** From the call of `save()` on a complete card to its end; also while the script for it is on its way. */
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
    this.failed = false;
  }

  async #go(): Promise<SaveOutcome> {
    const {session, entries, disabled} = this.#options;
    this.#stopped = this.failed = false;
    const live = session.state.name === 'collecting' && !disabled();
    if (live && (entries.valid || !this.#body.value)) this.#setActive(true);
    const {runSave} = this.#body.value ?? (await this.#load());
    if (this.#active && !entries.valid) {
      this.#setActive(false);
      // What has to be put right takes the focus, so it must be open to input again.
      await this.#host.updateComplete;
    }
    return runSave({
      ...this.#options,
      host: this.#host,
      begin: () => this.#setActive(true),
      stopped: () => this.#stopped,
    });
  }

  #load(): Promise<typeof SaveRunModule> {
    return this.#body.load().catch((cause: unknown) => {
      this.failed = !this.#stopped;
      const message = 'The script that saves a card could not be loaded.';
      const error = new CardVaultError('shop-server-unreachable', message, {cause});
      this.#host.dispatchEvent(new CardVaultErrorEvent(error));
      throw error;
    });
  }

  #setActive(active: boolean): void {
    this.#active = active;
    this.#host.requestUpdate();
  }
}
