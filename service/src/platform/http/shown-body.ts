/** Makes of a body what a tester may see of it: no card number, no security code, no key and no token. */
import type * as v from 'valibot';
import {hasNoCardNumber, isNoCardAsPhone} from './free-text.js';
import {redact} from './redact.js';
import {entriesOf, itemOf, partsOf, type SchemaNode} from './schema-nodes.js';

/** Stands for what is not shown. */
const hidden = '…';

/** Names of fields with a key or a token, however it is written. */
const secretName = /secret|jwt|password/i;

/** Data of the shop's own, in which anything may stand. */
const ofTheShop = 'metadata';

const shownText = (text: string) => (hasNoCardNumber(text) ? redact(text) : '[card]');

/** Hides a number with as many digits as a card's: no amount is that large. */
const shownNumber = (value: number) => (redact(String(value)) === String(value) ? value : '[card]');

/**
 * The part of a request's body that the route's schema knows. Three digits cannot be told from a security code,
 * so a value is shown by its field, not by its look: a string only if the schema looks for card numbers in it,
 * which it does in all that is kept (decision 0021). The fields of a raw card, unknown fields and those of the
 * shop's own are hidden.
 *
 * @param schema - Undefined for a route that takes no body.
 */
export const shownRequest = (schema: v.GenericSchema | undefined, body: unknown): unknown =>
  shownBy(schema as SchemaNode | undefined, body);

function shownBy(node: SchemaNode | undefined, value: unknown): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((one) => shownBy(node && itemOf(node), one));
  if (typeof value === 'object') {
    const entries = (node && entriesOf(node)) ?? {};
    const known = Object.entries(value).filter(([name]) => Object.hasOwn(entries, name));
    const unknown = Object.keys(value).length - known.length;
    return Object.fromEntries([
      ...known.map(([name, inner]) => [name, shownField(name, inner, () => shownBy(entries[name], inner))]),
      ...(unknown > 0 ? [[hidden, `${unknown} not shown`]] : []),
    ]);
  }
  return node && mayShow(node, value) ? shownValue(value) : hidden;
}

/** Whether the schema takes such a value, and has looked for card numbers in a string. */
function mayShow(node: SchemaNode, value: unknown): boolean {
  const parts = partsOf(node);
  if (typeof value !== 'string') return parts.some(({type}) => type === typeof value);
  return parts.some(
    ({requirement, options}) =>
      requirement === hasNoCardNumber || requirement === isNoCardAsPhone || options?.includes(value) === true,
  );
}

/**
 * An answer of the service. It repeats no card number and no code, so all is shown but keys, tokens and what is
 * the shop's own.
 */
export function shownAnswer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shownAnswer);
  if (typeof value !== 'object' || value === null) return shownValue(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, shownField(name, inner, () => shownAnswer(inner))]),
  );
}

function shownField(name: string, value: unknown, shown: () => unknown): unknown {
  if (name === ofTheShop) return hidden;
  return typeof value === 'string' && secretName.test(name) ? '[secret]' : shown();
}

function shownValue(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  return typeof value === 'number' ? shownNumber(value) : value;
}
