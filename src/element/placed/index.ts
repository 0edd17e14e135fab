/** The parts without side effects: importing this registers nothing. `card-vault/define-parts` does. */
export {CardVaultButtonElement} from './card-vault-button.js';
export {CardVaultFieldElement} from './card-vault-field.js';
export {CardVaultStatusElement} from './card-vault-status.js';
export type {PartName} from './context.js';
