import {CardVaultElement} from '../card-vault.js';
import {CardVaultSubscribeElement} from '../subscribe/card-vault-subscribe.js';

if (!customElements.get('card-vault')) customElements.define('card-vault', CardVaultElement);
if (!customElements.get('card-vault-subscribe'))
  customElements.define('card-vault-subscribe', CardVaultSubscribeElement);

declare global {
  interface HTMLElementTagNameMap {
    'card-vault': CardVaultElement;
    'card-vault-subscribe': CardVaultSubscribeElement;
  }
}
