import {PartElement} from './part.js';

/**
 * @summary What the `<card-vault>` around it says, where the page places it: the notice, what is waited for,
 *   problems, the outcome.
 * @tagname card-vault-status
 * @slot notice - Replaces the line about where card details go; an empty element removes it.
 * @slot outcome - Shown in the place of how a run ended.
 * @csspart status - Everything.
 * @csspart problem - What is said of a problem.
 * @csspart notice - The line about where card details go.
 * @csspart busy-text - What the shopper waits for, in the notice's place.
 * @csspart outcome - How a run ended; its parts are those of `<card-vault>`.
 */
export class CardVaultStatusElement extends PartElement {
  /** Which kind of part it is. */
  readonly kind = 'status';
}
