import {DeferredElement} from '../deferred-element.js';

/** An element that is a control of its form, with what pages and form libraries expect of one. */
export abstract class FormControlElement extends DeferredElement {
  static readonly formAssociated = true;
  abstract disabled: boolean;
  #formDisabled = false;
  #isQuiet = false;

  constructor() {
    super();
    this.addEventListener(
      'invalid',
      (event) => event.target === this && !this.#isQuiet && this.refuse(event),
    );
  }

  /** The browser does not submit the form, because of this control. */
  protected abstract refuse(event: Event): void;

  get form(): HTMLFormElement | null {
    return this.internals.form;
  }
  get labels(): NodeList {
    return this.internals.labels;
  }
  get validity(): ValidityState {
    return this.internals.validity;
  }
  get validationMessage(): string {
    return this.internals.validationMessage;
  }
  get willValidate(): boolean {
    return this.internals.willValidate;
  }
  /** Disabled by itself or by its form. */
  get inactive(): boolean {
    return this.disabled || this.#formDisabled;
  }
  formDisabledCallback(disabled: boolean): void {
    this.#formDisabled = disabled;
    this.requestUpdate();
  }
  /** Says whether the form may be submitted; shows nothing. */
  checkValidity(): boolean {
    this.#isQuiet = true;
    const valid = this.internals.checkValidity();
    this.#isQuiet = false;
    return valid;
  }
  /** Says whether the form may be submitted; shows every error and goes to the first. */
  reportValidity(): boolean {
    return this.internals.reportValidity();
  }
}
