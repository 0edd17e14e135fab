import {CardVaultInspectorElement} from './inspector.js';

/**
 * Opens the inspector at the bottom of the page, for the console; where it is open, gives that one.
 * @param id of the `<card-vault>`; the first one of the page where it is missing.
 */
export function openInspector(id?: string): CardVaultInspectorElement {
  if (!customElements.get('card-vault-inspector'))
    customElements.define('card-vault-inspector', CardVaultInspectorElement);
  const open = document.querySelector<CardVaultInspectorElement>('card-vault-inspector[floating]');
  const inspector = open ?? (document.createElement('card-vault-inspector') as CardVaultInspectorElement);
  inspector.setAttribute('floating', '');
  if (id !== undefined) inspector.for = id;
  if (!open) document.body.append(inspector);
  return inspector;
}
