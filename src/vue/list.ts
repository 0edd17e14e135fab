// Registers <card-vault-list> in a browser; on a server it registers a class that is never made.
import '../element/exports/define-list.js';
import {CardVaultListElement, type CardVaultChooseEvent} from '../element/exports/list.js';
import {ofList} from '../element/offered.js';
import {componentOf, type ComponentFor, type ExposedOf} from './element-component.js';

/**
 * Members of a template ref of `<CardVaultList>`. Before the component is mounted there is no element and the
 * methods throw.
 */
export type CardVaultListExposed = ExposedOf<CardVaultListElement, typeof ofList>;

/**
 * `<card-vault-list>` for Vue 3, with `v-model` for the token of the card that is chosen.
 *
 * @example
 * <CardVaultList v-model="card" session-url="/card-vault/session" />
 */
export const CardVaultList = componentOf({
  name: 'CardVaultList',
  elementClass: CardVaultListElement,
  offered: ofList,
  tokenOf: (event) =>
    event.type === 'card-vault-choose'
      ? ((event as CardVaultChooseEvent).detail.paymentMethod?.token ?? '')
      : undefined,
}) as ComponentFor<CardVaultListElement, typeof ofList, true>;

export type {CardVaultListElement};
export type {
  CardVaultChooseEvent,
  CardVaultDefaultEvent,
  CardVaultListReadyEvent,
  CardVaultRemovedEvent,
} from '../element/exports/list.js';
