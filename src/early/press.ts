import {own} from './document.js';
import type {EarlyPage} from './page.js';

/** Hands the element a press on a field that was only drawn, unless the shopper has gone elsewhere since. */
export function rememberPress({tag}: EarlyPage): void {
  let field: string | undefined;
  const note = (event: Event): void => {
    const pressed = (event.composedPath()[0] as Element).closest('div.form .field');
    if (pressed) field = pressed.classList[1];
  };
  tag.addEventListener('mousedown', note);
  void customElements
    .whenDefined(tag.localName)
    .then(() => tag.updateComplete)
    .then(() => {
      tag.removeEventListener('mousedown', note);
      const drawn =
        field && own('activeElement') === own('body') && tag.shadowRoot!.querySelector(`.field.${field}`);
      if (!drawn) return;
      const input = drawn.querySelector('input');
      if (input) input.focus();
      else
        drawn
          .querySelector('.box')!
          .dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
    });
}
