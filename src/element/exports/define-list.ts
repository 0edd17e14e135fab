/** Registers `<card-vault-list>`, and `<card-vault>` in which another card is entered. */
import './define.js';
import {CardVaultListElement} from '../list/card-vault-list.js';

if (!customElements.get('card-vault-list')) customElements.define('card-vault-list', CardVaultListElement);

declare global {
  interface HTMLElementTagNameMap {
    'card-vault-list': CardVaultListElement;
  }
}
