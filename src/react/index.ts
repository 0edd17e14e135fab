'use client';

import * as React from 'react';
import {createComponent} from '@lit/react';
// Registers <card-vault> in a browser; on a server it registers a class that is never made.
import '../element/define.js';
import type {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultElement,
  CardVaultErrorEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
} from '../element/index.js';
import {optionClass, optionDefaults, type CardVaultOptions} from './options.js';

const events = {
  onReady: 'card-vault-ready',
  onChange: 'card-vault-change',
  onStep: 'card-vault-step',
  onBeforeSave: 'card-vault-before-save',
  onStepUpOpen: 'card-vault-step-up-open',
  onStepUpClose: 'card-vault-step-up-close',
  onSaved: 'card-vault-saved',
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

/** React 18 warns of a layout effect on a server, where there is no element for it to work on. */
const browserReact =
  typeof HTMLElement === 'undefined' ? {...React, useLayoutEffect: () => undefined} : React;

/** The element with its options as properties and its events as handlers; the rest of a prop's way is below. */
const Tag: React.ElementType = createComponent({
  react: browserReact,
  tagName: 'card-vault',
  elementClass: optionClass,
  events,
  displayName: 'CardVaultTag',
});

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
> = React.forwardRef<CardVaultElement, CardVaultProps>(({children, form, ...props}, ref) =>
  React.createElement(
    Tag,
    {
      // The element stands still until `createComponent` has handed it its options and takes this away: what it adds to
      // itself would not be what the server rendered, and without options it has nothing to talk to.
      'defer-hydration': '',
      ...optionDefaults,
      ...given(props),
      // React 19 would assign `form`, which is read-only as on every form control. Spelt so, no property has its name and
      // it is written as the attribute, whose name HTML lower-cases.
      ...(form !== undefined && {FORM: form}),
      ref,
    },
    // React replaces the whole content when a bare text changes, and the hosted card fields are part of that content.
    children === undefined ? undefined : React.createElement(React.Fragment, null, children),
  ),
);
CardVault.displayName = 'CardVault';

function given(props: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));
}

export type {CardVaultOptions} from './options.js';
export type {
  CardVaultBeforeSaveEvent,
  CardVaultChangeEvent,
  CardVaultElement,
  CardVaultErrorEvent,
  CardVaultReadyEvent,
  CardVaultSavedEvent,
  CardVaultStepEvent,
  CardVaultStepUpCloseEvent,
  CardVaultStepUpOpenEvent,
  CardVaultStoppedEvent,
};
