import {html, type TemplateResult} from 'lit';
import {cityKinds, codeKinds, stateKinds} from '../../addresses/index.js';
import {listed} from '../../gateways/listed.js';
import type {MessageKey} from '../../texts/shapes.js';
import type {FieldName} from '../options.js';
import type * as BillingModule from '../views/billing.js';
import {
  fieldView,
  type FieldView,
  codeField,
  expiryField,
  nameField,
  numberField,
  type FormView,
} from '../views/form.js';
import type {Part} from './context.js';
import {halfOfExpiry} from './expiry-halves.js';

/** The messages that a part's own label, or hint, takes the place of. */
export const labelled: Readonly<Partial<Record<MessageKey, FieldName>>> = {
  number: 'number',
  expiry: 'expiry',
  securityCode: 'security-code',
  securityCodeHint: 'security-code',
  securityCodeHint4: 'security-code',
  name: 'name',
  country: 'country',
  street1: 'street1',
  street2: 'street2',
  city: 'city',
  state: 'state',
  postalCode: 'postal-code',
  ...ofKinds(stateKinds, 'state'),
  ...ofKinds(codeKinds, 'postal-code'),
  ...ofKinds(cityKinds, 'city'),
};

/** Words of countries for a field, each with the field. */
function ofKinds(kinds: Readonly<Record<string, MessageKey>>, field: FieldName) {
  return Object.fromEntries(Object.values(kinds).map((key) => [key, field]));
}

/** The text that the page has put into a slot of a part. */
const textOf = (part: Part | undefined, slot: 'label' | 'hint'): string =>
  listed(part?.children ?? [])
    .filter((child) => child.slot === slot)
    .map(({textContent}) => textContent)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

export const labelOf = (part: Part | undefined): string => textOf(part, 'label');
export const hintOf = (part: Part | undefined): string => textOf(part, 'hint');

export interface AddressPart {
  readonly view: BillingModule.BillingView;
  /** Loaded with the first part for an address. */
  readonly module: typeof BillingModule | undefined;
}

/** The field that a part shows; undefined where there is none, or it is still being loaded. */
export function fieldOf(part: Part, view: FormView, address: AddressPart): TemplateResult | undefined {
  const field = viewOf(part, view, address);
  if (!field) return undefined;
  const given = hintOf(part) !== '';
  return fieldView({
    ...field,
    label: html`<slot name="label">${field.label}</slot>`,
    beside: html`${field.beside}
      <div class="hint" part="hint" id="hint" ?data-given=${given}><slot name="hint"></slot></div>`,
  });
}

function viewOf(part: Part, view: FormView, {view: address, module}: AddressPart): FieldView | undefined {
  switch (part.field) {
    case undefined:
      return undefined;
    case 'number':
      return numberField(view);
    case 'expiry':
      return expiryField(view);
    case 'expiry-month':
    case 'expiry-year':
      return halfOfExpiry(view, part.field, part.select === true);
    case 'security-code':
      return codeField(view);
    case 'cardholder-name':
      return nameField(view);
    default: {
      if (!module || module.isLeftOut(part.field, address)) return undefined;
      return module.addressField(address, part.field);
    }
  }
}
