import {controlsOf, requestSubmit, type OwnerFormController, type SubmitButton} from './owner-form.js';
import type {Submitting} from './submitting.js';

/** What Enter in a native input would do. False when no form owns the element. */
export function submitOwner(owner: OwnerFormController): boolean {
  const {form} = owner;
  if (!form) return false;
  const button = owner.defaultButton();
  if (!button) requestSubmit(form);
  else if (!button.disabled) owner.press(button);
  return true;
}

/**
 * What to do when the browser has refused to submit the form. `button` is the button that was pressed, if one
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
