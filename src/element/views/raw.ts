import {html, type TemplateResult} from 'lit';
import type {RawCardFields} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {brandsOf} from '../../protocol/brand-match.js';
import {fitText} from '../../protocol/fit-text.js';
import {cardBrands, CardVaultError} from '../../protocol/index.js';
import type {PastedCard} from '../../protocol/pasted-card.js';
import {hasUsualLength} from '../../protocol/usual-length.js';
import type {Entries} from '../fields/entries.js';
import type {Say} from '../shopper/locale.js';
import type {Edit, Format} from '../fields/typing.js';
import type {ExpiryReading} from '../fields/expiry.js';
import type {FieldName} from '../options.js';

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    sum += place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** Report that a hosted number field would make about these digits. */
export function validateNumber(digits: string): Extract<FieldEvent, {type: 'change'}> {
  const brands = brandsOf(digits);
  const lengths = brands.flatMap((id) => cardBrands[id].lengths);
  const valid = lengths.includes(digits.length) && passesLuhn(digits);
  const couldBeValid = digits === '' || valid || lengths.some((length) => length > digits.length);
  const codes = new Set(brands.map((id) => cardBrands[id].securityCode.length));
  const [length] = codes;
  return {
    type: 'change',
    field: 'number',
    empty: digits === '',
    valid,
    couldBeValid,
    ...(hasUsualLength(digits.length, brands) && {usualLength: true as const}),
    brands,
    ...(codes.size === 1 && length && {securityCodeLength: length}),
  };
}

/**
 * Digits that are kept of a paste, more than any card has: without the rest, another number could be valid.
 */
const mostDigits = {number: 24, 'security-code': 8} as const;

function longestOf(digits: string): number {
  return Math.max(...brandsOf(digits).flatMap((id) => cardBrands[id].lengths), 0) || 19;
}

function grouped(digits: string): string {
  const gaps = cardBrands[brandsOf(digits)[0] ?? 'visa'].gaps;
  return [...digits].map((digit, place) => (gaps.includes(place) ? ` ${digit}` : digit)).join('');
}

const fit = (input: HTMLInputElement): void => fitText(input, getComputedStyle);

/**
 * How the element reads what is typed: handed over, so that this script imports nothing of the one that loads
 * it.
 */
export interface RawReaders {
  readonly expiry: () => ExpiryReading;
  readonly digitsOf: (text: string) => string;
  readonly pasted: (text: string, isNumber: (digits: string) => boolean) => PastedCard;
}

/**
 * Plain inputs for number and code, for shops that are allowed to hold card numbers (spec 4.3). They report
 * the same events as the frames.
 */
export class RawInputs implements RawCardFields {
  readonly #entries: Entries;
  readonly #readers: RawReaders;
  readonly #rootOf: (field: FieldName) => ParentNode;
  /** Told of each new size of the number's input. */
  readonly #room = new ResizeObserver(([entry]) => fit(entry!.target as HTMLInputElement));
  readonly formats: Readonly<Record<string, Format>> = {
    number: (edit) => this.#formatNumber(edit),
    'security-code': (edit) => this.#formatCode(edit),
  };

  constructor(entries: Entries, readers: RawReaders, rootOf: (field: FieldName) => ParentNode) {
    this.#entries = entries;
    this.#readers = readers;
    this.#rootOf = rootOf;
  }

