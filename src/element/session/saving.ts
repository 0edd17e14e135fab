import type {ReactiveControllerHost} from 'lit';
import {
  isBusy,
  type SaveOutcome,
  type State,
  type StateName,
  type StoppedOutcome,
  type Timers,
} from '../../flow/index.js';
import {CardVaultStoppedEvent} from '../events.js';
import {runSave, type SaveRun} from './save-run.js';
import {Deferred} from '../stages/deferred.js';
import {interrupted} from './session.js';

export interface SavingOptions extends Pick<
  SaveRun,
  'session' | 'entries' | 'report' | 'disabled' | 'language'
> {
  readonly timers: Pick<Timers, 'after'>;
}

/** Milliseconds after which the form shows what a save does. To a shopper this is at once. */
const unseen = 100;
/**
 * Steps that begin the wait again, and its length in milliseconds. On a slow processor with a fast network,
 * the answer to the first request would arrive while the form is being drawn, and be read late. While the
 * page for device data loads there is time to draw: it takes longer, and another process does it.
 */
const anew: Readonly<Partial<Record<StateName, number>>> = {
  'setting-up': unseen,
  'collecting-device-data': 30,
};
/** The steps that a shopper only waits for. */
const quiet: readonly StateName[] = [
  'tokenizing',
  'setting-up',
  'collecting-device-data',
  'enrolling',
  'authorizing',
  'completing',
];

/**
 * `save()`: one at a time; every caller gets the same promise while it lasts. How it goes is in
 * `save-run.ts`.
 */
export class Saving {
  readonly #host: ReactiveControllerHost & HTMLElement;
  readonly #options: SavingOptions;
  #running: Promise<SaveOutcome> | undefined;
  #outcome: Deferred<SaveOutcome> | undefined;
  #stopped = false;
  #active = false;
  #held: Deferred<void> | undefined;
  #stopWaiting: (() => void) | undefined;

  constructor(host: ReactiveControllerHost & HTMLElement, options: SavingOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** From the call of `save()` on a complete card to its end. */
  get active(): boolean {
    return this.#active || this.#options.session.busy;
  }

  /**
   * Settles when the form may be drawn. Frames and answers of a save need the same thread as drawing does,
   * and they come first. Undefined when there is nothing to wait for.
   */
  pause(): Promise<void> | undefined {
    if (quiet.includes(this.#options.session.state.name)) this.#hold();
    return this.#held?.promise;
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
    if (!quiet.includes(state.name)) this.#draw();
    const wait = anew[state.name];
    if (wait !== undefined && this.#held) this.#drawAfter(wait);
    if (state.name === 'failed') this.#take()?.reject(state.error);
    else if (state.name === 'saved' || state.name === 'stopped') this.#take()?.resolve(state.outcome);
    // Back at the fields with an error, or fields of a new session: the attempt is over, nothing was sent on.
    const error = 'error' in state ? state.error : undefined;
    const isBack = (state.name === 'collecting' || state.name === 'capturing') && (isBusy(previous) || error);
    const isAnew = state.name === 'opening' && !state.resuming;
    // The script of the save was still on its way.
    const isCancelled = state.name === 'idle' && previous.name === 'collecting' && this.#stopped;
    if (isBack || isAnew || isCancelled) this.#take()?.reject(error ?? interrupted());
  }

  /** The element was reset or removed. */
  abandoned({session}: State): void {
    const waiting = this.#take();
    if (!waiting) return;
    const outcome: StoppedOutcome = {
      outcome: 'stopped',
      reason: 'cancelled',
      cause: 'interrupted',
      authentication: undefined,
      tracker: session?.tracker,
    };
    // After a reset the element is still in its page, which hears of each end of a save.
    if (this.#host.isConnected) this.#host.dispatchEvent(new CardVaultStoppedEvent(outcome));
    waiting.resolve(outcome);
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
    if (active === this.#active) return;
    this.#active = active;
    if (active) this.#hold();
    else this.#draw();
    this.#host.requestUpdate();
  }

  #hold(): void {
    if (this.#held) return;
    this.#held = new Deferred();
    this.#drawAfter(unseen);
  }

  #drawAfter(wait: number): void {
    this.#stopWaiting?.();
    this.#stopWaiting = this.#options.timers.after(wait, () => this.#draw());
  }

  #draw(): void {
    this.#stopWaiting?.();
    this.#held?.resolve();
    this.#held = undefined;
  }
}
