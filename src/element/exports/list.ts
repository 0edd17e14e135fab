/**
 * `<card-vault-list>` without side effects: importing this registers nothing. `card-vault/define-list` does.
 */
export {CardVaultListElement} from '../list/card-vault-list.js';
export {
  CardVaultChooseEvent,
  CardVaultDefaultEvent,
  CardVaultListReadyEvent,
  CardVaultRemovedEvent,
} from '../list/events.js';
export type {CardVaultChooseDetail, CardVaultListReadyDetail, CardVaultMethodDetail} from '../list/events.js';
