'use client';

import type * as React from 'react';
// Registers the parts in a browser; on a server it registers classes that are never made.
import '../element/exports/define-parts.js';
import {ofButton, ofField, ofStatus} from '../element/offered.js';
import {
  CardVaultButtonElement,
  CardVaultFieldElement,
  CardVaultStatusElement,
  type PartName,
} from '../element/exports/parts.js';
import {componentOf, type PropsOf} from './component.js';

/** Props of `<CardVaultField>`. Children with `slot="label"` and `slot="hint"` take the place of its own words. */
export type CardVaultFieldProps = PropsOf<CardVaultFieldElement, typeof ofField>;
export type CardVaultButtonProps = PropsOf<CardVaultButtonElement, typeof ofButton>;
export type CardVaultStatusProps = PropsOf<CardVaultStatusElement, typeof ofStatus>;

type Component<E extends HTMLElement, P> = React.ForwardRefExoticComponent<P & React.RefAttributes<E>>;

/**
 * One field of the `<CardVault>` around it.
 *
 * @example
 * <CardVaultField name="number"><span slot="label">Card</span></CardVaultField>
 */
export const CardVaultField: Component<CardVaultFieldElement, CardVaultFieldProps> = componentOf<
  CardVaultFieldElement,
  CardVaultFieldProps
>({name: 'CardVaultField', elementClass: CardVaultFieldElement, offered: ofField});

/** The save button of the `<CardVault>` around it. */
export const CardVaultButton: Component<CardVaultButtonElement, CardVaultButtonProps> = componentOf<
  CardVaultButtonElement,
  CardVaultButtonProps
>({name: 'CardVaultButton', elementClass: CardVaultButtonElement, offered: ofButton});

/** Context of the `<CardVault>` around it. */
export const CardVaultStatus: Component<CardVaultStatusElement, CardVaultStatusProps> = componentOf<
  CardVaultStatusElement,
  CardVaultStatusProps
>({name: 'CardVaultStatus', elementClass: CardVaultStatusElement, offered: ofStatus});

export type {CardVaultButtonElement, CardVaultFieldElement, CardVaultStatusElement, PartName};
