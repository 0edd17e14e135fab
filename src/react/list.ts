'use client';

import type * as React from 'react';
// Registers <card-vault-list> in a browser; on a server it registers a class that is never made.
import '../element/define-list.js';
import type {CardVaultListElement} from '../element/list/index.js';
import {componentOf} from './component.js';

const events = {
  onReady: 'card-vault-list-ready',
  onChoose: 'card-vault-choose',
  onRemoved: 'card-vault-removed',
  onDefault: 'card-vault-default',
  onSaved: 'card-vault-saved',
  onError: 'card-vault-error',
} as const;
type Events = typeof events;

/** What is not listed reaches the tag the way React writes any other prop. */
type OptionName =
  | 'paymentMethodsUrl'
  | 'sessionUrl'
  | 'adapter'
  | 'preselect'
  | 'theme'
  | 'locale'
  | 'messages'
  | 'shopName'
  | 'name'
  | 'required'
  | 'disabled'
  | 'quiet';

/** The list's options by their property; leaving one out, or `undefined`, means its default. */
export type CardVaultListOptions = {readonly [Name in OptionName]?: CardVaultListElement[Name] | undefined};

/** Handlers by their event. `onSaved` hears of another card that is saved in place. */
export type CardVaultListHandlers = {
  [Name in keyof Events]?: ((event: HTMLElementEventMap[Events[Name]]) => void) | undefined;
};

type TagProps = Omit<
  React.HTMLAttributes<CardVaultListElement>,
  keyof CardVaultListHandlers | OptionName | 'dangerouslySetInnerHTML'
>;

/** Props of `<CardVaultList>`. `form` is the id of a form that owns the list though it stands elsewhere in the page. */
export type CardVaultListProps = TagProps &
  CardVaultListOptions &
  CardVaultListHandlers & {readonly form?: string | undefined};

const defaults: {readonly [Name in OptionName]: CardVaultListElement[Name]} = {
  paymentMethodsUrl: '/card-vault/payment-methods',
  sessionUrl: undefined,
  adapter: undefined,
  preselect: 'default',
  theme: 'auto',
  locale: undefined,
  messages: undefined,
  shopName: undefined,
  name: '',
  required: false,
  disabled: false,
  quiet: false,
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
  tagName: 'card-vault-list',
  name: 'CardVaultList',
  defaults,
  events,
});

export type {CardVaultListElement};
export type {
  CardVaultChooseEvent,
  CardVaultDefaultEvent,
  CardVaultListReadyEvent,
  CardVaultRemovedEvent,
} from '../element/list/index.js';
