import type {OwnerFormController} from './owner-form.js';

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
