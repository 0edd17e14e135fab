import {brandOf, securityCodeLengthOf} from '../protocol/brand-codes.js';
import type {BrandId, CardVaultError} from '../protocol/index.js';
import type {FieldName} from './microform-library.js';
import {plainCopy, recordOf, type Plain} from './plain-data.js';

/** What the hosted fields tell the page. Never digits: the library itself does not tell them. */
export type FieldEvent =
  /** Both fields are live. */
  | {readonly type: 'loaded'}
  | {readonly type: 'focus' | 'blur'; readonly field: FieldName}
  | {
      readonly type: 'change';
      readonly field: FieldName;
      readonly empty: boolean;
      readonly valid: boolean;
      readonly couldBeValid: boolean;
      /** Number only: the brands it may still be of, the likeliest first. */
      readonly brands?: BrandId[];
      /** Number only: digits of the security code, when all candidates agree. */
      readonly securityCodeLength?: 3 | 4;
    }
  /** Something was typed that cannot be read yet; a `change` follows when it can. */
  | {readonly type: 'unread'}
  /** Enter was pressed in a field. */
  | {readonly type: 'submit'}
  /** The browser filled in what belongs to the page's own inputs. */
  | {
      readonly type: 'autofill';
      readonly name?: string;
      readonly expirationMonth?: string;
      readonly expirationYear?: string;
    }
  | {readonly type: 'error'; readonly error: CardVaultError};

type ChangeEvent = Extract<FieldEvent, {type: 'change'}>;
type AutofillEvent = Extract<FieldEvent, {type: 'autofill'}>;

/** Brands are described at length; eight of them in one message are. */
const changeLimit = 16_384;

/** Reads a field's `change` (wire 2.2); `undefined` when it is none. Unknown card types are passed over. */
export function readChange(field: FieldName, data: unknown): ChangeEvent | undefined {
  const plain = recordOf(plainCopy(data, changeLimit));
  const {empty, valid, couldBeValid} = plain;
  if (typeof empty !== 'boolean' || typeof valid !== 'boolean' || typeof couldBeValid !== 'boolean')
    return undefined;
  const change = {type: 'change', field, empty, valid, couldBeValid} as const;
  if (field === 'securityCode') return change;
  const candidates = Array.isArray(plain['card']) ? plain['card'].map(recordOf) : [];
  const known = candidates.map(
    ({cybsCardType: code, name}) => brandOf(textOf(code) ?? '') ?? brandOf(textOf(name) ?? ''),
  );
  const brands = known.filter((brand) => brand !== undefined);
  // What the field says of its card is believed before any table of this page.
  const lengths = new Set(
    candidates.map(({securityCode}, index) => {
      const {length} = recordOf(securityCode);
      const brand = known[index];
      return length === 3 || length === 4 ? length : brand && securityCodeLengthOf(brand);
    }),
  );
  const [securityCodeLength] = lengths;
  return {
    ...change,
    brands: [...new Set(brands)],
    ...(lengths.size === 1 && securityCodeLength !== undefined ? {securityCodeLength} : {}),
  };
}

/** Reads `autocomplete`; any part may be missing, and a message without any part is `undefined`. */
export function readAutofill(data: unknown): AutofillEvent | undefined {
  const plain = recordOf(plainCopy(data));
  const name = textOf(plain['name']);
  const expirationMonth = textOf(plain['expirationMonth']);
  const expirationYear = textOf(plain['expirationYear']);
  if (name === undefined && expirationMonth === undefined && expirationYear === undefined) return undefined;
  return {
    type: 'autofill',
    ...(name === undefined ? {} : {name}),
    ...(expirationMonth === undefined ? {} : {expirationMonth}),
    ...(expirationYear === undefined ? {} : {expirationYear}),
  };
}

function textOf(value: Plain | undefined): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 128 ? value : undefined;
}
