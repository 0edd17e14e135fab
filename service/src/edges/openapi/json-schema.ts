import {
  toJsonSchema as convert,
  toJsonSchemaDefs,
  type ConversionConfig,
  type JsonSchema as Converted,
} from '@valibot/to-json-schema';
import * as v from 'valibot';

/** A JSON Schema, draft 2020-12. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

type NamedSchemas = Readonly<Record<string, v.GenericSchema>>;

/**
 * Converts a valibot schema to JSON Schema. A check by a function cannot be converted; the text of its
 * error message describes it.
 *
 * @param named Schemas that are referenced by name.
 * @throws {Error} for a kind of schema without a JSON Schema equivalent.
 */
export function toJsonSchema(schema: v.GenericSchema, named: NamedSchemas = {}): JsonSchema {
  const {$schema: _dialect, $defs: _named, ...jsonSchema} = convert(schema, {...config, definitions: named});
  return jsonSchema;
}

/**
 * Converts many schemas at once: what they reference by name is converted once, and not again for each of them.
 *
 * @returns what gives the JSON Schema of one of them.
 */
export function toJsonSchemas(
  schemas: readonly v.GenericSchema[],
  named: NamedSchemas,
): (schema: v.GenericSchema) => JsonSchema {
  const distinct = [...new Set(schemas)];
  const {prefixItems} = toJsonSchema(v.strictTuple(distinct), named) as {prefixItems: readonly JsonSchema[]};
  const converted = new Map(distinct.map((schema, index) => [schema, prefixItems[index]!]));
  return (schema) => converted.get(schema)!;
}

/** The JSON Schemas that are referenced by name. */
export const namedJsonSchemas = (named: NamedSchemas): Readonly<Record<string, JsonSchema>> => ({
  ...(toJsonSchemaDefs(named, config) as Record<string, Converted & JsonSchema>),
});

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // A body's schema (`record` in `platform/http/body.ts`) is a pipe of two schemas: "not a list", and the
  // fields. The mode `output` describes the last one.
  typeMode: 'output',
  overrideRef: ({referenceId}) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({valibotSchema, jsonSchema}) => {
    switch (valibotSchema.type) {
      case 'custom':
        return describedByMessage({}, valibotSchema);
      case 'nullable':
        return orNull(jsonSchema);
      case 'record':
      case 'object':
      case 'loose_object':
      case 'strict_object':
        return withoutDefaults(jsonSchema);
      default:
        return undefined;
    }
  },
  overrideAction: ({valibotAction, jsonSchema, errors}) => {
    // Which fields are decisive is for the service alone.
    if (valibotAction.type === 'metadata') return withoutMetadata(jsonSchema);
    // With `errors`, the library could not convert the check.
    return errors && describedByMessage(jsonSchema, valibotAction);
  },
};

const withoutMetadata = ({decisive: _, ...schema}: Converted & {decisive?: unknown}): Converted => schema;

/** Describes a check by the text of its error message. */
function describedByMessage(schema: Converted, check: object): Converted {
  const message = 'message' in check && check.message;
  return typeof message === 'string' ? {...schema, description: `Expected: ${message}.`} : schema;
}

/** Writes "a type or null" as `type: [type, 'null']` if the schema says nothing but its type. */
function orNull({anyOf = [], ...rest}: Converted): Converted {
  const inner = anyOf[0];
  const isPlain = typeof inner === 'object' && inner.enum === undefined && inner.const === undefined;
  if (!isPlain || typeof inner.type !== 'string') return {...rest, anyOf};
  return {...rest, ...inner, type: [inner.type, 'null']};
}

/**
 * Drops what JSON Schema assumes anyway: that names are strings, and that an empty `required` means none.
 */
function withoutDefaults({propertyNames: _strings, required = [], ...rest}: Converted): Converted {
  return required.length > 0 ? {...rest, required} : rest;
}
