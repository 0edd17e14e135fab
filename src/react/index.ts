'use client';

import type * as React from 'react';
// Registers <card-vault> in a browser; on a server it registers a class that is never made.
import '../element/exports/define.js';
import {CardVaultElement} from '../element/exports/index.js';
import {ofVault, type OptionsOf} from '../element/offered.js';
import {componentOf, type HandlersOf, type PropsOf} from './component.js';

/**
 * The element's options by their property; leaving one out, or `undefined`, means its default. An `adapter`
 * is made once, outside the component: another one is another session.
 */
export type CardVaultOptions = OptionsOf<CardVaultElement>;

/** Handlers by their event. Each gets the element's own event, with its frozen `detail`. */
export type CardVaultHandlers = HandlersOf<typeof ofVault>;

/** Props of `<CardVault>`. `form` is the id of a form that owns the element though it stands elsewhere in the page. */
export type CardVaultProps = PropsOf<CardVaultElement, typeof ofVault> & {
  readonly form?: string | undefined;
};

/**
 * `<card-vault>` for React 18 and 19. Props are the element's options and may change at any time; one that is taken back
 * returns to its default. `ref` gives the element, with `save()`, `cancel()`, `clear(field)`, `reset()`, `focus()`,
 * `checkValidity()`, `reportValidity()` and `whenReady()`. On a server it renders the bare tag.
 *
 * @example
 * <CardVault sessionUrl="/card-vault/session" onSaved={({detail}) => setCard(detail.paymentMethod)} />
 */
export const CardVault: React.ForwardRefExoticComponent<
  CardVaultProps & React.RefAttributes<CardVaultElement>
> = componentOf<CardVaultElement, CardVaultProps>({
  name: 'CardVault',
  elementClass: CardVaultElement,
  offered: ofVault,
});

export {CardVaultSubscribe} from './subscribe.js';
export type {CardVaultSubscribeElement, CardVaultSubscribeProps} from './subscribe.js';
export type {CardVaultElement} from '../element/exports/index.js';
export type * from '../element/events.js';
export type * from '../element/list/events.js';
