import {css, html, nothing, svg, type TemplateResult} from 'lit';
import {postalCodeForms, withoutPostalCode, withoutState, countryCodes} from '../../protocol/countries.js';
import type {BillingAddress} from '../../protocol/index.js';
import type {FieldStore} from '../fields/field-store.js';
import {type Problem, addressKey} from '../fields.js';
import type {LocaleController, Say} from '../shopper/locale.js';
import type {MessageKey} from '../../texts/shapes.js';
import type {CardVaultHost} from '../host.js';
import type {FieldName} from '../options.js';
import {consentStyles, consentView} from './consent.js';
import {fieldView, type FieldView} from './form.js';
import {icon} from './icons.js';

type AddressLabel = 'country' | 'street1' | 'street2' | 'city' | 'state' | 'postalCode';

interface AddressInput {
  readonly label: AddressLabel;
  readonly autocomplete: AutoFill;
  readonly missing?: MessageKey;
  readonly wide?: boolean;
}

const inputs: Readonly<Partial<Record<FieldName, AddressInput>>> = {
  country: {label: 'country', autocomplete: 'billing country', missing: 'countryMissing', wide: true},
  street1: {label: 'street1', autocomplete: 'billing address-line1', missing: 'street1Missing', wide: true},
  street2: {label: 'street2', autocomplete: 'billing address-line2', wide: true},
  city: {label: 'city', autocomplete: 'billing address-level2', missing: 'cityMissing'},
  state: {label: 'state', autocomplete: 'billing address-level1', missing: 'stateMissing'},
  'postal-code': {label: 'postalCode', autocomplete: 'billing postal-code', missing: 'postalCodeMissing'},
};

/** Finds the fault of one address field, by the habits of its country. */
export function billingProblem(field: FieldName, address: BillingAddress): Problem | undefined {
  const key = addressKey(field);
  const missing = inputs[field]?.missing;
  const country = address.country ?? '';
  if (!key || !missing || isLeftOut(field, country)) return undefined;
  const text = (address[key] ?? '').trim();
  if (text === '') return {key: missing};
  const form = field === 'postal-code' ? postalCodeForms[country] : undefined;
  return form && !form.test(text) ? {key: 'postalCodeWrong'} : undefined;
}

/** Countries have no such thing. */
export function isLeftOut(field: FieldName, country: string): boolean {
  return (
    (field === 'postal-code' && withoutPostalCode.includes(country)) ||
    (field === 'state' && withoutState.includes(country))
  );
}

export interface BillingView {
  readonly host: CardVaultHost;
  readonly say: Say;
  readonly store: FieldStore;
  readonly fields: readonly FieldName[];
  readonly locale: string;
  readonly disabled: boolean;
}

/** The address inputs, and the consent under them. */
export function billingView(view: BillingView): TemplateResult {
  const {store, fields} = view;
  const country = store.billing.country ?? '';
  return html`${fields
    .filter((field) => inputs[field] && !isLeftOut(field, country))
    .map((field) =>
      fieldView(addressField(view, field)),
    )}${view.host.consent === 'none' ? nothing : consentView(view)}`;
}

/** The address inputs and the consent where the page has placed none of them. */
export function ownBillingView(
  host: CardVaultHost,
  {locale, store}: {readonly locale: LocaleController; readonly store: FieldStore},
): TemplateResult {
  const {say, tag} = locale;
  return billingView({host, say, store, fields: store.fields, locale: tag, disabled: host.inactive});
}

export function addressField(view: BillingView, name: FieldName): FieldView {
  const {say, store, disabled} = view;
  const input = inputs[name]!;
  const key = addressKey(name)!;
  const problem = store.rules?.shown(name);
  const value = store.billing[key] ?? '';
  const typed = (event: Event): void => store.type(name, (event.target as HTMLInputElement).value);
  const common = {invalid: problem ? ('true' as const) : ('false' as const), typed};
  return {
    name,
    label: say(input.label),
    error: problem && say(problem.key, problem.values),
    focused: false,
    wide: input.wide ?? view.fields.length === 1,
    ...(name === 'country' && {trail: icon(svg`<path d="M4 6.5l4 4 4-4"/>`)}),
    control:
      name === 'country'
        ? countrySelect(view, value, common)
        : html`<input
            class="input"
            part="input input-${name}"
            id=${name}
            autocomplete=${input.autocomplete}
            placeholder=${say(`${input.label}Placeholder`)}
            aria-invalid=${common.invalid}
            aria-describedby="${name}-error"
            aria-required=${input.missing ? 'true' : 'false'}
            ?disabled=${disabled}
            .value=${value}
            @input=${typed}
            @focus=${() => store.enter(name)}
            @blur=${() => store.leave(name)}
          />`,
  };
}

function countrySelect(
  {store, locale, disabled, say}: BillingView,
  value: string,
  {invalid, typed}: {readonly invalid: 'true' | 'false'; readonly typed: (event: Event) => void},
): TemplateResult {
  return html`<select
    class="input select"
    part="input input-country"
    id="country"
    autocomplete="billing country"
    aria-invalid=${invalid}
    aria-describedby="country-error"
    aria-required="true"
    ?disabled=${disabled}
    .value=${value}
    @change=${typed}
    @focus=${() => store.enter('country')}
    @blur=${() => store.leave('country')}
  >
    ${value === '' ? html`<option value="" selected>${say('countryPlaceholder')}</option>` : nothing}
    ${countries(locale).map(
      ([code, name]) => html`<option value=${code} ?selected=${code === value}>${name}</option>`,
    )}
  </select>`;
}

/** English of this part; given to the element when the part arrives. */
export {later as messages} from '../../texts/en/later.js';

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
