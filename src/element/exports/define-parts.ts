/**
 * Registers `<card-vault-field>`, `<card-vault-button>` and `<card-vault-status>`, and `<card-vault>` around
 * them.
 */
import './define.js';
import {CardVaultButtonElement} from '../placed/card-vault-button.js';
import {CardVaultFieldElement} from '../placed/card-vault-field.js';
import {CardVaultStatusElement} from '../placed/card-vault-status.js';

if (!customElements.get('card-vault-field')) customElements.define('card-vault-field', CardVaultFieldElement);
if (!customElements.get('card-vault-button'))
  customElements.define('card-vault-button', CardVaultButtonElement);
if (!customElements.get('card-vault-status'))
  customElements.define('card-vault-status', CardVaultStatusElement);

declare global {
  interface HTMLElementTagNameMap {
    'card-vault-field': CardVaultFieldElement;
    'card-vault-button': CardVaultButtonElement;
    'card-vault-status': CardVaultStatusElement;
  }
}
