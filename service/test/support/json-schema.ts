import type {JsonSchema} from '../../src/edges/openapi/json-schema.js';

/**
 * The keywords that the checker supports. Any other keyword is an error, so that no rule is skipped silently.
 */
const knownKeywords = new Set([
  ...['$ref', 'allOf', 'anyOf', 'type', 'enum', 'const', 'properties', 'required', 'additionalProperties'],
  ...[
    'items',
    'prefixItems',
    'minItems',
    'maxItems',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'pattern',
    'format',
  ],
  ...['description', 'default'],
]);

export interface CheckOptions {
  /** Finds what a `$ref` points to. */
  readonly resolve?: (ref: string) => JsonSchema;
  /** Reports fields that the schema does not name. */
  readonly strict?: boolean;
}

/**
 * Checks a value against a JSON Schema. It does not use the library that creates the schemas, so that it
 * finds that library's mistakes.
 *
 * @returns the problems, each with its JSON pointer; empty if the value fits.
 */
export function misfits(value: unknown, schema: JsonSchema, options: CheckOptions = {}, at = ''): string[] {
  for (const keyword of Object.keys(schema)) {
    if (!knownKeywords.has(keyword)) throw new Error(`The checker does not know the keyword ${keyword}.`);
  }
  const ref = schema['$ref'];
  if (typeof ref === 'string') {
    if (!options.resolve) throw new Error('No way to resolve references.');
    return misfits(value, options.resolve(ref), options, at);
  }
  return [
    ...ofCombinations(value, schema, options, at),
    ...ofType(value, schema, at),
    ...ofText(value, schema, at),
    ...ofNumber(value, schema, at),
    ...ofObject(value, schema, options, at),
    ...ofList(value, schema, options, at),
  ];
}

type Schemas = readonly JsonSchema[];

function ofCombinations(value: unknown, schema: JsonSchema, options: CheckOptions, at: string): string[] {
  // Each part of allOf names only some of the fields, so others are allowed.
  const loose = {...options, strict: false};
  const all = ((schema['allOf'] ?? []) as Schemas).flatMap((part) => misfits(value, part, loose, at));
  const any = schema['anyOf'] as Schemas | undefined;
  const fits = !any || any.some((part) => misfits(value, part, options, at).length === 0);
  return [...all, ...(fits ? [] : [`${at || '/'} fits none of the alternatives`])];
}

function typeName(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function ofType(value: unknown, schema: JsonSchema, at: string): string[] {
  const expected = [schema['type'] ?? []].flat() as string[];
  const actual = typeName(value);
  const matches = (type: string) => (type === 'integer' ? Number.isInteger(value) : type === actual);
  const isWrong = expected.length > 0 && !expected.some(matches);
  const values = schema['enum'] as unknown[] | undefined;
  return [
    ...(isWrong ? [`${at || '/'} is ${actual}, not ${expected.join(' or ')}`] : []),
    ...(values && !values.includes(value)
      ? [`${at || '/'} is ${JSON.stringify(value)}, none of the values`]
      : []),
    ...('const' in schema && schema['const'] !== value ? [`${at || '/'} is not the constant`] : []),
  ];
}

function ofText(value: unknown, schema: JsonSchema, at: string): string[] {
  if (typeof value !== 'string') return [];
  const {minLength, maxLength, pattern, format} = schema as Record<string, number | string | undefined>;
  const length = [...value].length;
  const problems = [
    minLength !== undefined && length < Number(minLength) && 'too short',
    maxLength !== undefined && length > Number(maxLength) && 'too long',
    pattern !== undefined && !new RegExp(String(pattern), 'u').test(value) && 'outside the pattern',
    format === 'date-time' && !/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value) && 'no date-time',
  ];
  return problems.filter((text) => typeof text === 'string').map((text) => `${at || '/'} is ${text}`);
}

function ofNumber(value: unknown, schema: JsonSchema, at: string): string[] {
  if (typeof value !== 'number') return [];
  const {minimum, maximum} = schema as Record<string, number | undefined>;
  const outside = (minimum !== undefined && value < minimum) || (maximum !== undefined && value > maximum);
  return outside ? [`${at || '/'} is outside its limits`] : [];
}

function ofObject(value: unknown, schema: JsonSchema, options: CheckOptions, at: string): string[] {
  if (typeName(value) !== 'object') return [];
  const object = value as Record<string, unknown>;
  const properties = schema['properties'] as Record<string, JsonSchema> | undefined;
  const more = schema['additionalProperties'] as JsonSchema | false | undefined;
  const missing = ((schema['required'] ?? []) as string[]).filter((name) => !Object.hasOwn(object, name));
  const problems = Object.entries(object).flatMap(([name, part]) => {
    const pointer = `${at}/${name}`;
    if (properties && Object.hasOwn(properties, name))
      return misfits(part, properties[name]!, options, pointer);
    if (more) return misfits(part, more, options, pointer);
    const closed = more === false || (options.strict === true && properties !== undefined);
    return closed ? [`${pointer} is not described`] : [];
  });
  return [...missing.map((name) => `${at}/${name} is missing`), ...problems];
}

function ofList(value: unknown, schema: JsonSchema, options: CheckOptions, at: string): string[] {
  if (!Array.isArray(value)) return [];
  const list = value as unknown[];
  const items = schema['items'] as JsonSchema | undefined;
  const first = (schema['prefixItems'] ?? []) as Schemas;
  const short = list.length < Number(schema['minItems'] ?? 0) ? [`${at || '/'} has too few items`] : [];
  const parts = list.flatMap((item, index) => {
    const itemSchema = first[index] ?? items;
    return itemSchema ? misfits(item, itemSchema, options, `${at}/${index}`) : [];
  });
  const long =
    list.length > Number(schema['maxItems'] ?? Infinity) ? [`${at || '/'} has too many items`] : [];
  return [...short, ...long, ...parts];
}
