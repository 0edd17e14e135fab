import * as v from 'valibot';
import {ServiceError} from '../errors.js';
import type {FieldError} from '../errors.js';
import type {ServiceContext} from './env.js';

const deepest = 20;

/** What a value is, in a word. The value itself never appears in an error. */
function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? (value === '' ? 'an empty text' : 'another text') : `a ${typeof value}`;
}

function pointerOf(issue: v.BaseIssue<unknown>): string {
  const keys = (issue.path ?? []).map(({key}) => String(key));
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function fieldErrorOf(issue: v.BaseIssue<unknown>): FieldError {
  const missing = issue.input === undefined;
  const got = typeof issue.input === 'string' && issue.type === 'string' ? 'a text' : kindOf(issue.input);
  // Our schemas' messages say what is expected; a missing key is reported by the object around it in the library's words.
  const expected = missing && /^Invalid key/.test(issue.message) ? 'a value' : issue.message;
  return {pointer: pointerOf(issue), expected, got};
}

function depthOf(value: unknown, depth = 0): number {
  if (typeof value !== 'object' || value === null || depth > deepest) return depth;
  return Math.max(depth, ...Object.values(value).map((child) => depthOf(child, depth + 1)));
}

/** NUL and halves of surrogate pairs: legal in JSON, impossible in a database's text. */
const unstorableText = /\0|[\ud800-\udfff]/u;

export const unstorable = () =>
  new ServiceError(400, 'request.unstorable_text', 'The request holds characters that no text can hold.');

function holdsUnstorable(value: unknown): boolean {
  if (typeof value === 'string') return unstorableText.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, child]) => unstorableText.test(key) || holdsUnstorable(child));
}

/**
 * Reads a JSON body against a schema. No body at all and `[]` count as `{}`; unknown fields are tolerated, wrong ones named one by one.
 *
 * @throws {ServiceError} 415 `request.not_json`; 400 `request.unparsable`, `request.too_deep`, `request.unstorable_text`,
 *   `request.invalid`.
 */
export async function readBody<Schema extends v.GenericSchema>(
  c: ServiceContext,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  return check(schema, await readJson(c));
}

/** The body, read once for all who ask. @throws {ServiceError} as `readBody`, without the last. */
export function readJson(c: ServiceContext): Promise<unknown> {
  const known = c.get('json') ?? parseJson(c);
  c.set('json', known);
  return known;
}

async function parseJson(c: ServiceContext): Promise<unknown> {
  const text = await c.req.text();
  if (text.trim() === '') return {};
  if (!/^application\/([\w.-]+\+)?json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) {
    throw new ServiceError(
      415,
      'request.not_json',
      'The body must be JSON, with Content-Type: application/json.',
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ServiceError(400, 'request.unparsable', 'The body is not valid JSON.');
  }
  // PHP writes an empty object so.
  if (Array.isArray(value) && value.length === 0) return {};
  if (depthOf(value) > deepest) {
    throw new ServiceError(400, 'request.too_deep', `The body is nested deeper than ${deepest} levels.`);
  }
  if (holdsUnstorable(value)) throw unstorable();
  return value;
}

export function check<Schema extends v.GenericSchema>(schema: Schema, value: unknown): v.InferOutput<Schema> {
  const result = v.safeParse(schema, value);
  if (result.success) return result.output;
  const fields = result.issues.map(fieldErrorOf);
  const names = fields.map(({pointer}) => pointer || '/').join(', ');
  throw new ServiceError(400, 'request.invalid', `The request is wrong at ${names}.`, fields);
}

/** Building blocks of request schemas; their messages complete the sentence "expected …". */
export const text = v.string('a text');
export const shortText = v.pipe(text, v.maxLength(256, 'a text of at most 256 characters'));
export const flag = v.boolean('true or false');
/** May be missing or null. */
export const optional = <Schema extends v.GenericSchema>(schema: Schema) => v.optional(v.nullable(schema));
export const instant = v.pipe(text, v.isoTimestamp('an ISO instant such as 2027-01-31T00:00:00Z'));
export const wholeNumber = (least: number, most: number) => {
  const expected = `a whole number from ${least} to ${most}`;
  return v.pipe(
    v.number(expected),
    v.integer(expected),
    v.minValue(least, expected),
    v.maxValue(most, expected),
  );
};
/** How long something lasts: no time at all up to `most` seconds. */
export const seconds = (most: number) =>
  v.pipe(
    v.number('a number of seconds'),
    v.integer('a whole number of seconds'),
    v.minValue(0, 'no seconds or more'),
    v.maxValue(most, `at most ${most} seconds`),
  );
/** An amount in minor units, such as paisa or cents. */
export const minorAmount = v.pipe(
  v.number('an amount in minor units'),
  v.integer('an amount in whole minor units'),
  v.minValue(1, 'at least 1 minor unit'),
);
/** An object with these fields and any others; lists are no objects. */
export const record = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(v.custom<Record<string, unknown>>(isPlainObject, 'an object'), v.object(entries, 'an object'));

/** An object with any fields of any kind; lists are no objects. */
export const anyRecord = v.pipe(
  v.custom<Record<string, unknown>>(isPlainObject, 'an object'),
  v.record(v.string(), v.unknown(), 'an object'),
);

function isPlainObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
