import {html, nothing, svg, type TemplateResult} from 'lit';
import type {FieldView, FormView} from '../views/form.js';
import {icon} from '../views/icons.js';

export type Half = 'expiry-month' | 'expiry-year';

/** Years from this one that a card may be good for. */
const longestLife = 20;
/** Nothing longer is a date: a card number that was pasted here does not stay in the page. */
const longestDate = 10;

const halves = {
  'expiry-month': {
    label: 'expiryMonthLabel',
    placeholder: 'expiryMonthPlaceholder',
    autocomplete: 'cc-exp-month',
    digits: 2,
  },
  'expiry-year': {
    label: 'expiryYearLabel',
    placeholder: 'expiryYearPlaceholder',
    autocomplete: 'cc-exp-year',
    digits: 4,
  },
} as const;

/** Month and year of what is entered so far. */
export function monthAndYear(expiry: string): readonly [string, string] {
  const [month = '', year = ''] = expiry.split('/');
  return [month.trim(), year.trim()];
}

const joined = (month: string, year: string): string => (month || year ? `${month} / ${year}` : '');

/** The form around a half, as far as it is read. */
type HalfView = Pick<FormView, 'say' | 'store' | 'disabled'>;

/**
 * Month or year of the expiry, typed or chosen. Both are one entry: it is judged as a whole.
 *
 * @param together both stand in the box of the expiry, with its label and its error
 */
export function halfOfExpiry(view: HalfView, half: Half, select: boolean, together = false): FieldView {
  const {say, store} = view;
  const {label, digits} = halves[half];
  const problem = store.rules?.shown('expiry');
  const [month, year] = monthAndYear(store.expiry);
  const isYear = half === 'expiry-year';
  const keep = (text: string): void => {
    // A whole date that was pasted or filled in here.
    if (/\p{Nd}\P{Nd}+\p{Nd}/u.test(text)) return store.type('expiry', text.slice(0, longestDate));
    const value = text.replace(/\P{Nd}/gu, '').slice(0, digits);
    store.type('expiry', isYear ? joined(month, value) : joined(value, year));
  };
  const control = {
    half,
    id: together && !isYear ? 'expiry' : half,
    error: together ? 'expiry-error' : `${half}-error`,
    name: together ? say(label) : undefined,
    keep,
    invalid: problem ? ('true' as const) : ('false' as const),
    value: isYear ? year : month,
    leave() {
      // On the way from the month to the year nothing is missing yet.
      if (isYear || year !== '' || store.rules?.problem('expiry')?.key === 'expiryMonth')
        store.leave('expiry');
    },
  };
  return {
    name: half,
    label: say(label),
    error: problem && say(problem.key, problem.values),
    right: store.rules?.isRight('expiry'),
    focused: false,
    control: select ? selectOf(view, control) : inputOf(view, control),
    ...(select && {trail: icon(svg`<path d="M4 6.5l4 4 4-4"/>`)}),
  };
}

interface Control {
  readonly half: Half;
  readonly id: string;
  readonly error: string;
  /** Where no label of its own says it. */
  readonly name: string | undefined;
  readonly value: string;
  readonly invalid: 'true' | 'false';
  readonly keep: (text: string) => void;
  readonly leave: () => void;
}

function inputOf({say, store, disabled}: HalfView, control: Control): TemplateResult {
  const {half, id, error, name, value, invalid, keep, leave} = control;
  const {placeholder, autocomplete} = halves[half];
  return html`<input
    class="input"
    part="input input-${half}"
    id=${id}
    aria-label=${name ?? nothing}
    dir="ltr"
    inputmode="numeric"
    enterkeyhint="next"
    autocomplete=${autocomplete}
    placeholder=${say(placeholder)}
    aria-invalid=${invalid}
    aria-describedby=${error}
    aria-required="true"
    ?disabled=${disabled}
    .value=${value}
    @input=${({target}: Event) => {
      const input = target as HTMLInputElement;
      keep(input.value);
      const [month, year] = monthAndYear(store.expiry);
      input.value = half === 'expiry-year' ? year : month;
    }}
    @focus=${() => store.enter('expiry')}
    @blur=${leave}
  />`;
}

function selectOf({say, store, disabled}: HalfView, control: Control): TemplateResult {
  const {half, id, error, name, value, invalid, keep, leave} = control;
  const {placeholder, autocomplete} = halves[half];
  const chosen = value === '' ? '' : value.padStart(2, '0').slice(-2);
  const options = half === 'expiry-year' ? years() : months;
  return html`<select
    class="input select"
    part="input input-${half}"
    id=${id}
    aria-label=${name ?? nothing}
    autocomplete=${autocomplete}
    aria-invalid=${invalid}
    aria-describedby=${error}
    aria-required="true"
    ?disabled=${disabled}
    .value=${chosen}
    @change=${({target}: Event) => keep((target as HTMLSelectElement).value)}
    @focus=${() => store.enter('expiry')}
    @blur=${leave}
  >
    <option value="" ?selected=${chosen === ''}>${say(placeholder)}</option>
    ${options.map(
      (text) => html`<option value=${text.slice(-2)} ?selected=${text.slice(-2) === chosen}>${text}</option>`,
    )}
  </select>`;
}

const months = [...Array(12).keys()].map((index) => String(index + 1).padStart(2, '0'));

function years(): readonly string[] {
  const now = new Date().getFullYear();
  return [...Array(longestLife + 1).keys()].map((index) => String(now + index));
}
