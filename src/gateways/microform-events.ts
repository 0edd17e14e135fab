import {brandOf, securityCodeLengthOf} from '../protocol/brand-codes.js';
import type {BrandId, CardVaultError} from '../protocol/index.js';
import type {FieldName} from './microform-library.js';
import {plainCopy, recordOf, type Plain} from './plain-data.js';

/** A brand of a complete card, and the code by which a token is made for it (wire 2.2). */
export interface Badge {
  readonly brand: BrandId;
  readonly typeCode: string;
}

/** Reports of the hosted fields. Never digits: the library itself does not have them. */
export type FieldEvent =
  /** Both fields are live; `networks` are those whose cards the capture context allows (wire 2.1). */
  | {readonly type: 'loaded'; readonly networks?: readonly string[]}
  | {readonly type: 'focus' | 'blur'; readonly field: FieldName}
  | {
      readonly type: 'change';
      readonly field: FieldName;
      readonly empty: boolean;
      readonly valid: boolean;
      readonly couldBeValid: boolean;
      /** Number only, and only from fields that say it: as long as numbers of its brand usually are. */
      readonly usualLength?: true;
      /** Number only: the brands it may still be of, the likeliest first. */
      readonly brands?: BrandId[];
      /** Number only, when it is complete: the brands of the card. A co-badged card has several. */
      readonly badges?: Badge[];
      /** Number only: what the field calls the card, where that is no brand of ours. */
      readonly brandName?: string;
      /** Number only: digits of the security code, when all candidates agree. */
      readonly securityCodeLength?: 3 | 4;
    }
  /** Something was typed that cannot be read yet; a `change` follows when it can. */
  | {readonly type: 'unread'}
  /** Enter was pressed in a field. */
  | {readonly type: 'submit'; readonly field?: FieldName}
  /** The browser filled in, or the shopper pasted, what belongs to the page's own inputs. */
  | {
      readonly type: 'autofill';
      readonly name?: string;
      readonly expirationMonth?: string;
      readonly expirationYear?: string;
    }
  /** Something of the page has come to lie over a field or makes it transparent, or does so no longer. */
  | {readonly type: 'covered'; readonly field: FieldName; readonly covered: boolean}
  | {readonly type: 'error'; readonly error: CardVaultError};

type Candidate = ReturnType<typeof recordOf>;
type ChangeEvent = Extract<FieldEvent, {type: 'change'}>;
type AutofillEvent = Extract<FieldEvent, {type: 'autofill'}>;

/** Characters of a message. It describes every brand that fits the digits so far, each at length. */
const changeLimit = 16_384;

/**
 * Reads a field's `change` (wire 2.2); `undefined` when it is none. A card of no brand of ours keeps only its
 * name.
 */
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
  const badges = valid ? candidates.flatMap((candidate, index) => badgeOf(candidate, known[index])) : [];
  const brandName = brands.length === 0 ? nameOf(candidates[0]) : undefined;
  // The field's own report of its card comes before any table of this page.
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
    ...(plain['usualLength'] === true && {usualLength: true as const}),
    brands: [...new Set(brands)],
    ...(badges.length > 1 && {badges}),
    ...(brandName && {brandName}),
    ...(lengths.size === 1 && securityCodeLength !== undefined ? {securityCodeLength} : {}),
  };
}

function badgeOf({cybsCardType, valid}: Candidate, brand: BrandId | undefined): Badge[] {
  const typeCode = textOf(cybsCardType);
  return brand && valid !== false && typeCode && /^\d{3}$/.test(typeCode) ? [{brand, typeCode}] : [];
}

function nameOf(candidate: Candidate | undefined): string | undefined {
  const name = textOf(candidate?.['brandedName']);
  return name && /^[\p{L} .&-]{1,32}$/u.test(name) ? name : undefined;
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

/** Reads `covered`, an event of our own service's library. */
export function readCovered(field: FieldName, data: unknown): FieldEvent | undefined {
  const {covered} = recordOf(plainCopy(data));
  return typeof covered === 'boolean' ? {type: 'covered', field, covered} : undefined;
}

function textOf(value: Plain | undefined): string | undefined {
  return typeof value === 'string' && value !== '' && value.length <= 128 ? value : undefined;
}
