import type {State} from '../../flow/index.js';
import {isLoading} from '../phases.js';
import type {EnteredFields} from './early-entries.js';
import type {Say} from './locale.js';

export interface FormValueInput {
  readonly state: State;
  readonly entries: EnteredFields;
  readonly say: Say;
  readonly required: boolean;
  /** A save is under way; the form's submission is held, not refused. */
  readonly saving: boolean;
  readonly anchor: HTMLElement | undefined;
}

/**
 * Keeps the element's part in its form: value (the token), validity, and the state for Back, which only
 * Chromium restores. A complete card that is not saved yet is valid: the submission itself saves it.
 */
export class FormValue {
  readonly #internals: ElementInternals;
  #value: string | undefined;

  constructor(internals: ElementInternals) {
    this.#internals = internals;
  }

  get value(): string {
    return this.#value ?? '';
  }

  update(input: FormValueInput): void {
    const {state} = input;
    const value = state.name === 'saved' ? state.outcome.paymentMethod.token : '';
    if (value !== this.#value) {
      this.#value = value;
      this.#internals.setFormValue(
        value || null,
        state.name === 'saved' ? JSON.stringify(state.outcome) : null,
      );
    }
    this.#validate(input);
    this.#show(input);
  }

  /** Custom states, for the page's style sheets. */
  #show({state, saving}: FormValueInput): void {
    const {states} = this.#internals;
    const shown = {
      loading: isLoading(state),
      busy: saving,
      saved: state.name === 'saved',
      stopped: state.name === 'stopped',
      failed: state.name === 'failed',
    };
    for (const [name, on] of Object.entries(shown)) states[on ? 'add' : 'delete'](name);
  }

  #validate({state, entries, say, required, saving, anchor}: FormValueInput): void {
    const field = entries.firstProblem;
    const due = required || !entries.empty;
    if (state.name === 'saved' || saving || !due) this.#internals.setValidity({});
    else if (state.name === 'stopped' || state.name === 'failed')
      this.#internals.setValidity({valueMissing: true}, say('formIncomplete'), anchor);
    else if (field) {
      const {key, values} = entries.problem(field)!;
      const flags = entries.status(field).empty ? {valueMissing: true} : {badInput: true};
      this.#internals.setValidity(flags, say(key, values), anchor);
    } else this.#internals.setValidity({});
  }
}
