import type * as v from 'valibot';

/** JSON Schema 2020-12, as far as descriptions here need it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

/** One entry of a pipe: what valibot schemas and actions have in common at run time. */
interface Step {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly message?: unknown;
  readonly description?: unknown;
}

/** What a schema may hold, by its `type`; valibot types each kind apart, and a walk over all of them cannot. */
interface Schema extends Step {
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly wrapped?: Schema;
  readonly item?: Schema;
  readonly items?: readonly Schema[];
  readonly value?: Schema;
  readonly literal?: unknown;
  readonly options?: readonly unknown[];
  readonly default?: unknown;
  readonly pipe?: readonly Step[];
}

/** Gives the name of a schema that stands in the components of a description; `undefined` writes it out in place. */
export type NameOf = (schema: v.GenericSchema) => string | undefined;

/**
 * The JSON Schema of a valibot schema: what its input may be. Checks that no JSON Schema can say (functions) are told in the
 * description in the words of their error message.
 *
 * @throws for a schema that it does not know, so that nothing is left out in silence.
 */
export function toJsonSchema(schema: v.GenericSchema, nameOf: NameOf = () => undefined): JsonSchema {
  return convert(schema as unknown as Schema, nameOf, true);
}

function convert(schema: Schema, nameOf: NameOf, root = false): JsonSchema {
  const name = root ? undefined : nameOf(schema as unknown as v.GenericSchema);
  if (name !== undefined) return {$ref: `#/components/schemas/${name}`};
  if (schema.pipe === undefined) return ofType(schema, nameOf);
  return schema.pipe.reduce<JsonSchema>((whole, step, index) => {
    if (step.kind === 'schema') {
      // The first step is the pipe's own schema again, now without the pipe.
      const part = index === 0 ? ofType(step as Schema, nameOf) : convert(step as Schema, nameOf);
      return {...whole, ...part};
    }
    return addAction(whole, step);
  }, {});
}

const ofType = (schema: Schema, nameOf: NameOf): JsonSchema => {
  switch (schema.type) {
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return {type: schema.type};
    case 'literal':
      return {const: schema.literal};
    case 'picklist':
      return {enum: schema.options};
    case 'unknown':
    case 'any':
      return {};
    case 'custom':
      return told(schema.message);
    default:
      return ofParts(schema, nameOf);
  }
};

function ofParts(schema: Schema, nameOf: NameOf): JsonSchema {
  switch (schema.type) {
    case 'object':
    case 'loose_object':
    case 'strict_object':
      return ofObject(schema, nameOf);
    case 'record':
      return {type: 'object', additionalProperties: convert(schema.value!, nameOf)};
    case 'array':
      return {type: 'array', items: convert(schema.item!, nameOf)};
    case 'tuple':
      return {
        type: 'array',
        prefixItems: schema.items!.map((item) => convert(item, nameOf)),
        minItems: schema.items!.length,
      };
    case 'union':
      return {anyOf: schema.options!.map((option) => convert(option as Schema, nameOf))};
    case 'nullable':
      return orNull(convert(schema.wrapped!, nameOf));
    case 'optional': {
      const inner = convert(schema.wrapped!, nameOf);
      const fallback = schema.default;
      return fallback === undefined || fallback === null ? inner : {...inner, default: fallback};
    }
    default:
      throw new Error(`There is no JSON Schema for the type ${schema.type} of valibot yet.`);
  }
}

function ofObject(schema: Schema, nameOf: NameOf): JsonSchema {
  const entries = Object.entries(schema.entries!);
  const required = entries.filter(([, {type}]) => type !== 'optional').map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(entries.map(([name, entry]) => [name, convert(entry, nameOf)])),
    ...(required.length > 0 && {required}),
    ...(schema.type === 'strict_object' && {additionalProperties: false}),
  };
}

function orNull(schema: JsonSchema): JsonSchema {
  return typeof schema['type'] === 'string' && schema['enum'] === undefined && schema['const'] === undefined
    ? {...schema, type: [schema['type'], 'null']}
    : {anyOf: [schema, {type: 'null'}]};
}

const keywords: Readonly<Record<string, string>> = {
  min_length: 'minLength',
  max_length: 'maxLength',
  min_value: 'minimum',
  max_value: 'maximum',
};

function addAction(schema: JsonSchema, {type, requirement, message, description}: Step): JsonSchema {
  const keyword = keywords[type];
  if (keyword !== undefined) return {...schema, [keyword]: requirement};
  switch (type) {
    case 'non_empty':
      return {...schema, minLength: 1};
    case 'integer':
      return {...schema, type: 'integer'};
    case 'regex':
      return {...schema, pattern: (requirement as RegExp).source};
    case 'iso_timestamp':
      return {...schema, format: 'date-time'};
    case 'description':
      return {...schema, description};
    default:
      return {...schema, ...told(message)};
  }
}

/** What only a function can judge, in words. Of lists of fields everybody knows that they are objects. */
const told = (message: unknown): JsonSchema =>
  typeof message === 'string' && message !== 'an object' ? {description: `Expected: ${message}.`} : {};