  /** The card as it stands in the inputs, at the moment it is sent. */
  read(): ReturnType<RawCardFields['read']> {
    const {digitsOf, expiry} = this.#readers;
    const reading = expiry();
    const cardNumber = digitsOf(this.#input('number')?.value ?? '');
    const securityCode = digitsOf(this.#input('security-code')?.value ?? '');
    if ('problem' in reading || cardNumber === '' || securityCode === '')
      throw new CardVaultError('card-incomplete', 'The card inputs are not filled.');
    const {month, year} = reading.expiry;
    return {cardNumber, securityCode, expirationMonth: month, expirationYear: year};
  }

  clear(): void {
    for (const field of ['number', 'security-code'] as const) {
      const input = this.#input(field);
      if (input) this.#empty(input);
    }
  }

  /** Empties one input, as a shopper would. */
  clearOne(field: 'number' | 'security-code'): void {
    const input = this.#input(field);
    if (!input) return;
    this.#empty(input);
    if (field === 'number') this.#entries.hear(validateNumber(''));
    else this.#validateCode('');
  }

  focus(field: 'number' | 'security-code'): void {
    this.#input(field)?.focus();
  }

  view(field: 'number' | 'security-code', say: Say, disabled: boolean): TemplateResult {
    const number = field === 'number';
    const hosted = number ? 'number' : 'securityCode';
    const long = this.#entries.codeLength === 4;
    const label = say(number ? 'number' : 'securityCode');
    return html`<input
      class="input"
      part="input input-${field}"
      id=${field}
      dir="ltr"
      inputmode="numeric"
      autocomplete=${number ? 'cc-number' : 'cc-csc'}
      enterkeyhint=${number ? 'next' : 'done'}
      spellcheck="false"
      placeholder=${this.#entries.store.isAtRest(field) ? label : say(number ? 'numberPlaceholder' : long ? 'securityCodePlaceholder4' : 'securityCodePlaceholder')}
      aria-label=${label}
      aria-invalid=${this.#entries.shown(field) ? 'true' : 'false'}
      aria-describedby="${field}-error ${field}-hint"
      aria-required="true"
      ?disabled=${disabled}
      @input=${number ? this.#typedNumber : this.#typedCode}
      @focus=${() => this.#entries.hear({type: 'focus', field: hosted})}
      @blur=${() => this.#entries.hear({type: 'blur', field: hosted})}
    />`;
  }

  #formatNumber({text, caret, kind, previous}: Edit): ReturnType<Format> {
    const {digitsOf, pasted} = this.#readers;
    const card = kind === 'whole' ? pasted(text, (digits) => validateNumber(digits).valid) : {};
    if (card.expiry) {
      const {month, year} = card.expiry;
      this.#entries.hear({type: 'autofill', expirationMonth: month, expirationYear: year});
    }
    const all = card.number ?? digitsOf(text);
    if (kind === 'typed' && all.length > longestOf(all)) return {text: previous, caret: caret - 1};
    const digits = all.slice(0, mostDigits.number);
    const shown = grouped(digits);
    const before = card.number === undefined ? digitsOf(text.slice(0, caret)).length : digits.length;
    return {text: shown, caret: grouped(digits.slice(0, before)).length};
  }

  #formatCode({text, caret, kind, previous}: Edit): ReturnType<Format> {
    const {digitsOf} = this.#readers;
    const digits = digitsOf(text);
    if (kind === 'typed' && digits.length > this.#entries.codeLength)
      return {text: previous, caret: caret - 1};
    return {
      text: digits.slice(0, mostDigits['security-code']),
      caret: digitsOf(text.slice(0, caret)).length,
    };
  }

  readonly #typedNumber = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    fit(input);
    this.#room.observe(input);
    this.#entries.hear(validateNumber(this.#readers.digitsOf(input.value)));
    // The brand decides how long the code is.
    const code = this.#input('security-code')?.value;
    if (code) this.#validateCode(code);
  };

  readonly #typedCode = (event: Event): void => this.#validateCode((event.target as HTMLInputElement).value);

  #empty(input: HTMLInputElement): void {
    input.value = '';
    fit(input);
  }

  #validateCode(code: string): void {
    const {length} = this.#readers.digitsOf(code);
    const {codeLength} = this.#entries;
    this.#entries.hear({
      type: 'change',
      field: 'securityCode',
      empty: length === 0,
      valid: length === codeLength,
      couldBeValid: length <= codeLength,
    });
  }

  #input(field: FieldName): HTMLInputElement | null {
    return this.#rootOf(field).querySelector<HTMLInputElement>(`#${field}`);
  }
}
