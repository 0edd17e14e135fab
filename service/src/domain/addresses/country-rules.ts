/** What an address must contain in each country. */
import {
  countryCodes,
  postalCodeForms,
  withoutPostalCode,
  withoutState,
} from '../../../../src/protocol/countries.js';
import {invalidRequest} from '../../platform/errors.js';
import type {FieldError} from '../../platform/errors.js';
import {isStateOf, statesOf} from './states.js';
import type {State} from './states.js';

/** A country's rules for addresses. */
export interface CountryRules {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  /** The country's word for a state, such as `Province`; undefined if its addresses have no state. */
  readonly state: {readonly name: string; readonly required: boolean} | undefined;
  /** The country's states; undefined if a state may be any string. */
  readonly states: readonly State[] | undefined;
  /** Undefined if the country has no postal codes. Without a `form`, a postal code may be any string. */
  readonly postalCode:
    {readonly name: string; readonly required: boolean; readonly form: RegExp | undefined} | undefined;
}

/** Countries in which mail does not arrive without a postal code. */
const requirePostalCode =
  'AT AU BE BR CA CH CN CZ DE DK EE ES FI FR GB GR HU IN IT JP KR LT LU LV MX NL NO NZ PL PT PR RO SE SG SI SK TR TW UA US ZA'.split(
    ' ',
  );
const requireState = ['AE', 'AU', 'BR', 'CA', 'IN', 'US'];

const stateNames: Readonly<Record<string, string>> = {
  ...{AE: 'Emirate', AU: 'State', BR: 'State', IN: 'State', US: 'State', MX: 'State', MY: 'State'},
  ...{CA: 'Province', PK: 'Province', ZA: 'Province', CN: 'Province', JP: 'Prefecture'},
};
const postalCodeNames: Readonly<Record<string, string>> = {
  ...{US: 'ZIP code', PR: 'ZIP code', IN: 'PIN code', GB: 'Postcode', AU: 'Postcode', NZ: 'Postcode'},
};

const countryNames = new Intl.DisplayNames('en', {type: 'region'});

/** Reads the rules of a country; undefined for an unknown code. */
export function rulesOf(country: string): CountryRules | undefined {
  const code = country.toUpperCase();
  if (!countryCodes.includes(code)) return undefined;
  const states = statesOf(code);
  return {
    code,
    name: countryNames.of(code) ?? code,
    state:
      states === undefined && withoutState.includes(code)
        ? undefined
        : {name: stateNames[code] ?? 'State or province', required: requireState.includes(code)},
    states,
    postalCode: withoutPostalCode.includes(code)
      ? undefined
      : {
          name: postalCodeNames[code] ?? 'Postal code',
          required: requirePostalCode.includes(code),
          form: postalCodeForms[code],
        },
  };
}

/** An address as the shopper or the shop sent it; empty strings count as null. */
export interface AddressDetails {
  readonly street1: string | null;
  readonly street2: string | null;
  readonly city: string | null;
  readonly state: string | null;
  readonly postal_code: string | null;
  readonly country: string | null;
}

/**
 * Checks an address against the rules of its country. Street, city and country are always required (wire
 * 1.4).
 *
 * @throws {ServiceError} 400 `request.invalid`, which names every wrong field.
 */
export function requireValidAddress(address: AddressDetails): void {
  const {street1, city, country} = address;
  const errors: readonly FieldError[] = [
    ...(street1 === null ? [missing('street1', 'street and house number')] : []),
    ...(city === null ? [missing('city', 'the city')] : []),
    ...(country === null
      ? [missing('country', 'a two-letter country code, such as PK')]
      : countryErrors(country, address)),
  ];
  if (errors.length > 0) throw invalidRequest(errors);
}

function countryErrors(country: string, {state, postal_code: code}: AddressDetails): readonly FieldError[] {
  const rules = rulesOf(country);
  if (!rules) return [invalid('country', 'a country code of ISO 3166-1, such as PK')];
  const {name, states, postalCode} = rules;
  return [
    ...(rules.state?.required && state === null ? [missing('state', `a state of ${name}`)] : []),
    ...(states && state !== null && !isStateOf(states, state)
      ? [invalid('state', `a state of ${name}`)]
      : []),
    ...(postalCode?.required && code === null ? [missing('postal_code', `a postal code of ${name}`)] : []),
    ...(postalCode?.form && code !== null && !postalCode.form.test(code)
      ? [invalid('postal_code', `a postal code of ${name}`)]
      : []),
  ];
}

const missing = (field: string, expected: string) => ({pointer: `/${field}`, expected, got: 'nothing'});
const invalid = (field: string, expected: string) => ({
  pointer: `/${field}`,
  expected,
  got: 'another string',
});

/**
 * Formats the rules for the country route (wire 1.4, country meta): each component of an address by its wire
 * name, and which of them are required.
 */
export function rulesJson(rules: CountryRules) {
  const {code, name, state, states, postalCode} = rules;
  return {
    country: code,
    name,
    required: [
      'StreetAddress',
      'Locality',
      ...(state?.required ? ['AdministrativeArea'] : []),
      ...(postalCode?.required ? ['PostCode'] : []),
    ],
    StreetAddress: {name: 'Street address'},
    Locality: {name: 'City'},
    ...(state && {
      AdministrativeArea: {
        name: state.name,
        ...(states && {options: states.map(({id, names}) => ({id, name: names[0] ?? id}))}),
      },
    }),
    ...(postalCode && {
      PostCode: {name: postalCode.name, ...(postalCode.form && {pattern: postalCode.form.source})},
    }),
  };
}
