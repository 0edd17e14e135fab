import type {State} from '../../flow/index.js';
import {isLoading} from '../phases.js';
import type {FieldStore} from '../fields/field-store.js';
import type {Say} from '../shopper/locale.js';

export interface FormValueInput {
  readonly state: State;
  readonly store: Pick<FieldStore, 'empty' | 'rules'>;
  readonly say: Say;
  readonly required: boolean;
  /** A save is under way; the form's submission is held, not refused. */
  readonly saving: boolean;
  readonly anchor: HTMLElement | undefined;
}

/** The token of the card that the form shows as saved. */
export const tokenOf = (state: State): string =>
  state.name === 'saved' ? state.outcome.paymentMethod.token : '';

/**
 * Keeps the element's part in its form: value (the token), validity, and the state for Back, which only
 * Chromium restores. A complete card that is not saved yet is valid: the submission itself saves it.
 */
export class FormValue {
  readonly #host: EventTarget;
  readonly #internals: ElementInternals;
  readonly #asksNothing: (() => boolean) | undefined;
  #value: string | undefined;
  #last: FormValueInput | undefined;
  #isQuiet = false;
  /** An error of the page's own. */
  custom = '';
  /** Whether that error is shown. */
  isRevealed = false;

  /** @param asksNothing nothing is required, because the page does not show the element. */
  constructor(host: EventTarget, internals: ElementInternals, asksNothing?: () => boolean) {
    this.#host = host;
    this.#internals = internals;
    this.#asksNothing = asksNothing;
  }

  /** Changes that the page makes itself cause no event. */
  quietly(change: () => void): void {
    this.#isQuiet = true;
    change();
    this.#isQuiet = false;
  }

  setCustom(message: string): void {
    this.custom = message;
    this.isRevealed &&= message !== '';
    this.revalidate();
  }

  revalidate(): void {
    if (this.#last) this.#validate(this.#last);
    else this.#setValidity({});
  }

  /** Called at each move: a listener may read the form at once. */
  take(state: State): void {
    const value = tokenOf(state);
    const before = this.#value;
    if (value === before) return;
    this.#value = value;
    this.#internals.setFormValue(
      value || null,
      state.name === 'saved' ? JSON.stringify(state.outcome) : null,
    );
    if (before !== undefined && !this.#isQuiet) reportValue(this.#host);
  }

  update(input: FormValueInput): void {
    this.take(input.state);
    this.#validate((this.#last = input));
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

  #validate({state, store, say, required, saving, anchor}: FormValueInput): void {
    const {rules} = store;
    const field = rules ? rules.firstProblem : 'number';
    const due = (required || !store.empty) && !this.#asksNothing?.();
    if (state.name === 'saved' || saving || !due) this.#setValidity({});
    else if (state.name === 'stopped' || state.name === 'failed')
      this.#setValidity({valueMissing: true}, say('formIncomplete'), anchor);
    else if (field) {
      const {key, values} = rules?.problem(field) ?? {key: 'numberMissing' as const};
      const flags = rules && !rules.status(field).empty ? {badInput: true} : {valueMissing: true};
      this.#setValidity(flags, say(key, values), anchor);
    } else this.#setValidity({});
  }

  #setValidity(...given: Parameters<ElementInternals['setValidity']>): void {
    const {custom} = this;
    if (custom) this.#internals.setValidity({...given[0], customError: true}, custom, given[2]);
    else this.#internals.setValidity(...given);
  }
}

/** As a control of the platform tells of its value. */
export function reportValue(host: EventTarget): void {
  for (const type of ['input', 'change'])
    host.dispatchEvent(new CustomEvent(type, {bubbles: true, composed: type === 'input'}));
}
