/** The examples of the API reference: a command for each request, and an answer of the shape that its schema has. */
import type {JsonSchema} from '../openapi/json-schema.js';
import type {Operation} from '../../platform/openapi/operation.js';

/** One request and, if it is answered with JSON, an answer to it. */
export interface Example {
  readonly title: string;
  /** A curl command. `$SECRET_KEY` and other names in capitals stand for values that the reader fills in. */
  readonly request: string;
  /** JSON, indented. */
  readonly answer?: string;
}

/**
 * The examples of an operation.
 *
 * @param answerSchema - Schema of its answer; without one the examples have no answers.
 * @param schemas - The schemas that the answer's schema references, by name.
 */
export function examplesOf(
  operation: Operation,
  {api, answerSchema, schemas}: {api: string; answerSchema: JsonSchema | undefined; schemas: Schemas},
): readonly Example[] {
  const {shows = []} = operation.answer;
  return Object.entries(operation.examples ?? {'Try it': undefined}).map(([title, body]) => {
    const request = curl(operation, api, body);
    if (!answerSchema) return {title, request};
    const shown = new Set('length' in shows ? (shows as readonly string[]) : shows[title]);
    // An answer mostly repeats what was sent.
    const values = {...usualValues, ...(body as object | undefined)};
    const answer = exampleOf(answerSchema, '', {schemas, shown, values});
    return {title, request, answer: JSON.stringify(answer, null, 2)};
  });
}

function curl(operation: Operation, api: string, body: unknown): string {
  const {method, path, access, takesIdempotencyKey, bodyIsForm} = operation;
  const address = `${api}${path.replace(/:(\w+)/g, (_, name: string) => `$${name.toUpperCase()}`)}`;
  const hasBody = body !== undefined;
  return [
    `curl ${method === 'get' || hasBody || bodyIsForm ? '' : `-X ${method.toUpperCase()} `}"${address}"`,
    ...(access === 'shopper' ? ['-H "Authorization: Bearer $SESSION"'] : []),
    ...(access === 'public' || access === 'shopper' ? [] : ['-H "X-SFPY-MERCHANT-SECRET: $SECRET_KEY"']),
    ...(takesIdempotencyKey ? ['-H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(hasBody ? ['-H "Content-Type: application/json"', `-d '${JSON.stringify(body)}'`] : []),
    ...(bodyIsForm ? ['-d "TransactionId=$TRANSACTION" -d "MD=null"'] : []),
  ].join(' \\\n  ');
}

type Schemas = Readonly<Record<string, JsonSchema>>;

interface Choices {
  readonly schemas: Schemas;
  /** Optional fields that the example has. */
  readonly shown: ReadonlySet<string>;
  /** Values of fields by name, each taken where the field's schema allows it. */
  readonly values: Readonly<Record<string, unknown>>;
}

const instant = '2027-01-31T09:00:00.000Z';
/** Those that a request has no say in, or did not say. */
const usualValues: Readonly<Record<string, unknown>> = {
  currency: 'PKR',
  count: 1,
  country: 'PK',
  created_at: instant,
  direction: 'desc',
  eci: '05',
  errors: [],
  expiration_month: '01',
  expiration_year: '2030',
  expiry_month: '01',
  expiry_year: '2030',
  last_four: '2701',
  limit: 20,
  message: 'success',
  nanos: 0,
  offset: 0,
  seconds: Date.parse(instant) / 1000,
  sort_by: 'created_at',
};

interface Keywords {
  readonly $ref?: string;
  readonly anyOf?: readonly JsonSchema[];
  readonly properties?: Schemas;
  readonly required?: readonly string[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly items?: JsonSchema;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly format?: string;
  readonly minimum?: number;
}

const resolved = (schema: Keywords, {schemas}: Choices): Keywords =>
  schema.$ref === undefined ? schema : schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)]!;

/** A value of the field `name`, as its schema has it. */
function exampleOf(given: Keywords, name: string, choices: Choices): unknown {
  const schema = resolved(given, choices);
  const {anyOf, properties, required = [], additionalProperties, items} = schema;
  if (anyOf) return exampleOf(anyOf[0]!, name, choices);
  if (properties) {
    const isShown = (field: string) => choices.shown.has(field);
    // What an example is about comes first: much of the rest is the same in all answers of the operation.
    const rank = ([field, inner]: [string, Keywords]) =>
      Number(isShown(field) || Object.keys(resolved(inner, choices).properties ?? {}).some(isShown));
    const fields = Object.entries(properties)
      .filter(([field]) => required.includes(field) || isShown(field))
      .sort((one, other) => rank(other) - rank(one));
    return Object.fromEntries(fields.map(([field, inner]) => [field, exampleOf(inner, field, choices)]));
  }
  if (typesOf(schema).includes('object'))
    return typeof additionalProperties === 'object' && Object.keys(additionalProperties).length > 0
      ? {'…': exampleOf(additionalProperties, '', choices)}
      : {};
  const value = choices.values[name];
  if (value !== undefined && allows(schema, value)) return value;
  return items ? [exampleOf(items, name, choices)] : leafOf(schema);
}

const typesOf = ({type = []}: Keywords): readonly string[] => (typeof type === 'string' ? [type] : type);

/** Whether a schema without fields allows the value. */
function allows(schema: Keywords, value: unknown): boolean {
  if (Array.isArray(value))
    return schema.items !== undefined && value.every((item) => allows(schema.items as Keywords, item));
  const types = typesOf(schema).map((type) => (type === 'integer' ? 'number' : type));
  if (!types.includes(typeof value) || ('const' in schema && schema.const !== value)) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  return schema.pattern === undefined || new RegExp(schema.pattern).test(String(value));
}

/** A value of a schema without fields. `…` stands for a string that differs from answer to answer. */
function leafOf(schema: Keywords): unknown {
  const [type] = typesOf(schema);
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (typesOf(schema).includes('null')) return null;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'boolean') return false;
  if (schema.format === 'date-time') return instant;
  const prefix = /^\^(\w+_)$/.exec(schema.pattern ?? '')?.[1];
  return prefix === undefined ? '…' : `${prefix}1b4e28ba-2fa1-41d2-883f-b9a761bde3fb`;
}
