import {isBusy, type State} from '../../flow/index.js';
import type {FieldName} from '../options.js';
import {hasEnded, type Ended} from '../phases.js';

export interface LastEndingOptions {
  readonly session: {readonly state: State; open(): void};
  readonly store: {type(field: FieldName, text: string): void};
  readonly entries: {hide(field: FieldName): void};
  /** Knowledge of endings, once it is loaded. */
  readonly outcome: {
    readonly value: {keepsForm(state: Ended): boolean; needsAnotherCard(state: State): boolean} | undefined;
  };
}

/** How the last run ended, until the next save begins or the page empties the element. */
export class LastEnding {
  readonly #options: LastEndingOptions;
  value: Ended | undefined;
  /** A save came to nothing, and then its fresh fields did not open: their panel speaks of the money as well. */
  afterSave = false;

  constructor(options: LastEndingOptions) {
    this.#options = options;
  }

  /** The ending, where the form stays with it: fresh fields open by themselves, and it is said above the button. */
  get kept(): Ended | undefined {
    const {value} = this;
    return value && this.#options.outcome.value?.keepsForm(value) ? value : undefined;
  }

  stateChanged(state: State): void {
    if (hasEnded(state)) {
      const isOpening = state.name === 'failed' && !state.saving;
      this.afterSave = isOpening && (this.afterSave || this.kept !== undefined);
      this.value = state;
    } else if (isBusy(state) || state.name === 'idle') {
      this.value = undefined;
      this.afterSave = false;
    }
  }

  /** Opens fresh fields. The date of a card that cannot be used goes; name and address stay. */
  openAgain(): void {
    const {session, store, entries, outcome} = this.#options;
    if (outcome.value?.needsAnotherCard(session.state)) {
      store.type('expiry', '');
      entries.hide('expiry');
    }
    session.open();
  }
}
