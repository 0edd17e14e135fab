import type {ReactiveControllerHost} from 'lit';
import {
  isBusy,
  type SaveOutcome,
  type State,
  type StateName,
  type StoppedOutcome,
  type Timers,
} from '../../flow/index.js';
import {
  CardVaultStoppedEvent,
  CardVaultBeforeSaveEvent,
  CardVaultEvent,
  CardVaultSavedEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
} from '../events.js';
import {Deferred} from './deferred.js';
import {interrupted, type SessionController} from './session.js';
import {readName} from '../../protocol/cardholder-name.js';
import {CardVaultError, type Consent} from '../../protocol/index.js';
import type {Entries} from '../fields/entries.js';
import {hasEnded} from '../phases.js';
import type {StepUpMode} from '../options.js';

export interface SavingOptions {
  readonly session: Pick<SessionController, 'busy' | 'save' | 'state' | 'whenReady'>;
  readonly entries: Pick<Entries, 'brand' | 'fields' | 'firstProblem' | 'read' | 'settled' | 'valid'> & {
    readonly brands: {readonly problem: object | undefined};
  };
  readonly store: {readonly cardholderName: string; readonly consent: Consent | undefined};
  readonly timers: Pick<Timers, 'after'>;
  /** Shows every error and puts the focus on the first. */
  readonly report: () => void;
  readonly disabled: () => boolean;
  /** Language of the page, as a BCP 47 tag. */
  readonly language: () => string;
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
 * `save()`: one at a time; every caller gets the same promise while it lasts.
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
  stateChanged(state: State, previous: State): void {
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

  /** One save, from the fields being live to its end. */
  async #go(): Promise<SaveOutcome> {
    const {session, entries, report, disabled} = this.#options;
    this.#stopped = false;
    if (session.state.name === 'collecting' && !disabled() && entries.valid) this.#setActive(true);
    if (this.#isUnderWay) return this.#result();
    if (disabled()) throw new CardVaultError('not-ready', 'The element is disabled.');
    if (session.state.name === 'failed' && !session.state.saving) throw session.state.error;
    if (hasEnded(session.state)) {
      report();
      throw new CardVaultError('card-incomplete', 'The last attempt is over; start again.');
    }
    // Nothing is waited for without need: the frame is asked for the card in the task of the press, before the
    // busy form is drawn.
    if (session.state.name !== 'collecting') await session.whenReady();
    // A run that an earlier page has begun is taken up.
    if (this.#isUnderWay) return this.#result();
    if (!entries.valid) await entries.settled();
    this.#check();
    this.#setActive(true);
    const delay = this.#ask();
    if (delay) await delay;
    if (this.#stopped) throw refused('cancel() was called before the card was sent.');
    this.#send(this.#check());
    return this.#result();
  }

  get #isUnderWay(): boolean {
    const {state} = this.#options.session;
    return state.name === 'saved' || isBusy(state);
  }

  /** The page may prevent a save, or delay it. */
  #ask(): Promise<unknown> | undefined {
    const {brand, fields} = this.#options.entries;
    const {cardholderName, consent} = this.#options.store;
    const event = new CardVaultBeforeSaveEvent({
      brand,
      cardholderName: fields.includes('name') ? cardholderName : undefined,
      consent,
    });
    if (!this.#host.dispatchEvent(event)) throw refused('A listener of card-vault-before-save prevented it.');
    return event.settled()?.catch((cause: unknown) => {
      throw refused('A promise given to card-vault-before-save was rejected.', cause);
    });
  }

  /**
   * Reads the entries again; they may have changed, or the fields may have been renewed, while the page's
   * promises ran.
   */
  #check(): NonNullable<ReturnType<Entries['read']>> {
    const {session, entries, report} = this.#options;
    const input = session.state.name === 'collecting' ? entries.read() : undefined;
    if (input) return input;
    report();
    const field = entries.firstProblem;
    const brand = field === 'number' && entries.brands.problem;
    throw new CardVaultError(
      brand ? 'brand-not-accepted' : 'card-incomplete',
      'The card details are not complete or not right.',
      field && {field},
    );
  }

  #send(input: NonNullable<ReturnType<Entries['read']>>): void {
    const {session, entries, language, store} = this.#options;
    const {consent} = store;
    const cardholderName = entries.fields.includes('name') ? readName(store.cardholderName) : '';
    session.save({...input, cardholderName, language: language(), ...(consent && {consent})});
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

function refused(message: string, cause?: unknown): CardVaultError {
  return new CardVaultError('not-ready', message, {cause, retryable: true});
}

/** Tells the page of a save: the bank's page, and the outcome. Names are only added (decision 0008). */
export function reportSave(target: EventTarget, state: State, previous: State, mode: StepUpMode): void {
  const tracker = state.session?.tracker;
  if (state.name === 'stepping-up' && previous.name !== 'stepping-up')
    target.dispatchEvent(new CardVaultStepUpOpenEvent({mode, tracker}));
  if (previous.name === 'stepping-up' && state.name !== 'stepping-up')
    target.dispatchEvent(
      new CardVaultStepUpCloseEvent({
        mode,
        tracker: tracker ?? previous.session?.tracker,
        ended: state.stepUpEnded ?? 'interrupted',
      }),
    );
  if (state.name === previous.name && state.run === previous.run) return;
  if (state.name === 'saved') {
    const {outcome} = state;
    const isPaid = outcome.outcome === 'paid';
    target.dispatchEvent(
      isPaid ? new CardVaultEvent('card-vault-paid', outcome) : new CardVaultSavedEvent(outcome),
    );
  }
  if (state.name === 'stopped') target.dispatchEvent(new CardVaultStoppedEvent(state.outcome));
}
