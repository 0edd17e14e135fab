import * as v from 'valibot';
import {ServiceError, invalidRequest, misfit, type FieldError} from '../errors.js';
import {readText} from './body-text.js';
import type {ServiceContext} from './env.js';
import {lostInReading} from './exact-json.js';
import {fieldErrorOf} from './field-errors.js';
import {hasNoCardNumber, holdsCardNumber, isNoCardAsPhone} from './free-text.js';
import {instantExpected, readInstant} from './instant.js';
import {mostFields, unknownFieldsOf} from './unknown-fields.js';

const maxDepth = 20;

/** How deeply a value is nested. It stops counting above `maxDepth`. */
function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > maxDepth) return depth;
  return Math.max(depth, ...Object.values(value).map((child) => depthOf(child, depth + 1)));
}

/** NUL and halves of surrogate pairs: legal in JSON, but PostgreSQL refuses them in text. */
const unstorableCharacters = /\0|[\ud800-\udfff]/u;

export const unstorableTextError = () =>
  new ServiceError(
    400,
    'request.unstorable_text',
    'The request contains a NUL or half of a surrogate pair. Send text without them.',
  );

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorableCharacters.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(
    ([key, child]) => unstorableCharacters.test(key) || holdsUnstorable(child),
  );
}

/**
 * Reads a JSON body against a schema: the one way in which routes read theirs. An empty body and `[]` count as
 * `{}`. Each wrong field is named. In development an answer names unknown fields (`unknown-field-warnings.ts`); those that
 * no service may go on without are refused, and all slips are named beside another refusal.
 *
 * @throws {ServiceError} as `readText`; 401 for the key of another merchant; 415 `request.not_json`; 400 `request.unparsable`, `request.too_deep`,
 *   `request.unstorable_text`, `request.invalid`.
 */
export async function readBody<Schema extends v.GenericSchema>(
  c: ServiceContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const value = await readJson(c);
  const unknown = unknownFieldsOf(schema, value);
  if (c.get('unknownFields')) c.set('unknownFields', unknown);
  const result = v.safeParse(schema, value);
  const wrong = result.success ? [] : wrongFields(schema, result.issues);
  const refused = unknown.filter(({isRefused, isSlip}) => isRefused || (isSlip && wrong.length > 0));
  if (refused.length + wrong.length > 0) throw invalidRequest([...refused.slice(0, mostFields), ...wrong]);
  await c.get('checkMerchantKey')?.(value);
  return result.output as v.InferOutput<Schema>;
}

/** Reads the body of a route that takes no fields, so that none is dropped in silence. */
export const readNoFields = (c: ServiceContext) => readBody(c, noFields);

/**
 * The parsed JSON body. It is parsed once for each request.
 *
 * @throws {ServiceError} as `readBody`; `request.invalid` only for what parsing would lose.
 */
export function readJson(c: ServiceContext): Promise<unknown> {
  const parsed = c.get('json') ?? parseJson(c);
  c.set('json', parsed);
  return parsed;
}

async function parseJson(c: ServiceContext): Promise<unknown> {
  const text = await readText(c);
  if (text.trim() === '') return {};
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new ServiceError(
      415,
      'request.not_json',
      'The body must be JSON. Send it with the header Content-Type: application/json.',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ServiceError(400, 'request.unparsable', `The body is not valid JSON: ${placeOf(error, text)}.`);
  }
  // PHP encodes an empty object as `[]`.
  if (Array.isArray(value) && value.length === 0) return {};
  if (depthOf(value) > maxDepth) {
    throw new ServiceError(400, 'request.too_deep', `The body is nested deeper than ${maxDepth} levels.`);
  }
  if (holdsUnstorable(value)) throw unstorableTextError();
  const lost = lostInReading(text);
  if (lost.length > 0) throw invalidRequest(lost);
  return value;
}

/**
 * Where the parser stopped. The rest of its message is dropped, because it quotes the body, which may hold
 * a card.
 */
function placeOf(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const position = Number(/position (\d+)/.exec(message)?.[1] ?? NaN);
  if (/end of JSON/.test(message) || position >= text.length) return 'it ends too early';
  return Number.isNaN(position) ? 'it begins with something else' : `see character ${position + 1}`;
}

/**
 * Validates a value against a schema.
 *
 * @throws {ServiceError} 400 `request.invalid`, naming each wrong field.
 */
export function check<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  throw invalidRequest(wrongFields(schema, result.issues));
}

/** The wrong fields. `unknownFieldsOf` names unknown ones, of which the schema says only that they are. */
const wrongFields = (schema: v.GenericSchema, issues: readonly v.BaseIssue<unknown>[]) =>
  withoutRepeats(
    issues.filter(({expected}) => expected !== 'never').map((issue) => fieldErrorOf(schema, issue)),
  );

/** Drops repeated sentences: 1.5 breaks two rules of "a whole number from 2 to 9". */
const withoutRepeats = (fields: readonly FieldError[]) =>
  fields.filter(
    ({pointer, expected}, index) =>
      index === fields.findIndex((field) => field.pointer === pointer && field.expected === expected),
  );

