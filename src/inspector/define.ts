/** Registers `<card-vault-inspector>`. */
import {CardVaultInspectorElement} from './inspector.js';

// A server that renders the page may import it, too.
if (globalThis.customElements && !customElements.get('card-vault-inspector'))
  customElements.define('card-vault-inspector', CardVaultInspectorElement);

declare global {
  interface HTMLElementTagNameMap {
    'card-vault-inspector': CardVaultInspectorElement;
  }
}
