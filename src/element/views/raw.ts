import {html, type TemplateResult} from 'lit';
import type {RawCardFields} from '../../flow/index.js';
import type {FieldEvent} from '../../gateways/index.js';
import {brandIds, cardBrands, CardVaultError, type BrandId} from '../../protocol/index.js';
import type {Entries} from '../controllers/entries.js';
import type {Say} from '../controllers/locale.js';
import type {ExpiryReading} from '../expiry.js';

/** The brands a number may still be of. */
export function brandsOf(digits: string): BrandId[] {
  if (digits === '') return [];
  return brandIds.filter((id) =>
    cardBrands[id].ranges.some(([low, high]) => {
      const start = digits.slice(0, low.length);
      return start >= low.slice(0, start.length) && start <= high.slice(0, start.length);
    }),
  );
}

/** ISO/IEC 7812-1, annex B. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    sum += place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2;
  }
  return sum % 10 === 0;
}

/** What a hosted number field would tell of these digits. */
export function judgeNumber(digits: string): FieldEvent {
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
    brands,
    ...(codes.size === 1 && length && {securityCodeLength: length}),
  };
}

function grouped(digits: string): string {
  const gaps = cardBrands[brandsOf(digits)[0] ?? 'visa'].gaps;
  return [...digits].map((digit, place) => (gaps.includes(place) ? ` ${digit}` : digit)).join('');
}

/** How the element reads what is typed: handed over, so that this script imports nothing of the one that loads it. */
export interface RawReaders {
  readonly expiry: () => ExpiryReading;
  readonly digitsOf: (text: string) => string;
}

/** Plain inputs for number and code, for shops that are allowed to hold card numbers (spec 4.3). They tell what frames would. */
export class RawInputs implements RawCardFields {
  readonly #entries: Entries;
  readonly #readers: RawReaders;
  readonly #root: ParentNode;

  constructor(entries: Entries, readers: RawReaders, root: ParentNode) {
    this.#entries = entries;
    this.#readers = readers;
    this.#root = root;
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
      if (input) input.value = '';
    }
  }

  focus(field: 'number' | 'security-code'): void {
    this.#input(field)?.focus();
  }

  view(field: 'number' | 'security-code', say: Say, disabled: boolean): TemplateResult {
    const number = field === 'number';
    const hosted = number ? 'number' : 'securityCode';
    const long = this.#entries.codeLength === 4;
    return html`<input
      class="input"
      part="input input-${field}"
      id=${field}
      inputmode="numeric"
      autocomplete=${number ? 'cc-number' : 'cc-csc'}
      maxlength=${number ? 23 : this.#entries.codeLength}
      spellcheck="false"
      placeholder=${say(number ? 'numberPlaceholder' : long ? 'securityCodePlaceholder4' : 'securityCodePlaceholder')}
      aria-label=${say(number ? 'number' : 'securityCode')}
      aria-invalid=${this.#entries.shown(field) ? 'true' : 'false'}
      aria-describedby="${field}-error"
      aria-required="true"
      ?disabled=${disabled}
      @input=${number ? this.#typedNumber : this.#typedCode}
      @focus=${() => this.#entries.hear({type: 'focus', field: hosted})}
      @blur=${() => this.#entries.hear({type: 'blur', field: hosted})}
    />`;
  }

  readonly #typedNumber = (event: Event): void => {
    const {digitsOf} = this.#readers;
    const input = event.target as HTMLInputElement;
    const before = digitsOf(input.value.slice(0, input.selectionStart ?? 0)).length;
    const digits = digitsOf(input.value).slice(0, 19);
    const text = grouped(digits);
    if (text !== input.value) {
      const caret = grouped(digits.slice(0, before)).length;
      input.value = text;
      input.setSelectionRange(caret, caret);
    }
    this.#entries.hear(judgeNumber(digits));
  };

  readonly #typedCode = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const digits = this.#readers.digitsOf(input.value);
    if (digits !== input.value) input.value = digits;
    const {codeLength} = this.#entries;
    this.#entries.hear({
      type: 'change',
      field: 'securityCode',
      empty: digits === '',
      valid: digits.length === codeLength,
      couldBeValid: digits.length <= codeLength,
    });
  };

  #input(field: string): HTMLInputElement | null {
    return this.#root.querySelector<HTMLInputElement>(`#${field}`);
  }
}
