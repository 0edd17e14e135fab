import {html, nothing, svg, type TemplateResult} from 'lit';
import type {Timers} from '../../flow/index.js';
import {countryCodes} from '../../protocol/countries.js';
import type {AddressFieldName} from '../../addresses/index.js';
import {CountryForm, firstRules, type CountryView} from '../fields/country.js';
import type {FieldStore} from '../fields/field-store.js';
import {addressKey, type AddressRules} from '../fields.js';
import type {LocaleController, Say} from '../shopper/locale.js';
import {address} from '../../texts/en/address.js';
import {later} from '../../texts/en/later.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import {css} from '../styles/css.js';
import {consentStyles, consentView} from './consent.js';
import {fieldView, type FieldView} from './form.js';
import {icon} from './icons.js';

const autofill: Readonly<Record<AddressFieldName, AutoFill>> = {
  country: 'billing country',
  street1: 'billing address-line1',
  street2: 'billing address-line2',
  city: 'billing address-level2',
  state: 'billing address-level1',
  'postal-code': 'billing postal-code',
};

const isAddress = (field: FieldName): field is AddressFieldName => field in autofill;

/** The rules of the address that an element asks for. */
export function addressRules(view: CountryView): AddressRules {
  return new CountryForm(view);
}

export interface BillingView {
  readonly host: CardVaultHost;
  readonly say: Say;
  readonly store: FieldStore;
  /** The fields that are drawn together. */
  readonly fields: readonly FieldName[];
  readonly locale: string;
  readonly language: string;
  readonly disabled: boolean;
  readonly timers: Timers;
}

function formOf({host, store, locale, language}: BillingView): CountryForm {
  return new CountryForm({host, store, locale: {tag: locale, language}});
}

/** The country has no such thing. */
export const isLeftOut = (field: FieldName, view: BillingView): boolean => formOf(view).isLeftOut(field);

/** The address inputs, and the consent under them. */
export function billingView(view: BillingView): TemplateResult {
  const form = formOf(view);
  const shown = form.asked(view.fields.filter(isAddress));
  return html`${shown.map((field) =>
    fieldView({...addressField(view, field), wide: form.isWide(field, shown)}),
  )}${view.host.consent === 'none' ? nothing : consentView(view)}`;
}

/** The address inputs and the consent where the page has placed none of them. */
export function ownBillingView(
  host: CardVaultHost,
  {
    locale,
    store,
    timers,
  }: {readonly locale: LocaleController; readonly store: FieldStore; readonly timers: Timers},
): TemplateResult {
  const {say, tag, language} = locale;
  return billingView({
    host,
    say,
    store,
    fields: store.fields,
    locale: tag,
    language,
    disabled: host.inactive,
    timers,
  });
}

export function addressField(view: BillingView, field: FieldName): FieldView {
  const name = field as AddressFieldName;
  const {say, store, disabled} = view;
  const form = formOf(view);
  const problem = store.rules?.shown(name);
  const value = store.billing[addressKey(name)!] ?? '';
  const label = say(form.labelOf(name));
  const isRequired = form.isRequired(name);
  const states = name === 'state' ? form.states : [];
  const lookup = name === 'street1' ? view.host.addressLookup : undefined;
  const choices =
    name === 'country' ? countries(view.locale) : states.map((state) => [state.code, state.name] as const);
  const rest = choices.length === 0 && store.isAtRest(name);
  return {
    name,
    rest,
    label: form.isOptional(name) ? say('optional', {label}) : label,
    error: problem && say(problem.key, problem.values),
    focused: false,
    wide: true,
    ...(choices.length > 0 && {trail: icon(svg`<path d="M4 6.5l4 4 4-4"/>`)}),
    control:
      choices.length > 0
        ? selectView(view, {
            name,
            choices,
            isRequired,
            invalid: problem !== undefined,
            value: name === 'state' ? (form.stateOf(value) ?? '') : value,
          })
        : html`<input
            class="input"
            part="input input-${name}"
            id=${name}
            autocomplete=${autofill[name]}
            placeholder=${rest ? label : say(placeholders[name])}
            aria-invalid=${problem ? 'true' : 'false'}
            aria-describedby="${name}-error"
            aria-required=${isRequired ? 'true' : 'false'}
            role=${lookup ? 'combobox' : nothing}
            aria-autocomplete=${lookup ? 'list' : nothing}
            aria-expanded=${lookup ? 'false' : nothing}
            ?disabled=${disabled}
            .value=${value}
            @input=${(event: Event) => store.type(name, (event.target as HTMLInputElement).value)}
            @focus=${(event: Event) => {
              store.enter(name);
              if (lookup) suggestIn(event.target as HTMLInputElement, view);
            }}
            @blur=${() => store.leave(name)}
          />`,
  };
}

/** The list comes with the first focus; where its script does not come, the shopper types the address. */
function suggestIn(input: HTMLInputElement, {host, store, language, timers}: BillingView): void {
  import('./suggestions.js').then(
    ({suggest}) => suggest(input, {host, store, language, timers}),
    () => undefined,
  );
}

const placeholders = {
  country: 'countryPlaceholder',
  street1: 'street1Placeholder',
  street2: 'street2Placeholder',
  city: 'cityPlaceholder',
  state: 'statePlaceholder',
  'postal-code': 'postalCodePlaceholder',
} as const;

interface Select {
  readonly name: AddressFieldName;
  readonly choices: readonly (readonly [code: string, name: string])[];
  readonly isRequired: boolean;
  readonly invalid: boolean;
  readonly value: string;
}

function selectView({store, disabled, say}: BillingView, select: Select): TemplateResult {
  const {name, choices, isRequired, invalid, value} = select;
  return html`<select
    class="input select"
    part="input input-${name}"
    id=${name}
    autocomplete=${autofill[name]}
    aria-invalid=${invalid ? 'true' : 'false'}
    aria-describedby="${name}-error"
    aria-required=${isRequired ? 'true' : 'false'}
    ?disabled=${disabled}
    .value=${value}
    @change=${(event: Event) => store.type(name, (event.target as HTMLSelectElement).value)}
    @focus=${() => store.enter(name)}
    @blur=${() => store.leave(name)}
  >
    ${value === '' || !isRequired ? html`<option value="" ?selected=${value === ''}>${say(placeholders[name])}</option>` : nothing}
    ${choices.map(([code, text]) => html`<option value=${code} ?selected=${code === value}>${text}</option>`)}
  </select>`;
}

/** Awaited before the inputs are drawn, so that they do not change their places. */
export const ready = firstRules;

/** English of this part; given to the element when the part arrives. */
export const messages = {...later, ...address};

export const styles = css`
  ${consentStyles}
  .input.select {
    cursor: pointer;
    margin-inline-end: -26px;
    padding-inline-end: 34px;
  }
`;

/** Codes and names in a language, in that language's order. */
export function countries(locale: string): readonly (readonly [string, string])[] {
  const names = displayNames(locale);
  const order = new Intl.Collator(names.resolvedOptions().locale);
  return countryCodes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort((one, other) => order.compare(one[1], other[1]));
}

/** A tag that the page wrote wrongly must not take the form down. */
function displayNames(locale: string): Intl.DisplayNames {
  try {
    return new Intl.DisplayNames([locale, 'en'], {type: 'region'});
  } catch {
    return new Intl.DisplayNames('en', {type: 'region'});
  }
}
