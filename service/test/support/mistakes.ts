import assert from 'node:assert/strict';
import type {JsonSchema} from '../../src/edges/openapi/json-schema.js';
import type {Reply} from './harness.js';
import {misfits} from './json-schema.js';

/** A body with one wrong value, and where that is. */
export interface WrongBody {
  readonly pointer: string;
  readonly body: unknown;
}

/** One of them has another type than any described field takes. */
const candidates: readonly unknown[] = [7, 'seven'];

/** A body for every described field, in which only that field is sent, with a value of another type. */
export function wrongBodies(
  schema: JsonSchema,
  pointer = '',
  bodyOf: (value: unknown) => unknown = (value) => value,
): readonly WrongBody[] {
  const wrong = candidates.find((value) => misfits(value, schema).length > 0);
  const properties = (schema['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const items = schema['items'] as JsonSchema | undefined;
  return [
    ...(wrong === undefined ? [] : [{pointer, body: bodyOf(wrong)}]),
    ...Object.entries(properties).flatMap(([name, field]) =>
      wrongBodies(field, `${pointer}/${name}`, (value) => bodyOf({[name]: value})),
    ),
    ...(items ? wrongBodies(items, `${pointer}/0`, (value) => bodyOf([value])) : []),
  ];
}

/** Words of a program or of its libraries, and those that say nothing. */
const unclear =
  /\bundefined\b|\bNaN\b|\[object|\bInvalid\b|\bExpected\b|\breceived\b|\bgot\b|\ba value\b|\bregex/i;

/** How a sentence names the field at a pointer, such as `rules[0].kind`. */
const nameOf = (pointer: string): string =>
  pointer
    .replace(/^\//, '')
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.') || 'The body';

interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly fields?: readonly {readonly pointer: string; readonly expected: string; readonly got: string}[];
  readonly status: {readonly errors: readonly string[]};
}

/** Whether a refusal names each wrong field and says in a sentence what is expected. */
export function checkSentences(reply: Reply): Refusal {
  const refusal = reply.json as unknown as Refusal;
  const {code, message, fields = [], status} = refusal;
  for (const sentence of [message, ...status.errors]) assert.doesNotMatch(sentence, unclear);
  assert.equal(code === 'request.invalid', reply.status === 400 && fields.length > 0, reply.text);
  if (code !== 'request.invalid') return refusal;
  assert.equal(status.errors.length, fields.length, reply.text);
  fields.forEach(({pointer, expected, got}, index) => {
    const says = {nothing: ' is required: ', 'an unknown field': ': '}[got] ?? ' must be ';
    assert.ok(status.errors[index]!.startsWith(`${nameOf(pointer)}${says}${expected}`), reply.text);
    assert.ok(
      fields.length === 1 ? message === status.errors[0] : message.includes(nameOf(pointer)),
      message,
    );
  });
  return refusal;
}
