import {
  AddressForm,
  addressFields,
  loadCountry,
  regionOf,
  stateIn,
  type AddressFieldName,
  type CountryRules,
} from '../../addresses/index.js';
import {postalCodeForms, countryCodes} from '../../protocol/countries.js';
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

/** Settles once the rules of the country that a form begins with are there, or are known to be missing. */
export async function firstRules(
  host: Pick<CardVaultHost, 'billing' | 'billingFields' | 'country' | 'requestUpdate'>,
  {tag}: {readonly tag: string},
): Promise<void> {
  const country = host.billing?.country ?? supposedBy(host, tag, host.billingFields === 'full');
  if (!rulesOf(country, host)) await loading.get(country ?? '');
}

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

const missing: Readonly<Partial<Record<MessageKey, MessageKey>>> = {
  country: 'countryMissing',
  street1: 'street1Missing',
  city: 'cityMissing',
  state: 'stateMissing',
  postalCode: 'postalCodeMissing',
};

/** The element, as far as the rules read it. */
export interface CountryView {
  readonly host: Pick<CardVaultHost, 'billingFields' | 'country' | 'requestUpdate'>;
  readonly store: FieldStore;
  readonly locale: {readonly tag: string; readonly language: string};
}

/** The address form of the country that is chosen, in the language of the form. */
export class CountryForm extends AddressForm implements AddressRules {
  readonly #language: string;
  readonly #country: string;
  readonly #isWhole: boolean;

  constructor({host, store, locale}: CountryView) {
    const isWhole = host.billingFields === 'full' || store.placed?.rootOf('country') !== undefined;
    suppose(store, supposedBy(host, locale.tag, isWhole));
    const {country = ''} = store.billing;
    super({country, rules: rulesOf(country, host), language: locale.language, isWhole});
    this.#language = locale.language;
    this.#country = country;
    this.#isWhole = isWhole;
  }

  /** The states to choose from; empty where any text is taken. */
  get states(): readonly {readonly code: string; readonly name: string}[] {
    return this.rules?.statesIn(this.#language) ?? [];
  }

  /** The state of the list that was typed, chosen or supplied by the page. */
  stateOf(text: string): string | undefined {
    return this.rules && stateIn(this.rules, text)?.code;
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
    const example = this.rules?.example;
    return example ? {key: 'fieldWrong', values: {example}, label} : {key: 'postalCodeWrong', label};
  }

  #isPostalCode(text: string): boolean {
    const form = postalCodeForms[this.#country];
    const isRight = this.rules?.isPostalCode(text);
    return form ? form.test(westernDigits(text)) || isRight === true : isRight !== false;
  }

  sent(address: BillingAddress): BillingAddress {
    const {postalCode, state, ...others} = this.#isWhole ? this.#asked(address) : address;
    const listed = state && this.states.length > 0 ? this.stateOf(state) : state;
    return {
      ...others,
      ...(listed && {state: listed}),
      // Also full-width digits and hyphens, as Japanese keyboards write them.
      ...(postalCode && {postalCode: westernDigits(postalCode.normalize('NFKC'))}),
    };
  }

  /** Without what another country, chosen before, had asked for. */
  #asked(address: BillingAddress): BillingAddress {
    const keys: readonly unknown[] = this.asked(addressFields).map(addressKey);
    return Object.fromEntries(Object.entries(address).filter(([key]) => keys.includes(key)));
  }
}

/** The country that each form was begun with. */
const supposed = new WeakMap<FieldStore, string>();

/** The country that page or language name. */
function supposedBy(
  {country}: Pick<CardVaultHost, 'country'>,
  tag: string,
  isWhole: boolean,
): string | undefined {
  return country?.toUpperCase() || (isWhole ? regionOf(tag) : undefined);
}

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
