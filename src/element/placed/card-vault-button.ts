import {PartElement} from './part.js';

/**
 * @summary The save button of the `<card-vault>` around it, where the page places it.
 * @tagname card-vault-button
 * @slot label - The words on the button; while something is done it says that instead.
 * @slot button - A button of the page's own in its place.
 * @csspart button - The room of the button.
 * @csspart save-button - The button.
 * @csspart spinner - Turns while something is being done.
 */
export class CardVaultButtonElement extends PartElement {
  /** Which kind of part it is. */
  readonly kind = 'button';
}
