import type {ReactiveControllerHost} from 'lit';
import {isBusy, type SaveOutcome} from '../../flow/index.js';
import {CardVaultError} from '../../protocol/index.js';
import {hasEnded} from '../phases.js';
import {CardVaultBeforeSaveEvent} from '../events.js';
import type {Entries} from './entries.js';
import type {SessionController} from './session.js';

export interface SavingOptions {
  readonly session: SessionController;
  readonly entries: Entries;
  /** Shows every error and puts the focus on the first. */
  readonly report: () => void;
  readonly disabled: () => boolean;
}

/** `save()`: one at a time; every caller gets the same promise while it lasts. */
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

  async #go(): Promise<SaveOutcome> {
    const {session, entries, report, disabled} = this.#options;
    this.#stopped = false;
    if (session.state.name === 'saved' || isBusy(session.state)) return session.result();
    if (disabled()) throw new CardVaultError('not-ready', 'The element is disabled.');
    if (session.state.name === 'failed' && !session.state.saving) throw session.state.error;
    if (hasEnded(session.state)) {
      report();
      throw new CardVaultError('card-incomplete', 'The last attempt is over; start again.');
    }
    await session.whenReady();
    await entries.settled();
    this.#check(report);
    this.#setActive(true);
    const event = new CardVaultBeforeSaveEvent({
      brand: entries.brand,
      cardholderName: entries.fields.includes('name') ? entries.cardholderName : undefined,
    });
    if (!this.#host.dispatchEvent(event)) throw refused('A listener of card-vault-before-save prevented it.');
    await event.settled().catch((cause: unknown) => {
      throw refused('A promise given to card-vault-before-save was rejected.', cause);
    });
    if (this.#stopped) throw refused('cancel() was called before the card was sent.');
    return session.save(this.#check(report));
  }

  /** What was entered; it may have changed, or the fields may have been renewed, while the page's promises ran. */
  #check(report: () => void): NonNullable<ReturnType<Entries['read']>> {
    const {entries, session} = this.#options;
    const input = session.state.name === 'collecting' ? entries.read() : undefined;
    if (input) return input;
    report();
    const field = entries.firstProblem;
    const brand = field === 'number' && entries.problem('number')?.key === 'brandNotAccepted';
    throw new CardVaultError(
      brand ? 'brand-not-accepted' : 'card-incomplete',
      'The card details are not complete or not right.',
      field && {field},
    );
  }

  #setActive(active: boolean): void {
    this.#active = active;
    this.#host.requestUpdate();
  }
}

function refused(message: string, cause?: unknown): CardVaultError {
  return new CardVaultError('not-ready', message, {cause, retryable: true});
}
