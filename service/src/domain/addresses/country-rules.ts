/** What an address must contain in each country. */
import {
  countryCodes,
  postalCodeForms as postalCodePatterns,
  withoutPostalCode as countriesWithoutPostalCode,
  withoutState as countriesWithoutState,
} from '../../../../src/protocol/countries.js';
import {invalidRequest, misfit, type FieldError} from '../../platform/errors.js';
import {isStateOf, statesOf, type State} from './states.js';

/** A country's rules for addresses. */
export interface CountryRules {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** In English. */
  readonly name: string;
  /** `name` is what the country calls a state, such as `Province`. Undefined if addresses have none. */
  readonly state: {readonly name: string; readonly required: boolean} | undefined;
  /** The states that the service knows; undefined if it knows none, so that a state may be any string. */
  readonly states: readonly State[] | undefined;
  /** Undefined if the country has no postal codes. Without a `pattern`, a postal code may be any string. */
  readonly postalCode:
    {readonly name: string; readonly required: boolean; readonly pattern: RegExp | undefined} | undefined;
}

const countriesRequiringPostalCode =
  'AT AU BE BR CA CH CN CZ DE DK EE ES FI FR GB GR HU IN IT JP KR LT LU LV MX NL NO NZ PL PT PR RO SE SG SI SK TR TW UA US ZA'.split(
    ' ',
  );
const countriesRequiringState = ['AE', 'AU', 'BR', 'CA', 'IN', 'US'];

const stateNames: Readonly<Record<string, string>> = {
  AE: 'Emirate',
  AU: 'State',
  BR: 'State',
  CA: 'Province',
  CN: 'Province',
  IN: 'State',
  JP: 'Prefecture',
  MX: 'State',
  MY: 'State',
  PK: 'Province',
  US: 'State',
  ZA: 'Province',
};
const postalCodeNames: Readonly<Record<string, string>> = {
  AU: 'Postcode',
  GB: 'Postcode',
  IN: 'PIN code',
  NZ: 'Postcode',
  PR: 'ZIP code',
  US: 'ZIP code',
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
    // Forms ask for no state in PK, but its states are known, so a state that is given is checked.
    state:
      states === undefined && countriesWithoutState.includes(code)
        ? undefined
        : {name: stateNames[code] ?? 'State or province', required: countriesRequiringState.includes(code)},
    states,
    postalCode: countriesWithoutPostalCode.includes(code)
      ? undefined
      : {
          name: postalCodeNames[code] ?? 'Postal code',
          required: countriesRequiringPostalCode.includes(code),
          pattern: postalCodePatterns[code],
        },
  };
}

/** An address as the shopper or the shop sent it, with null instead of empty strings. */
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
export function refuseInvalidAddress(address: AddressDetails): void {
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

function countryErrors(country: string, {state, postal_code}: AddressDetails): readonly FieldError[] {
  const rules = rulesOf(country);
  if (!rules) return [invalid('country', 'a country code of ISO 3166-1, such as PK')];
  const {states, postalCode} = rules;
  const stateExpected = `a state of ${rules.name}`;
  const postalCodeExpected = `a postal code of ${rules.name}`;
  const errors: FieldError[] = [];
  if (state === null) {
    if (rules.state?.required) errors.push(missing('state', stateExpected));
  } else if (states && !isStateOf(states, state)) {
    errors.push(invalid('state', stateExpected));
  }
  if (postal_code === null) {
    if (postalCode?.required) errors.push(missing('postal_code', postalCodeExpected));
  } else if (postalCode?.pattern && !postalCode.pattern.test(postal_code)) {
    errors.push(invalid('postal_code', postalCodeExpected));
  }
  return errors;
}

const missing = (field: string, expected: string): FieldError => ({
  pointer: `/${field}`,
  expected,
  got: 'nothing',
});
const invalid = (field: string, expected: string) => misfit(`/${field}`, expected);

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
      PostCode: {name: postalCode.name, ...(postalCode.pattern && {pattern: postalCode.pattern.source})},
    }),
  };
}
