import type {ReactiveControllerHost} from 'lit';
import type {State} from '../../flow/index.js';
import {hasEnded, isLoading} from '../phases.js';
import type {FieldName} from '../options.js';
import {type OwnerFormController, controlsOf, requestSubmit, type SubmitButton} from './owner-form.js';
import type {Problem} from '../fields.js';

export interface SubmittingHost {
  readonly inactive: boolean;
  readonly required: boolean;
}

export interface SubmittingOptions {
  readonly state: () => State;
  readonly saving: {readonly active: boolean; run(): Promise<unknown>; succeeds(): Promise<boolean>};
  readonly entries: {
    readonly valid: boolean;
    readonly firstProblem: FieldName | undefined;
    problem(field: FieldName): Problem | undefined;
    revealAll(): void;
    settled(): Promise<void>;
  };
  readonly store: {readonly empty: boolean};
  /** The form that owns the element. */
  readonly form: {
    /** Submits the form; false when the element has none. */
    submit(): boolean;
    /** The submission that follows in this turn takes the card with it. */
    carry(): void;
  };
  readonly announce: (field: FieldName, problem: Problem) => void;
  readonly focus: (field: FieldName) => void;
  /** Opens fresh fields after a run. */
  readonly again: () => void;
  /** A press while the fields load: says so, and the number gets the focus when they are live. */
  readonly early: () => void;
}

/**
 * The tracker of a run that failed when the card may already have been saved, or money held. The next attempt
 * asks about it first.
 */
const unsettledTracker = (state: State): string | undefined =>
  state.name === 'failed' && state.unsettled ? (state.session ?? state.resuming)?.tracker : undefined;

/** Handles Enter, the element's own button and the owner form's submission. */
export class Submitting {
  readonly #host: SubmittingHost & ReactiveControllerHost;
  readonly #options: SubmittingOptions;
  /** The form's submission waits for the card. */
  holds = false;
  /**
   * The tracker of the run that a submission has waited for, while it is not known whether the card was
   * saved.
   */
  #owed: string | undefined;

  constructor(host: SubmittingHost & ReactiveControllerHost, options: SubmittingOptions) {
    this.#host = host;
    this.#options = options;
  }

  /** Enter in any field, or the element's own button: as the form itself would submit, once. */
  submit(): void {
    const {saving, form} = this.#options;
    if (saving.active || this.#host.inactive || this.#goesElsewhere(true)) return;
    if (!form.submit()) saving.run().catch(() => undefined);
  }

  /** The form's submission is held: saves the card; true when the form may go on. */
  async save(): Promise<boolean> {
    const {state, saving} = this.#options;
    if (unsettledTracker(state())) this.#options.again();
    else if (this.#goesElsewhere(true)) return false;
    this.holds = true;
    const isSaved = await saving.succeeds();
    this.holds = false;
    this.#owed = isSaved ? undefined : unsettledTracker(state());
    if (isSaved) this.#options.form.carry();
    return isSaved;
  }

  /**
   * Handles the button of an ended run: opens fresh fields. Where the card may already be saved, asks about
   * that first, and makes the submission that has waited for the card.
   */
  async again(): Promise<void> {
    const {state, form, again} = this.#options;
    const tracker = unsettledTracker(state());
    if (!tracker || tracker !== this.#owed) again();
    else if (await this.#isSavedAfterAll()) form.submit();
  }

  /** Asks how the last run ended; true when its card is saved. */
  async #isSavedAfterAll(): Promise<boolean> {
    const {state, saving, again} = this.#options;
    again();
    const isSaved = await saving.succeeds();
    this.#owed = isSaved ? undefined : unsettledTracker(state());
    // The form has the card's token once the element is drawn.
    await this.#host.updateComplete;
    if (isSaved) this.#options.form.carry();
    return isSaved;
  }

  /**
   * Without live fields there is nothing to save: the press opens fresh ones, or is remembered until they are
   * live.
   */
  #goesElsewhere(pressed: boolean): boolean {
    const {state, early} = this.#options;
    if (isLoading(state())) early();
    else if (pressed && hasEnded(state())) void this.again();
    else return false;
    return true;
  }

  /**
   * The browser refused to submit the form: shows why, unless the last digit was still on its way from a
   * frame.
   * @param first the element is the first of the form's invalid controls.
   * @param press presses the button again that the shopper pressed; undefined where none was.
   */
  async refused(first: boolean, press: (() => void) | undefined): Promise<void> {
    const {entries, state, store} = this.#options;
    if (!first) return isLoading(state()) ? undefined : entries.revealAll();
    if (press && unsettledTracker(state())) return (await this.#isSavedAfterAll()) ? press() : undefined;
    if (this.#goesElsewhere(press !== undefined)) return;
    if (press) {
      await entries.settled();
      await this.#host.updateComplete;
      if (entries.valid || (store.empty && !this.#host.required)) return press();
    }
    this.report();
  }

  /** Shows every error, announces the first and puts the focus there. */
  report(): void {
    const {entries, announce, focus} = this.#options;
    entries.revealAll();
    const field = entries.firstProblem;
    const problem = field && entries.problem(field);
    if (problem) announce(field, problem);
    focus(field ?? 'number');
  }
}

export interface CarriedHost {
  readonly inactive: boolean;
  readonly value: string;
  getAttribute(name: string): string | null;
}

/**
 * Has the submission that waited for the card carry it, where the page has disabled the element meanwhile, as
 * pages do with their forms; the button that was pressed too. A browser takes the values of controls at the
 * press, and leaves out what is disabled then.
 */
export function carryCard(host: CarriedHost, owner: Pick<OwnerFormController, 'button' | 'form'>): void {
  const {form} = owner;
  if (!form) return;
  const end = new AbortController();
  const add = ({formData}: FormDataEvent): void => {
    const name = host.getAttribute('name');
    if (host.inactive && name) formData.set(name, host.value);
    const {button} = owner;
    if (button?.disabled && button.name && button.type === 'submit')
      formData.append(button.name, button.value);
  };
  // A control of the form may be named like a member of it.
  EventTarget.prototype.addEventListener.call(form, 'formdata', add as (event: Event) => void, {
    signal: end.signal,
  });
  // The submission is made in this turn.
  setTimeout(() => end.abort());
}

/** Submits as Enter in a native input would. False when no form owns the element. */
export function submitOwner(owner: OwnerFormController): boolean {
  const {form} = owner;
  if (!form) return false;
  const button = owner.defaultButton();
  if (!button) requestSubmit(form);
  else if (!button.disabled) owner.press(button);
  return true;
}

/**
 * Called when the browser has refused to submit the form. `button` is the button that was pressed, if one
 * was: it is pressed again when the card turns out to be complete.
 */
export const refusedBy =
  (owner: OwnerFormController, host: Element, submitting: Pick<Submitting, 'refused'>) =>
  (button: SubmitButton | undefined): void => {
    const again = button && (() => button.form === owner.form && owner.press(button));
    // A fieldset is invalid where one of its controls is.
    const invalid = controlsOf(owner.form).find((control) => control.matches(':invalid:not(fieldset)'));
    void submitting.refused(invalid === undefined || invalid === host, again);
  };
