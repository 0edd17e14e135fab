// Registers the parts in a browser; on a server it registers classes that are never made.
import '../element/exports/define-parts.js';
import {ofButton, ofField, ofStatus} from '../element/offered.js';
import {
  CardVaultButtonElement,
  CardVaultFieldElement,
  CardVaultStatusElement,
  type PartName,
} from '../element/exports/parts.js';
import {componentOf, type ComponentFor} from './element-component.js';

/**
 * One field of the `<CardVault>` around it.
 *
 * @example
 * <CardVaultField name="number"><span slot="label">Card</span></CardVaultField>
 */
export const CardVaultField = componentOf({
  name: 'CardVaultField',
  elementClass: CardVaultFieldElement,
  offered: ofField,
}) as ComponentFor<CardVaultFieldElement, typeof ofField>;

/** The save button of the `<CardVault>` around it. */
export const CardVaultButton = componentOf({
  name: 'CardVaultButton',
  elementClass: CardVaultButtonElement,
  offered: ofButton,
}) as ComponentFor<CardVaultButtonElement, typeof ofButton>;

/** Context of the `<CardVault>` around it. */
export const CardVaultStatus = componentOf({
  name: 'CardVaultStatus',
  elementClass: CardVaultStatusElement,
  offered: ofStatus,
}) as ComponentFor<CardVaultStatusElement, typeof ofStatus>;

export type {CardVaultButtonElement, CardVaultFieldElement, CardVaultStatusElement, PartName};
