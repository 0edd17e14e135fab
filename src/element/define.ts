import {CardVaultElement} from './card-vault.js';

if (!customElements.get('card-vault')) customElements.define('card-vault', CardVaultElement);

declare global {
  interface HTMLElementTagNameMap {
    'card-vault': CardVaultElement;
  }
}
