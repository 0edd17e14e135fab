/** The parts without side effects: importing this registers nothing. `card-vault/define-parts` does. */
export {CardVaultButtonElement} from '../placed/card-vault-button.js';
export {CardVaultFieldElement} from '../placed/card-vault-field.js';
export {CardVaultStatusElement} from '../placed/card-vault-status.js';
export type {PartName} from '../placed/context.js';
