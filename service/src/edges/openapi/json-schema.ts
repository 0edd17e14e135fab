import {toJsonSchema as convert, toJsonSchemaDefs} from '@valibot/to-json-schema';
import type {ConversionConfig, JsonSchema as Converted} from '@valibot/to-json-schema';
import type * as v from 'valibot';

/** JSON Schema 2020-12, as a description shows it. */
export interface JsonSchema {
  readonly [keyword: string]: unknown;
}

type Schemas = Readonly<Record<string, v.GenericSchema>>;

/**
 * The JSON Schema of a valibot schema. A check that only a function can make is described in the words of its
 * error message.
 *
 * @param named Schemas that are referred to by name instead of being written out.
 * @throws for a type of schema that has no JSON Schema, so that nothing is left out in silence.
 */
export function toJsonSchema(schema: v.GenericSchema, named: Schemas = {}): JsonSchema {
  const {$schema: _dialect, $defs: _named, ...shown} = convert(schema, {...config, definitions: named});
  return shown;
}

/** The JSON Schemas of all that is referred to by name. */
export const namedJsonSchemas = (named: Schemas): Readonly<Record<string, JsonSchema>> => ({
  ...(toJsonSchemaDefs(named, config) as Record<string, Converted & JsonSchema>),
});

const config: ConversionConfig = {
  target: 'draft-2020-12',
  // `record` is a pipe of two schemas: an object that is not a list, and its fields. The last one says it
  // all.
  typeMode: 'output',
  overrideRef: ({referenceId}) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({valibotSchema, jsonSchema}) => {
    switch (valibotSchema.type) {
      case 'custom':
        return described({}, valibotSchema);
      case 'nullable':
        return orNull(jsonSchema);
      case 'record':
      case 'object':
      case 'loose_object':
      case 'strict_object':
        return brief(jsonSchema);
      default:
        return undefined;
    }
  },
  overrideAction: ({valibotAction, jsonSchema, errors}) => errors && described(jsonSchema, valibotAction),
};

/** Says in the words of its message what only a function can check. */
function described(schema: Converted, check: object): Converted {
  const message = 'message' in check && check.message;
  return typeof message === 'string' ? {...schema, description: `Expected: ${message}.`} : schema;
}

/** A type or null in one list of types, where there is nothing but a type to say. */
function orNull({anyOf = [], ...rest}: Converted): Converted {
  const inner = anyOf[0];
  const isPlain = typeof inner === 'object' && inner.enum === undefined && inner.const === undefined;
  if (!isPlain || typeof inner.type !== 'string') return {...rest, anyOf};
  return {...rest, ...inner, type: [inner.type, 'null']};
}

/** Without what goes without saying: names are strings, and no field is required. */
function brief({propertyNames: _strings, required = [], ...rest}: Converted): Converted {
  return required.length > 0 ? {...rest, required} : rest;
}