// Building blocks of request schemas. Each message completes the sentence "… must be …".

/**
 * A string without a card number (V12, decision 0021). Every text of a request is made of this; a test walks
 * through the schemas of all routes.
 */
export const clearText = (expected: string) =>
  v.pipe(v.string(expected), v.check(hasNoCardNumber, `${expected}, without a card number`));

/** A string that is not kept as it comes, such as the number of a raw card. */
export const passingText = (expected: string) => v.string(expected);

export const text = clearText('a string');

/** A string of at most so many characters. */
export const textUpTo = (max: number, expected = `a string of at most ${max} characters`) =>
  v.pipe(clearText(expected), v.maxLength(max, expected));

export const shortText = textUpTo(256);

/** A phone number. Every tenth of the longer ones passes for a card number by chance, so the check is another. */
export const phoneText = (expected: string) =>
  v.pipe(v.string(expected), v.maxLength(256, expected), v.check(isNoCardAsPhone, expected));

/** A string of `min` to `max` characters. */
export function boundedText(min: number, max: number) {
  const expected = `a string of ${min} to ${max} characters`;
  return v.pipe(textUpTo(max, expected), v.minLength(min, expected));
}

/** A name of the shop's own. Any text will do, because only its keyed hash is stored. */
const nameExpected = 'a string of 1 to 255 characters';
export const lastingName = v.pipe(
  passingText(nameExpected),
  v.minLength(1, nameExpected),
  v.maxLength(255, nameExpected),
);

/** A string that must not be empty, such as a token. `expected` describes it in error messages. */
export const nonEmptyText = (expected: string) => v.pipe(clearText(expected), v.nonEmpty(expected));

export const customerToken = nonEmptyText('the customer token (cus_…)');
export const paymentMethodToken = nonEmptyText('the payment method (pm_…)');

/** A whole number. `unit` completes the message, such as " of seconds". */
export function wholeNumber(min: number, max: number, unit = '') {
  const expected = `a whole number${unit} from ${min} to ${max}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  );
}

/** A whole number without an upper limit. */
export function wholeNumberFrom(min: number, unit = '') {
  const expected = `a whole number${unit}, at least ${min}`;
  return v.pipe(v.number(expected), v.integer(expected), v.minValue(min, expected));
}

/** A list of words as a sentence: `a, b or c`. */
export const oneOf = (words: readonly string[]) =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;

/** One of these words. */
export const wordOf = <const Words extends readonly string[]>(words: Words) =>
  v.picklist(words, oneOf(words));

export const flag = v.boolean('true or false');

/** A field that may be missing or null. */
export const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));

/** An instant as text, for `readInstant`. */
export const instant = v.pipe(
  clearText(instantExpected),
  v.check((text) => readInstant(text) !== undefined, instantExpected),
);

/** A duration in seconds. */
export const seconds = (max: number, min = 0) => wholeNumber(min, max, ' of seconds');

/** The unit of an amount, such as paisa or cents, for `wholeNumber`. */
export const ofMinorUnits = ' of minor units (500 is PKR 5.00)';
export const minorAmount = wholeNumberFrom(1, ofMinorUnits);

/**
 * An object with these fields; a list is not an object. Others are left out.
 *
 * @param decisive The fields that move money, time or power: a slip in their names is refused on every service.
 */
export const record = <Entries extends v.ObjectEntries>(
  entries: Entries,
  decisive: readonly (keyof Entries & string)[] = [],
) =>
  v.pipe(
    v.custom<Record<string, unknown>>(isPlainObject, 'an object'),
    v.object(entries, 'an object'),
    v.metadata({decisive}),
  );

/** An object with these fields and no others. */
export const closedRecord = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.custom<Record<string, unknown>>(isPlainObject, 'an object'), v.strictObject(entries, 'an object'));

const noFields = record({});

/**
 * The value of a field that clients of several kinds spell differently; of spellings that are sent with
 * different values, none is dropped.
 *
 * @param names The spelling of this route, then the other one.
 * @throws {ServiceError} 400 `request.invalid` for two values.
 */
export function ofEitherName<Value>(
  body: Readonly<Partial<Record<string, Value>>>,
  [name, other]: readonly [string, string],
): Value | undefined {
  const [value, second] = [body[name], body[other]];
  if (value === undefined || second === undefined || value === second) return value ?? second;
  throw invalidRequest([misfit(`/${other}`, `left out, or the same as ${name}, which means the same`)]);
}

/** An object with any fields of any kind; a list is not an object. */
export const anyRecord = v.pipe(
  v.custom<Record<string, unknown>>(isPlainObject, 'an object'),
  v.record(v.string(), v.unknown(), 'an object'),
);

/** An object with any fields, without card numbers at any depth. */
export const freeRecord = v.pipe(
  anyRecord,
  v.check((value) => !holdsCardNumber(value), 'an object without card numbers'),
);

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
