import type {BillingAddress} from '../protocol/index.js';
import type {MessageKey} from '../texts/shapes.js';
import type {BillingFields, FieldName} from './options.js';

/** The address fields, where no country is known. */
export const billingInputs: Readonly<Record<BillingFields, readonly FieldName[]>> = {
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

/** Fault of a field, as a message. */
export interface Problem {
  readonly key: MessageKey;
  readonly values?: Readonly<Record<string, string | number>>;
  /** Label of the field, where its usual one is not what the shopper reads. */
  readonly label?: MessageKey;
}

/** The rules of a billing address in its country; loaded with the address inputs. */
export interface AddressRules {
  problem(field: FieldName, address: BillingAddress): Problem | undefined;
  /** The fields in the order of the country. */
  arrange(fields: readonly FieldName[], address: BillingAddress): readonly FieldName[];
  /** Makes what goes to the bank of an address that was typed. */
  sent(address: BillingAddress): BillingAddress;
}

/** Fields that the page has placed outside the element's own form. */
export interface PlacedFields {
  /** The fields of the element with those that the page has placed, in the order of the page. */
  arrange(usual: readonly FieldName[]): readonly FieldName[];
  /** Where a field, or the outcome, is drawn; undefined for the element's own form. */
  rootOf(piece: FieldName | 'outcome'): ShadowRoot | undefined;
  /** Resolves once the last change of the element is drawn. */
  drawn(): Promise<unknown>;
}
