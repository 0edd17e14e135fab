import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import fc from 'fast-check';
import * as v from 'valibot';
import {anyRecord} from '../../src/platform/http/body.js';
import {namedJsonSchemas, toJsonSchema, toJsonSchemas} from '../../src/edges/openapi/json-schema.js';
import {operationsOf} from '../../src/edges/openapi/operations.js';
import {misfits} from '../support/json-schema.js';

const bodies = operationsOf({sandbox: true}).filter(({body}) => body !== undefined);

/** All field names of request bodies, so that random objects get past the first validation. */
function namesOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties' ? [...Object.keys(value as object), ...namesOf(value)] : namesOf(value),
  );
}

describe('a JSON Schema out of a valibot schema', () => {
  for (const {id, body} of bodies) {
    it(`${id}: the description allows what the route accepts`, () => {
      const schema = toJsonSchema(body!);
      const names = [...new Set(namesOf(schema))];
      const {value} = fc.letrec<{value: unknown}>((tie) => ({
        value: fc.oneof(
          {maxDepth: 4, depthSize: 'small'},
          fc.string({maxLength: 8}),
          fc.constantFrom('PKR', 'raw', 'flex', 'x'.repeat(300), '2027-01-31T00:00:00Z', 0, 1, -1, 1.5, 3601),
          fc.boolean(),
          fc.constant(null),
          fc.array(tie('value'), {maxLength: 2}),
          fc.dictionary(fc.constantFrom(...names, 'other'), tie('value'), {maxKeys: 5}),
        ),
      }));
      fc.assert(
        fc.property(value, (sent) => {
          if (v.safeParse(body!, sent).success) assert.deepEqual(misfits(sent, schema), []);
        }),
        {numRuns: 500},
      );
    });

    it(`${id}: its examples are valid`, () => {
      const examples = operationsOf({sandbox: true}).find((operation) => operation.id === id)!.examples ?? {};
      assert.ok(Object.keys(examples).length > 0);
      for (const [name, example] of Object.entries(examples)) {
        assert.ok(v.safeParse(body!, example).success, name);
        assert.deepEqual(misfits(example, toJsonSchema(body!)), [], name);
      }
    });
  }

  /** A schema that JSON Schema can express completely, so both validators must agree. */
  const exact = v.object({
    text: v.pipe(v.string(), v.minLength(2), v.maxLength(4)),
    code: v.optional(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
    count: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9)),
    kind: v.optional(v.picklist(['a', 'b'])),
    maybe: v.optional(v.nullable(v.boolean())),
    list: v.optional(v.array(v.union([v.string(), v.null()]))),
    few: v.optional(v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(2))),
    pair: v.optional(v.tuple([v.number(), v.string()])),
    open: v.optional(anyRecord),
    closed: v.optional(v.strictObject({a: v.literal(1)})),
  });

  it('accepts and refuses the same values as valibot', () => {
    const bad = fc.constantFrom<unknown>(null, 'abcde', 'x', 10, 1.5, true, [], {});
    const one = (...good: unknown[]) =>
      fc.oneof({weight: 8, arbitrary: fc.constantFrom(...good)}, {weight: 1, arbitrary: bad});
    const value = fc.record(
      {
        text: one('ab', 'abcd'),
        code: one('PKR', 'pkr'),
        count: one(1, 9, 0),
        kind: one('a'),
        maybe: one(true),
        list: one(['a', null], [1]),
        few: one(['a'], ['a', 'b'], ['a', 'b', 'c']),
        pair: one([1, 'a'], ['a', 1], [1]),
        open: one({a: 1}, {a: 'x'}),
        closed: one({a: 1}, {a: 2}, {a: 1, b: 1}),
      },
      {requiredKeys: ['text', 'count']},
    );
    let accepted = 0;
    const schema = toJsonSchema(exact);
    fc.assert(
      fc.property(value, (sent) => {
        const good = v.safeParse(exact, sent).success;
        if (good) accepted++;
        assert.equal(misfits(sent, schema).length === 0, good, JSON.stringify(sent));
      }),
      {numRuns: 3000},
    );
    assert.ok(accepted > 0);
  });

  it('describes in words what JSON Schema cannot express, and keeps defaults', () => {
    const schema = v.object({
      email: v.pipe(
        v.string(),
        v.check((text) => text.includes('@'), 'an e-mail address'),
      ),
      mode: v.optional(v.picklist(['x', 'y']), 'x'),
    });
    assert.deepEqual(toJsonSchema(schema), {
      type: 'object',
      properties: {
        email: {type: 'string', description: 'Expected: an e-mail address.'},
        mode: {enum: ['x', 'y'], type: 'string', default: 'x'},
      },
      required: ['email'],
    });
  });

  it('includes every check of a schema that extends another', () => {
    const amount = v.pipe(v.number(), v.integer(), v.minValue(0));
    const schema = v.object({
      fee: v.pipe(amount, v.maxValue(9), v.description('In cents.')),
      tags: v.nullable(v.pipe(v.array(v.string()), v.nonEmpty(), v.maxLength(3))),
      open: anyRecord,
    });
    assert.deepEqual(toJsonSchema(schema), {
      type: 'object',
      properties: {
        fee: {type: 'integer', minimum: 0, maximum: 9, description: 'In cents.'},
        tags: {type: ['array', 'null'], items: {type: 'string'}, minItems: 1, maxItems: 3},
        open: {type: 'object', additionalProperties: {}},
      },
      required: ['fee', 'tags', 'open'],
    });
  });

  it('refers to a named schema, and writes out all others', () => {
    const named = {Fee: v.pipe(v.number(), v.integer())};
    const fee = {type: 'integer'};
    assert.deepEqual(toJsonSchema(v.array(named.Fee), named)['items'], {$ref: '#/components/schemas/Fee'});
    assert.deepEqual(toJsonSchema(v.pipe(v.number(), v.integer()), named), fee);
    assert.deepEqual(namedJsonSchemas(named), {Fee: fee});
  });

  it('is the same out of many at once, and a named schema is converted once for all of them', () => {
    let reads = 0;
    const counted = new Proxy(v.string(), {
      get: (schema, key) => ((reads += key === 'type' ? 1 : 0), Reflect.get(schema, key) as unknown),
    });
    const named = {Counted: counted};
    const referring = [v.object({one: counted}), v.array(counted), counted];
    assert.deepEqual(
      referring.map(toJsonSchemas([...referring, ...referring], named)),
      referring.map((schema) => toJsonSchema(schema, named)),
    );
    const readsOf = (convert: () => unknown) => ((reads = 0), convert(), reads);
    assert.equal(
      readsOf(() => toJsonSchemas([v.boolean(), v.number(), v.string()], named)),
      readsOf(() => toJsonSchema(v.boolean(), named)),
    );
  });

  it('refuses a kind of schema that it does not know', () => {
    assert.throws(() => toJsonSchema(v.date()), /date/);
  });
});
