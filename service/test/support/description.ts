import assert from 'node:assert/strict';
import {describeService} from '../../src/edges/openapi/document.js';
import {operationsOf} from '../../src/edges/openapi/operations.js';
import type {JsonSchema} from '../../src/edges/openapi/json-schema.js';
import {misfits} from './json-schema.js';

/** An answer and its request. */
export interface Exchange {
  readonly method: string;
  /** With or without query. */
  readonly path: string;
  /** The request body, if one was sent. */
  readonly sent?: string | undefined;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

type Responses = Readonly<
  Record<string, {readonly content?: Readonly<Record<string, {schema?: JsonSchema}>>}>
>;
interface Described {
  readonly responses: Responses;
  readonly requestBody?: Responses[string];
}

const document = describeService(operationsOf({sandbox: true}), 'http://localhost:4100') as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {readonly schemas: Readonly<Record<string, JsonSchema>>};
};

export const resolve = (ref: string): JsonSchema => {
  const schema = document.components.schemas[ref.slice(ref.lastIndexOf('/') + 1)];
  assert.ok(schema, `${ref} leads nowhere`);
  return schema;
};

const templates = Object.entries(document.paths).map(([template, methods]) => ({
  methods,
  matches: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}));

/** Error codes of answers that are sent before a route is found. */
const beforeRouting =
  /^(not_found|method_not_allowed|request\.(unstorable_text|too_large|malformed|headers_too_large)|secret_key_in_browser|origin_not_allowed|service\..*|unexpected)$/;

/**
 * Checks an answer against the OpenAPI description: the operation has its status, its body fits the schema,
 * an error has the envelope and a listed code, and an accepted request body is one that the description
 * allows. Routes without a description pass; another test finds them.
 */
export function checkAgainstDescription(seen: Exchange, {strict = false} = {}): void {
  const path = seen.path.replace(/[?#].*$/, '');
  const name = `${seen.method} ${path} → ${seen.status}`;
  const methods = templates.find(({matches}) => matches.test(path))?.methods;
  const described = methods?.[seen.method.toLowerCase()];
  if (seen.status >= 400) checkError(seen, name, described);
  if (!described || seen.status === 204) return;
  const answer = described.responses[String(seen.status)];
  if (!answer && seen.status >= 400) return;
  assert.ok(answer, `${name} is not described`);
  const schema = answer.content?.['application/json']?.schema;
  if (schema && seen.status < 400) {
    assert.deepEqual(misfits(JSON.parse(seen.text), schema, {resolve, strict}), [], name);
    checkRequest(seen, name, described);
  }
}

function checkError(seen: Exchange, name: string, operation: Described | undefined): void {
  assert.match(seen.headers.get('content-type') ?? '', /^application\/json/, `${name}: ${seen.text}`);
  const body = JSON.parse(seen.text) as {code: string};
  assert.deepEqual(misfits(body, resolve('Error'), {resolve, strict: true}), [], `${name}: ${seen.text}`);
  if (beforeRouting.test(body.code)) return;
  const schema = operation?.responses[String(seen.status)]?.content?.['application/json']?.schema;
  if (operation) assert.ok(schema, `${name} ${body.code} is not described`);
  if (schema)
    assert.deepEqual(misfits(body, schema, {resolve}), [], `${name}: ${body.code} is not described`);
}

function checkRequest(seen: Exchange, name: string, described: Described): void {
  const schema = described.requestBody?.content?.['application/json']?.schema;
  // An empty list counts as no body (wire 1).
  if (!schema || seen.sent === undefined || ['', '[]'].includes(seen.sent.trim())) return;
  assert.deepEqual(
    misfits(JSON.parse(seen.sent), schema, {resolve}),
    [],
    `${name}: accepted, but not described`,
  );
}
