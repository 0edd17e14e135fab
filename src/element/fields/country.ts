import {loadCountry, stateIn, type AddressPart, type CountryRules} from '../../addresses/index.js';
import {postalCodeForms, withoutPostalCode, withoutState, countryCodes} from '../../protocol/countries.js';
import {westernDigits} from '../../protocol/digits.js';
import type {BillingAddress} from '../../protocol/index.js';
import type {MessageKey} from '../../texts/shapes.js';
import {addressKey, type AddressRules, type Problem} from '../fields.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import type {FieldStore} from './field-store.js';

/** By code; `undefined` while they are loaded, and where they did not come. */
const known = new Map<string, CountryRules | undefined>();
const loading = new Map<string, Promise<unknown>>();

/** The rules of a country once they are there; an element that needs them is drawn again then. */
function rulesOf(country: string | undefined, host: Pick<CardVaultHost, 'requestUpdate'>) {
  if (!country || !countryCodes.includes(country)) return undefined;
  if (!known.has(country)) {
    known.set(country, undefined);
    loading.set(
      country,
      loadCountry(country).then(
        (rules) => known.set(country, rules),
        // Its fields stay those of any country, and take any text.
        () => undefined,
      ),
    );
  }
  const rules = known.get(country);
  if (!rules) void loading.get(country)?.then(() => known.get(country) && host.requestUpdate());
  return rules;
}

const partOf: Readonly<Partial<Record<FieldName, AddressPart>>> = {
  street1: 'street',
  street2: 'street',
  city: 'city',
  state: 'state',
  'postal-code': 'postalCode',
};

/** Which fields of an address belong to a part, in the order of the page. */
const fieldsOf: Readonly<Record<AddressPart, readonly FieldName[]>> = {
  street: ['street1', 'street2'],
  city: ['city'],
  state: ['state'],
  postalCode: ['postal-code'],
};

const missing: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  country: 'countryMissing',
  street1: 'street1Missing',
  city: 'cityMissing',
  state: 'stateMissing',
  postalCode: 'postalCodeMissing',
};

const labels = {
  country: 'country',
  street1: 'street1',
  street2: 'street2',
  city: 'city',
  state: 'state',
  'postal-code': 'postalCode',
} as const;

export type AddressFieldName = keyof typeof labels;

/** The element, as far as the rules read it. */
export interface CountryView {
  readonly host: Pick<CardVaultHost, 'billingFields' | 'country' | 'requestUpdate'>;
  readonly store: FieldStore;
  readonly locale: {readonly tag: string; readonly language: string};
}

/** The address form of the country that is chosen, in the language of the form. */
export class CountryForm implements AddressRules {
  readonly #language: string;
  readonly #rules: CountryRules | undefined;
  readonly #country: string;
  /** The shopper can choose the country: what it has not is not meant. */
  readonly #isWhole: boolean;

