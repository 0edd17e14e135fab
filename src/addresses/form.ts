import {withoutPostalCode, withoutState} from '../protocol/countries.js';
import type {AddressPart, CountryRules} from './rules.js';

/** The fields of an address, in the order that they have where no country is known. */
export const addressFields = ['country', 'street1', 'street2', 'city', 'state', 'postal-code'] as const;
export type AddressFieldName = (typeof addressFields)[number];

const partOf: Readonly<Partial<Record<string, AddressPart>>> = {
  street1: 'street',
  street2: 'street',
  city: 'city',
  state: 'state',
  'postal-code': 'postalCode',
};

/** Which fields of an address belong to a part, in the order of the page. */
const fieldsOf: Readonly<Record<AddressPart, readonly AddressFieldName[]>> = {
  street: ['street1', 'street2'],
  city: ['city'],
  state: ['state'],
  postalCode: ['postal-code'],
};

const labels = {
  country: 'country',
  street1: 'street1',
  street2: 'street2',
  city: 'city',
  state: 'state',
  'postal-code': 'postalCode',
} as const;

/** A word for a field: a key of `texts`. */
export type AddressLabel = (typeof labels)[AddressFieldName] | CountryRules['state' | 'postalCode' | 'city'];

/** The region that a BCP 47 tag names; none is guessed. */
export function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}

export interface AddressView {
  /** ISO 3166-1 alpha-2; empty where none is known. */
  readonly country: string;
  /** Missing where the country is not known, or its rules are not there. */
  readonly rules: CountryRules | undefined;
  /** BCP 47 tag of the form's words. */
  readonly language: string;
  /** The shopper can choose the country: what it has not is not meant. */
  readonly isWhole: boolean;
}

/** How the address form of a country is drawn: its fields, their order, their labels. */
export class AddressForm {
  readonly #view: AddressView;

  constructor(view: AddressView) {
    this.#view = view;
  }

  protected get rules(): CountryRules | undefined {
    return this.#view.rules;
  }

  /** The country has no such thing. */
  isLeftOut(field: string): boolean {
    const {country, rules, language} = this.#view;
    const part = partOf[field];
    if (part && rules) return !rules.order(language).includes(part);
    const lacking = field === 'postal-code' ? withoutPostalCode : field === 'state' ? withoutState : [];
    return lacking.includes(country);
  }

  isRequired(field: string): boolean {
    const {rules, isWhole} = this.#view;
    const part = partOf[field];
    if (field === 'street2' || this.isLeftOut(field)) return false;
    // A postal code that is asked for alone is asked for with a reason.
    return !part || !rules || !isWhole || rules.required.includes(part);
  }

  /** Whether the label says that the field may stay empty. The label of the second line says so by itself. */
  isOptional(field: AddressFieldName): boolean {
    return field !== 'street2' && !this.isRequired(field);
  }

  /** The country's word for it. */
  labelOf(field: AddressFieldName): AddressLabel {
    const {rules} = this.#view;
    const part = partOf[field];
    return !rules || !part || part === 'street' ? labels[field] : rules[part];
  }

  /** Fields in the order of the country. */
  arrange<Field extends string>(fields: readonly Field[]): readonly Field[] {
    const {rules, language} = this.#view;
    if (!rules) return fields;
    const ordered: readonly string[] = rules.order(language).flatMap((part) => fieldsOf[part]);
    const place = (field: Field): number => (partOf[field] ? ordered.indexOf(field) : -1);
    // Fields that the country lacks come last: nothing is asked in them.
    const last = (field: Field): number => Number(partOf[field] !== undefined && place(field) < 0);
    return [...fields].sort((one, other) => last(one) - last(other) || place(one) - place(other));
  }

  /** The fields of some that are asked for, in the order of the country. */
  asked<Field extends string>(fields: readonly Field[]): readonly Field[] {
    return this.arrange(fields.filter((field) => !this.isLeftOut(field)));
  }

  /** Fields that take a row of their own, of those that are shown. */
  isWide(field: string, shown: readonly string[]): boolean {
    if (!partOf[field] || partOf[field] === 'street') return true;
    const at = shown.indexOf(field);
    const isNarrow = (one: string | undefined): boolean =>
      one !== undefined && partOf[one] !== undefined && partOf[one] !== 'street';
    let [first, last] = [at, at];
    while (isNarrow(shown[first - 1])) first--;
    while (isNarrow(shown[last + 1])) last++;
    // Of three, the city has the longest text; else the last is alone in its row.
    const alone = shown[first] === 'city' ? first : last;
    return (last - first) % 2 === 0 && at === alone;
  }
}
