import {own} from './document.js';

/**
 * Gives a press on a field that was only drawn to that field in the form that works, unless the shopper has
 * gone elsewhere since.
 */
export function repeatPress(root: ParentNode, pressed: EventTarget | undefined): void {
  const field = (pressed as Element | undefined)?.closest('.field')?.classList[1];
  const drawn = field && own('activeElement') === own('body');
  const box = drawn && root.querySelector(`.field.${field} .box`);
  if (!box) return;
  const input = box.querySelector('input');
  if (input) input.focus();
  else box.dispatchEvent(new MouseEvent('mousedown', {bubbles: true, cancelable: true}));
}