  constructor({host, store, locale}: CountryView) {
    this.#isWhole = host.billingFields === 'full' || store.placed?.rootOf('country') !== undefined;
    const named = host.country?.toUpperCase();
    if (named || this.#isWhole) suppose(store, named || regionOf(locale.tag));
    this.#language = locale.language;
    this.#country = store.billing.country ?? '';
    this.#rules = rulesOf(this.#country, host);
  }

  /** The country has no such thing. */
  isLeftOut(field: FieldName): boolean {
    const part = partOf[field];
    if (part && this.#rules) return !this.#rules.order(this.#language).includes(part);
    const lacking = field === 'postal-code' ? withoutPostalCode : field === 'state' ? withoutState : [];
    return lacking.includes(this.#country);
  }

  isRequired(field: FieldName): boolean {
    const part = partOf[field];
    if (field === 'street2' || this.isLeftOut(field)) return false;
    // A postal code that is asked for alone is asked for with a reason.
    return !part || !this.#rules || !this.#isWhole || this.#rules.required.includes(part);
  }

  /** The country's word for it. */
  labelOf(field: AddressFieldName): MessageKey {
    const part = partOf[field];
    if (!this.#rules || !part || part === 'street') return labels[field];
    return this.#rules[part];
  }

  /** The states to choose from; empty where any text is taken. */
  get states(): readonly {readonly code: string; readonly name: string}[] {
    return this.#rules?.statesIn(this.#language) ?? [];
  }

  /** The state of the list that was typed, chosen or supplied by the page. */
  stateOf(text: string): string | undefined {
    return this.#rules && stateIn(this.#rules, text)?.code;
  }

  problem(field: FieldName, address: BillingAddress): Problem | undefined {
    const key = addressKey(field) as keyof BillingAddress | undefined;
    if (!key || this.isLeftOut(field)) return undefined;
    const label = this.labelOf(field as AddressFieldName);
    const text = (address[key] ?? '').trim();
    const isListed = field === 'state' && this.states.length > 0;
    if (text === '' || (isListed && !this.stateOf(text))) {
      const otherwise = isListed ? 'fieldChoose' : 'fieldMissing';
      return this.isRequired(field) ? {key: missing[label] ?? otherwise, label} : undefined;
    }
    if (field !== 'postal-code' || this.#isPostalCode(text)) return undefined;
    const example = this.#rules?.example;
    return example ? {key: 'fieldWrong', values: {example}, label} : {key: 'postalCodeWrong', label};
  }

  #isPostalCode(text: string): boolean {
    const form = postalCodeForms[this.#country];
    const isRight = this.#rules?.isPostalCode(text);
    return form ? form.test(westernDigits(text)) || isRight === true : isRight !== false;
  }

  arrange(fields: readonly FieldName[]): readonly FieldName[] {
    if (!this.#rules) return fields;
    const ordered = this.#rules.order(this.#language).flatMap((part) => fieldsOf[part]);
    const place = (field: FieldName): number => (partOf[field] ? ordered.indexOf(field) : -1);
    // Fields that the country lacks come last: nothing is asked in them.
    const last = (field: FieldName): number => Number(partOf[field] !== undefined && place(field) < 0);
    return [...fields].sort((one, other) => last(one) - last(other) || place(one) - place(other));
  }

  /** Fields that take a row of their own, of those that are shown. */
  isWide(field: FieldName, shown: readonly FieldName[]): boolean {
    if (!partOf[field] || partOf[field] === 'street') return true;
    const at = shown.indexOf(field);
    const isNarrow = (one: FieldName | undefined): boolean =>
      one !== undefined && partOf[one] !== undefined && partOf[one] !== 'street';
    let [first, last] = [at, at];
    while (isNarrow(shown[first - 1])) first--;
    while (isNarrow(shown[last + 1])) last++;
    // Of three, the city has the longest text; else the last is alone in its row.
    const alone = shown[first] === 'city' ? first : last;
    return (last - first) % 2 === 0 && at === alone;
  }

  sent(address: BillingAddress): BillingAddress {
    const {postalCode, state, ...others} = this.#isWhole ? this.#asked(address) : address;
    const listed = state && this.states.length > 0 ? this.stateOf(state) : state;
    return {
      ...others,
      ...(listed && {state: listed}),
      ...(postalCode && {postalCode: westernDigits(postalCode)}),
    };
  }

  /** Without what another country, chosen before, had asked for. */
  #asked(address: BillingAddress): BillingAddress {
    const asked = (Object.keys(labels) as AddressFieldName[]).filter((field) => !this.isLeftOut(field));
    const keys: readonly unknown[] = asked.map(addressKey);
    return Object.fromEntries(Object.entries(address).filter(([key]) => keys.includes(key)));
  }
}

/** The country that each form was begun with. */
const supposed = new WeakMap<FieldStore, string>();

/** The country that page or language name, as long as neither `billing` nor the shopper has named one. */
function suppose(store: FieldStore, code: string | undefined): void {
  const {texts} = store;
  const text = texts.get('country');
  const isOurs = text !== undefined && text === supposed.get(store);
  if (!code || !countryCodes.includes(code) || text === code) return;
  if (isOurs || (text === undefined && !store.billing.country)) {
    supposed.set(store, code);
    texts.set('country', code);
  }
}

/** The region that a BCP 47 tag names; none is guessed. */
function regionOf(tag: string): string | undefined {
  try {
    return new Intl.Locale(tag).region;
  } catch {
    return undefined;
  }
}
