import type {BillingAddress} from '../protocol/index.js';
import type {BillingFields, FieldName} from './options.js';

const billingInputs: Readonly<Record<BillingFields, readonly FieldName[]>> = {
  none: [],
  postal: ['postal-code'],
  full: ['country', 'street1', 'street2', 'city', 'state', 'postal-code'],
};

/** The fields of a card that an element shows, in the order of the page. */
export function fieldsOf(host: {
  readonly cardholderName: boolean;
  readonly billingFields: BillingFields;
}): readonly FieldName[] {
  const name: FieldName[] = host.cardholderName ? ['name'] : [];
  return ['number', 'expiry', 'security-code', ...name, ...billingInputs[host.billingFields]];
}

/** Which field of the address an input fills. */
export function addressKey(field: FieldName): keyof BillingAddress | undefined {
  if (field === 'postal-code') return 'postalCode';
  return billingInputs.full.includes(field) ? (field as keyof BillingAddress) : undefined;
}
