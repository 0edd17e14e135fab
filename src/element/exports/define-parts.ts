/**
 * Registers `<card-vault-field>`, `<card-vault-button>` and `<card-vault-status>`, and `<card-vault>` around
 * them.
 */
import './define.js';
import {CardVaultButtonElement, CardVaultStatusElement, CardVaultFieldElement} from '../placed/elements.js';

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
