'use client';

import type * as React from 'react';
// Registers <card-vault-list> in a browser; on a server it registers a class that is never made.
import '../element/exports/define-list.js';
import {CardVaultListElement} from '../element/exports/list.js';
import {ofList, type OptionsOf} from '../element/offered.js';
import {componentOf, type HandlersOf, type PropsOf} from './component.js';

/** The list's options by their property; leaving one out, or `undefined`, means its default. */
export type CardVaultListOptions = OptionsOf<CardVaultListElement>;

/** Handlers by their event. `onSaved` hears of another card that is saved in place. */
export type CardVaultListHandlers = HandlersOf<typeof ofList>;

/** Props of `<CardVaultList>`. `form` is the id of a form that owns the list though it stands elsewhere in the page. */
export type CardVaultListProps = PropsOf<CardVaultListElement, typeof ofList> & {
  readonly form?: string | undefined;
};

/**
 * `<card-vault-list>` for React 18 and 19. `ref` gives the element, with `value`, `paymentMethods`, `reload()`, `focus()`,
 * `checkValidity()`, `reportValidity()` and `whenReady()`.
 *
 * @example
 * <CardVaultList sessionUrl="/card-vault/session" name="card" onChoose={({detail}) => setCard(detail.paymentMethod)} />
 */
export const CardVaultList: React.ForwardRefExoticComponent<
  CardVaultListProps & React.RefAttributes<CardVaultListElement>
> = componentOf<CardVaultListElement, CardVaultListProps>({
  name: 'CardVaultList',
  elementClass: CardVaultListElement,
  offered: ofList,
});

export type {CardVaultListElement};
export type {
  CardVaultChooseEvent,
  CardVaultDefaultEvent,
  CardVaultListReadyEvent,
  CardVaultRemovedEvent,
} from '../element/exports/list.js';
