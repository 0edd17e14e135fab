'use client';

import type * as React from 'react';
// Registers <card-vault> in a browser; on a server it registers a class that is never made.
import '../element/define.js';
import type {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultCoveredEvent,
  CardVaultElement,
  CardVaultErrorEvent,
  CardVaultPaidEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
} from '../element/index.js';
import {componentOf} from './component.js';
import {optionDefaults, type CardVaultOptions} from './options.js';

const events = {
  onReady: 'card-vault-ready',
  onChange: 'card-vault-change',
  onCovered: 'card-vault-covered',
  onStep: 'card-vault-step',
  onBeforeSave: 'card-vault-before-save',
  onStepUpOpen: 'card-vault-step-up-open',
  onStepUpClose: 'card-vault-step-up-close',
  onSaved: 'card-vault-saved',
  onPaid: 'card-vault-paid',
  onStopped: 'card-vault-stopped',
  onError: 'card-vault-error',
} as const;
type Events = typeof events;

/** Handlers by their event. Each gets the element's own event, with its frozen `detail`. */
export type CardVaultHandlers = {
  [Name in keyof Events]?: ((event: HTMLElementEventMap[Events[Name]]) => void) | undefined;
};

/** Everything else that may stand on the tag: `id`, `className`, `style`, `lang`, `aria-*`, `data-*`, `onClick` … */
type TagProps = Omit<
  React.HTMLAttributes<CardVaultElement>,
  keyof CardVaultHandlers | keyof CardVaultOptions | 'dangerouslySetInnerHTML'
>;

/** Props of `<CardVault>`. `form` is the id of a form that owns the element though it stands elsewhere in the page. */
export type CardVaultProps = TagProps &
  CardVaultOptions &
  CardVaultHandlers & {readonly form?: string | undefined};

/**
 * `<card-vault>` for React 18 and 19. Props are the element's options and may change at any time; one that is taken back
 * returns to its default. `ref` gives the element, with `save()`, `cancel()`, `reset()`, `focus()`, `checkValidity()`,
 * `reportValidity()` and `whenReady()`. On a server it renders the bare tag.
 *
 * @example
 * <CardVault sessionUrl="/card-vault/session" onSaved={({detail}) => setCard(detail.paymentMethod)} />
 */
export const CardVault: React.ForwardRefExoticComponent<
  CardVaultProps & React.RefAttributes<CardVaultElement>
> = componentOf<CardVaultElement, CardVaultProps>({
  tagName: 'card-vault',
  name: 'CardVault',
  defaults: optionDefaults,
  events,
});

export type {CardVaultOptions} from './options.js';
export type {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultCoveredEvent,
  CardVaultElement,
  CardVaultErrorEvent,
  CardVaultPaidEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
};
