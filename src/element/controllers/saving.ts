import type {ReactiveControllerHost} from 'lit';
import {isBusy, type SaveOutcome, type State} from '../../flow/index.js';
import {runSave, type SaveRun} from '../save-run.js';
import {Deferred} from './deferred.js';
import {interrupted} from './session.js';

export type SavingOptions = Pick<SaveRun, 'session' | 'entries' | 'report' | 'disabled' | 'language'>;

/** `save()`: one at a time; every caller gets the same promise while it lasts. How it goes is in `save-run.ts`. */
export class Saving {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SavingOptions;
  #running: Promise<SaveOutcome> | undefined;
  #outcome: Deferred<SaveOutcome> | undefined;
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
    if (this.#running) return this.#running;
    // Set before the save begins: its listeners run at once, and may call `save()` themselves.
    const running = new Deferred<SaveOutcome>();
    this.#running = running.promise.finally(() => {
      this.#running = undefined;
      this.#setActive(false);
    });
    this.#go().then(running.resolve, running.reject);
    return this.#running;
  }

  /** Saves; true when the card is saved. */
  succeeds(): Promise<boolean> {
    return this.run().then(
      ({outcome}) => outcome !== 'stopped',
      () => false,
    );
  }

  /** Stops a save that still waits for the page's own promises. */
  cancel(): void {
    this.#stopped = true;
  }

  /** The end of a run is the end of its save. */
  moved(state: State, previous: State): void {
    if (state.name === 'failed') this.#take()?.reject(state.error);
    else if (state.name === 'saved' || state.name === 'stopped') this.#take()?.resolve(state.outcome);
    // Back at the fields with an error: the attempt is over, nothing was sent on.
    const error = 'error' in state ? state.error : undefined;
    if ((state.name === 'collecting' || state.name === 'capturing') && (isBusy(previous) || error))
      this.#take()?.reject(error ?? interrupted());
  }

  /** The element was reset or removed. */
  abandoned({session}: State): void {
    this.#take()?.resolve({
      outcome: 'stopped',
      reason: 'cancelled',
      cause: 'interrupted',
      authentication: undefined,
      tracker: session?.tracker,
    });
  }

  #take(): Deferred<SaveOutcome> | undefined {
    const outcome = this.#outcome;
    this.#outcome = undefined;
    return outcome;
  }

  /** How the run that is under way ends. */
  #result(): Promise<SaveOutcome> {
    const {state} = this.#options.session;
    if (state.name === 'saved') return Promise.resolve(state.outcome);
    return (this.#outcome ??= new Deferred()).promise;
  }

  #go(): Promise<SaveOutcome> {
    const {session, entries, disabled} = this.#options;
    this.#stopped = false;
    if (session.state.name === 'collecting' && !disabled() && entries.valid) this.#setActive(true);
    return runSave({
      ...this.#options,
      host: this.#host,
      result: () => this.#result(),
      begin: () => this.#setActive(true),
      stopped: () => this.#stopped,
    });
  }

  #setActive(active: boolean): void {
    this.#active = active;
    this.#host.requestUpdate();
  }
}
