import type * as v from 'valibot';
import {components} from './components.js';
import {meaningOf, statusOf, type ErrorCode} from '../../platform/openapi/error-codes.js';
import {namedJsonSchemas, toJsonSchemas, type JsonSchema} from './json-schema.js';
import {tags, type Answer, type Operation} from '../../platform/openapi/operation.js';
import {codesOf} from './operations.js';

type SchemaOf = (schema: v.GenericSchema) => JsonSchema;

/** Descriptions of the parameters in paths. */
const parameterDescriptions: Readonly<Record<string, string>> = {
  address: 'Token of the address, `addr_…`.',
  customer: 'Token of the customer, `cus_…`.',
  method: 'Token of the payment method, `pm_…`.',
  plan: 'Token of the plan, `plan_…`.',
  subscription: 'Token of the subscription, `sub_…`.',
  transaction: 'Token of the charge, `ch_…`.',
  tracker: 'Token of the tracker, `track_…`.',
};

/** The path in OpenAPI's notation: `/a/:b` becomes `/a/{b}`. */
export const templateOf = (path: string): string => path.replace(/:(\w+)/g, '{$1}');

function parametersOf({path, query = {}, takesIdempotencyKey}: Operation): readonly JsonSchema[] {
  const string = {type: 'string'};
  // The names in the path, which stand after a colon.
  const pathNames = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']: readonly string[]) => name);
  return [
    ...pathNames.map((name) => ({
      name,
      in: 'path',
      required: true,
      description: parameterDescriptions[name] ?? name,
      schema: string,
    })),
    ...Object.entries(query).map(([name, description]) => ({name, in: 'query', description, schema: string})),
    ...(takesIdempotencyKey ? [{$ref: '#/components/parameters/IdempotencyKey'}] : []),
  ];
}

function requestBodyOf({body, bodyIsForm, examples}: Operation, schemaOf: SchemaOf): JsonSchema | undefined {
  // The only form is the one that the bank's page posts after a step-up.
  if (bodyIsForm) {
    const properties = {TransactionId: {type: 'string'}, MD: {type: 'string'}};
    return {content: {'application/x-www-form-urlencoded': {schema: {type: 'object', properties}}}};
  }
  if (!body) return undefined;
  const schema = schemaOf(body);
  if (!examples) return {content: {'application/json': {schema}}};
  const namedExamples = Object.entries(examples).map(([name, value]): [string, JsonSchema] => [
    name,
    {value},
  ]);
  return {content: {'application/json': {schema, examples: Object.fromEntries(namedExamples)}}};
}

/** The error answers: one for each HTTP status, describing all its codes. */
function errorsOf(operation: Operation): Record<string, JsonSchema> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codesOf(operation)) {
    const codes = byStatus.get(statusOf(code)) ?? [];
    byStatus.set(statusOf(code), [...codes, code]);
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      String(status),
      {
        description: codes.map((code) => `\`${code}\`: ${meaningOf(code)}`).join('\n\n'),
        headers: headersOf(status),
        content: {
          'application/json': {
            schema: {
              allOf: [
                {$ref: '#/components/schemas/Error'},
                {type: 'object', properties: {code: {enum: codes}}},
              ],
            },
          },
        },
      },
    ]),
  );
}

const headersOf = (status: number): JsonSchema => ({
  'X-Request-Id': {$ref: '#/components/headers/RequestId'},
  'Card-Vault-Protocol': {$ref: '#/components/headers/Protocol'},
  ...([429, 503].includes(status) && {'Retry-After': {$ref: '#/components/headers/RetryAfter'}}),
});

/** The success answer and the error answers, by HTTP status. */
function responsesOf(operation: Operation, schemaOf: SchemaOf): JsonSchema {
  const {status, description} = operation.answer;
  const content = contentOf(operation.answer, schemaOf);
  return {
    [String(status)]: {description, headers: headersOf(status), ...(content && {content})},
    ...errorsOf(operation),
  };
}

function contentOf({schema, type}: Answer, schemaOf: SchemaOf): JsonSchema | undefined {
  if (schema) return {[type ?? 'application/json']: {schema: schemaOf(schema)}};
  return type === undefined ? undefined : {[type]: {}};
}

const securityByAccess: Readonly<Record<Operation['access'], readonly JsonSchema[]>> = {
  public: [],
  secret: [{secretKey: []}],
  caller: [{secretKey: []}, {timeBasedToken: []}],
  shopper: [{shopperSession: []}],
  owner: [{secretKey: []}, {shopperSession: []}],
  identified: [{secretKey: []}, {timeBasedToken: []}, {shopperSession: []}],
  sandbox: [{secretKey: []}],
};

function describeOperation(operation: Operation, schemaOf: SchemaOf): JsonSchema {
  const requestBody = requestBodyOf(operation, schemaOf);
  const {id, tag, summary, description, access} = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(description !== undefined && {description}),
    security: securityByAccess[access],
    parameters: parametersOf(operation),
    ...(requestBody && {requestBody}),
    responses: responsesOf(operation, schemaOf),
  };
}

/** Components that operations refer to by name, besides the schemas. */
const sharedComponents = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description:
        '1 to 255 printable characters, quoted or not; a new value for each new request. A repetition within 48 hours ' +
        'gets the same answer, byte for byte, with `Idempotent-Replayed: true`.',
      schema: {type: 'string', minLength: 1, maxLength: 257},
    },
  },
  headers: {
    Protocol: {
      description: 'Version of this protocol. The server kit warns once if it differs from its own.',
      schema: {type: 'string'},
    },
    RequestId: {description: 'Identifies this request in the logs.', schema: {type: 'string'}},
    RetryAfter: {description: 'Seconds to wait.', schema: {type: 'string'}},
  },
  securitySchemes: {
    secretKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-SFPY-MERCHANT-SECRET',
      description:
        'For servers only: from a browser it is refused. `Authorization: Bearer` with the secret key does the same.',
    },
    timeBasedToken: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description: 'For pages. Minted by the merchant’s server; short-lived.',
    },
    shopperSession: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'For a shopper’s own cards and addresses. Opened by the merchant’s server; short-lived. Not a time-based token.',
    },
  },
};

/**
 * The service's OpenAPI 3.1 description, made from the operations and the schemas that validate requests.
 *
 * @param api URL of the service's API.
 */
export function describeService(operations: readonly Operation[], api: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const schemas = operations.flatMap(({body, answer}) => [body, answer.schema]);
  const schemaOf = toJsonSchemas(
    schemas.filter((schema) => schema !== undefined),
    components,
  );
  for (const operation of operations) {
    const path = templateOf(operation.path);
    paths[path] = {...paths[path], [operation.method]: describeOperation(operation, schemaOf)};
  }
  const usedTags = new Set<string>(operations.map(({tag}) => tag));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Card tokenization and recurring billing service',
      version: '1',
      description:
        'Saves a customer’s card as a token, with 3-D Secure. The version of each group of routes is part of its path.',
    },
    servers: [{url: api}],
    tags: Object.entries(tags)
      .filter(([name]) => usedTags.has(name))
      .map(([name, description]) => ({name, description})),
    paths,
    components: {
      ...sharedComponents,
      schemas: namedJsonSchemas(components),
    },
  };
}
