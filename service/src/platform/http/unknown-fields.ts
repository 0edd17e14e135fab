/** Fields that a request has and its route does not know: which they are, and what was meant by them. */
import type * as v from 'valibot';
import {unknownField, type FieldError} from '../errors.js';
import {hasNoCardNumber} from './free-text.js';
import {redact} from './redact.js';
import {entriesOf, itemOf, partsOf, type SchemaNode} from './schema-nodes.js';

/** An unknown field of a body. */
export interface UnknownField extends FieldError {
  /** Whether it looks like a known field: another spelling of one beside it, or one of another level. */
  readonly isSlip: boolean;
  /**
   * Whether no service may go on without it: a slip of a field that moves money, time or power, a field of
   * another level, or any field where the record is closed.
   */
  readonly isRefused: boolean;
}

/** More of them are not told, nor named in a refusal. */
export const mostFields = 20;

/** A credential rather than a field: clients send it in any body (spec 5.4). */
const merchantKey = 'merchant_api_key';

/** Finds the unknown fields of a body, at all its levels. What is no object has none. */
export function unknownFieldsOf(schema: v.GenericSchema, body: unknown): readonly UnknownField[] {
  const root = schema as SchemaNode;
  const found: UnknownField[] = [];
  const walk = (node: SchemaNode, value: unknown, pointer: string) => {
    if (Array.isArray(value)) {
      const item = itemOf(node);
      if (item) value.forEach((one, index) => walk(item, one, `${pointer}/${index}`));
      return;
    }
    const entries = entriesOf(node);
    if (!entries || typeof value !== 'object' || value === null) return;
    for (const [name, inner] of Object.entries(value)) {
      const isMerchantKey = name === merchantKey && pointer === '' && !isClosed(node);
      if (Object.hasOwn(entries, name)) walk(entries[name]!, inner, `${pointer}/${name}`);
      else if (!isMerchantKey) found.push(describe(root, node, {name, pointer, beside: value}));
    }
  };
  walk(root, body, '');
  return found;
}

const isClosed = (node: SchemaNode) => partsOf(node).some(({type}) => type === 'strict_object');

interface Stray {
  readonly name: string;
  /** Where the object is that has it. */
  readonly pointer: string;
  /** That object. */
  readonly beside: object;
}

function describe(root: SchemaNode, node: SchemaNode, {name, pointer, beside}: Stray): UnknownField {
  const parts = partsOf(node);
  const known = Object.keys(entriesOf(node) ?? {});
  const decisive = parts.flatMap(({metadata}) => metadata?.decisive ?? []);
  const unknown = (expected: string, isSlip: boolean, isRefused: boolean): UnknownField => ({
    pointer: `${pointer}/${shownName(name)}`,
    ...{expected, got: unknownField, isSlip, isRefused: isRefused || isClosed(node)},
  });
  const level = placesOf(root).get(name);
  if (level !== undefined)
    return unknown(level === '' ? 'belongs one level higher' : `belongs in ${level}`, true, true);
  const meant = nearestOf(
    name,
    known.filter((one) => !Object.hasOwn(beside, one)),
  );
  if (meant.length > 0) {
    const isDecisive = meant.some((one) => decisive.includes(one));
    return unknown(`did you mean ${meant.join(' or ')}?`, true, isDecisive);
  }
  return unknown(
    known.length === 0 ? 'nothing is read here' : `not known here. Known are ${known.join(', ')}`,
    false,
    false,
  );
}

/** A name as it may be shown and logged: nothing that could be a secret, a card number or another text. */
const shownName = (name: string) =>
  /^[\w.$-]{1,64}$/.test(name) && hasNoCardNumber(name) && redact(name) === name ? name : '…';

const knownPlaces = new WeakMap<SchemaNode, ReadonlyMap<string, string>>();

/** The objects of a schema by the names of their fields: `city` lies in `payload.billing`. */
function placesOf(root: SchemaNode): ReadonlyMap<string, string> {
  const known = knownPlaces.get(root);
  if (known) return known;
  const places = new Map<string, string>();
  const walk = (node: SchemaNode, path: string) => {
    for (const [name, inner] of Object.entries(entriesOf(node) ?? {})) {
      if (!places.has(name)) places.set(name, path);
      walk(itemOf(inner) ?? inner, path === '' ? name : `${path}.${name}`);
    }
  };
  walk(root, '');
  knownPlaces.set(root, places);
  return places;
}

/** The words of a name: `trialDays` and `trial_days` have the same ones. */
const wordsOf = (name: string) =>
  name
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/**
 * The known names that may have been meant: with the same letters, one or (in a long name) two slips of typing
 * away, or with a word more, as `trial_period_days` for `trial_days`. Of these, the nearest.
 */
export function nearestOf(name: string, known: readonly string[]): readonly string[] {
  const words = wordsOf(name);
  const letters = words.join('');
  if (letters === '') return [];
  const slips = known.map((one) => slipsBetween(letters, wordsOf(one).join('')));
  const fewest = Math.min(...slips);
  if (fewest <= (letters.length >= 8 ? 2 : 1)) return known.filter((_, index) => slips[index] === fewest);
  if (words.length < 2) return [];
  return known.filter((one) => {
    const whole = wordsOf(one);
    return whole.length === words.length + 1 && words.every((word) => whole.includes(word));
  });
}

/**
 * How many slips of typing lie between two names: a letter left out, one too many, another one, or two
 * neighbours in the wrong order (optimal string alignment).
 */
function slipsBetween(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return Infinity;
  const rows: number[][] = [Array.from({length: b.length + 1}, (_, column) => column)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let slips = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        slips = Math.min(slips, rows[i - 2]![j - 2]! + 1);
      row.push(slips);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
