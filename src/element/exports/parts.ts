/** The parts without side effects: importing this registers nothing. `card-vault/define-parts` does. */
export {CardVaultButtonElement, CardVaultFieldElement, CardVaultStatusElement} from '../placed/elements.js';
export type {PartName} from '../placed/context.js';
