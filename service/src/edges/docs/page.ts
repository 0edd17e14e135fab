/** The API reference as a page. */
import {components} from '../openapi/components.js';
import {errorCodes, type ErrorCode} from '../../platform/openapi/error-codes.js';
import {describeService, templateOf} from '../openapi/document.js';
import type {JsonSchema} from '../openapi/json-schema.js';
import {commonErrors} from '../openapi/operations.js';
import {tags, type Operation, type Tag} from '../../platform/openapi/operation.js';
import {escapeHtml} from '../../platform/pages/html.js';
import {asset} from '../../platform/pages/assets.js';
import {examplesOf} from './examples.js';
import {fieldTable, scrollTable} from './fields.js';
import {docsStyle} from './style.js';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** What the articles are made of. */
interface Reference {
  /** `paths` of the OpenAPI description: by path, then by method. */
  readonly paths: Readonly<Record<string, Schemas>>;
  /** Its schemas, by name. */
  readonly schemas: Schemas;
  readonly api: string;
}

/** Text as HTML. Words between backquotes become code. */
const proseHtml = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * The API reference as one HTML document, made from the same operations and schemas as `/openapi.json`. It is
 * whole without its script, which adds the search and marks in the contents where one reads.
 */
export function docsPage(operations: readonly Operation[], api: string): string {
  const description = describeService(operations, api);
  const paths = description['paths'] as Reference['paths'];
  const {schemas} = description['components'] as {schemas: Schemas};
  const chapters = (Object.keys(tags) as Tag[])
    .map((tag) => ({tag, tagOperations: operations.filter((operation) => operation.tag === tag)}))
    .filter(({tagOperations}) => tagOperations.length > 0);
  const body = [
    introduction(api),
    ...chapters.map(
      ({tag, tagOperations}) =>
        `<section><h2 id="${tag}">${tag}</h2><p>${proseHtml(tags[tag])}</p>` +
        `${tagOperations.map((operation) => article(operation, {paths, schemas, api})).join('')}</section>`,
    ),
    shapes(schemas),
    errorTable(),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<style>${docsStyle}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the reference</a>
<div class="page">
${contents(chapters)}
<main id="content" tabindex="-1">
${body.join('\n')}
</main>
</div>
<script>${asset('reference').body}</script>
</body>
</html>
`;
}

/**
 * The search, which the script shows, and the contents, of which the script shows what was searched for. Error
 * codes are listed in them for the search alone: the page has them all in one table.
 */
function contents(chapters: readonly {tag: Tag; tagOperations: readonly Operation[]}[]): string {
  const lists = [
    ...chapters.map(({tag, tagOperations}) =>
      chapter(
        tag,
        tag,
        tagOperations.map(({id, summary}) => [id, summary]),
      ),
    ),
    chapter(
      'shapes',
      'Shapes',
      Object.keys(components).map((name) => [`shape-${name}`, name]),
    ),
    chapter(
      'errors',
      'Errors',
      Object.keys(errorCodes).map((code) => [`error-${code}`, code]),
      ' hidden',
    ),
  ];
  return `<div class="side">
<div role="search" hidden><label for="search">Search paths, fields and codes</label>
<input id="search" type="search" autocomplete="off" autocapitalize="none" spellcheck="false"><p role="status"></p></div>
<nav aria-label="Contents">${lists.join('')}</nav></div>`;
}

/** A chapter of the contents: its title, and its entries as pairs of an id and a title. */
const chapter = (
  id: string,
  title: string,
  entries: readonly (readonly [string, string])[],
  listAttributes = '',
) =>
  `<div><strong><a href="#${id}">${title}</a></strong><ul${listAttributes}>${entries
    .map(([target, text]) => `<li><a href="#${target}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul></div>`;

function introduction(api: string): string {
  return `<h1>API reference</h1>
<p>Save a customer’s card as a token, with 3-D Secure. Base address: <code>${escapeHtml(api)}</code>. As data:
<a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<p><strong>Credentials.</strong> A server sends its secret key as <code>X-SFPY-MERCHANT-SECRET</code>. A page never does: its server
mints a <a href="#mintToken">time-based token</a> for it, sent as <code>Authorization: Bearer</code>.</p>
<p><strong>Retries.</strong> Send an <code>Idempotency-Key</code> with every POST: the same request under the same key
has one effect and one answer for 48 hours, also after a lost connection.</p>
<p><strong>Answers.</strong> Success is <code>{"data": …, "status": {"errors": [], "message": "success"}}</code>. Every error
has the shape <a href="#shape-Error">Error</a>; decide by its <code>code</code>. <a href="#errors">All codes</a>.</p>
<p><strong>Limits.</strong> Bodies up to 64 kB and 20 levels, headers up to 16 kB, a request within 30 seconds. An answer 429 or 503 says
in <code>Retry-After</code> when to come back.</p>
<p><strong>Examples.</strong> An example answer has the fields that are always there. <code>…</code> stands for
what differs from answer to answer; of a closed list of values it has the first.</p>`;
}

const credentials: Readonly<Record<Operation['access'], string>> = {
  secret: 'Secret key.',
  caller: 'Secret key or time-based token.',
  shopper: 'Shopper’s session.',
  owner: 'Secret key or shopper’s session.',
  identified: 'Secret key, time-based token or shopper’s session.',
  sandbox: 'Secret key, or the dashboard.',
  public: 'No credentials.',
};

/** The article about one operation. */
function article(operation: Operation, {paths, schemas, api}: Reference): string {
  const {id, method, path, summary, description = '', access, takesIdempotencyKey, answer} = operation;
  const described = paths[templateOf(path)]![method]!;
  const name = `${method.toUpperCase()} ${templateOf(path)}`;
  const answerSchema = schemaIn((described['responses'] as Schemas)[String(answer.status)]);
  const credentialsHtml =
    access === 'public'
      ? credentials[access]
      : `${credentials[access]}${takesIdempotencyKey ? ' Takes <code>Idempotency-Key</code>.' : ''}`;
  return `<article id="${id}"><h3>${escapeHtml(summary)}</h3>
<p class="address"><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(templateOf(path))}</code></p>
<p>${proseHtml(description)} <span class="required">${credentialsHtml}</span></p>
${fieldTable(schemaIn(described['requestBody']), 'Body', name)}
<p class="label">Answer ${answer.status}</p><p>${proseHtml(answer.description)}</p>
${fieldTable(answerSchema, 'Fields of the answer', name)}
${examples(operation, schemas, answerSchema, api)}
<p class="label">Errors</p><p class="errors">${errorsOf(operation)}</p></article>`;
}

/** Links to the errors of the operation alone, and to those that it has in common with others. */
function errorsOf(operation: Operation): string {
  const common = commonErrors
    .filter(({applies}) => applies(operation))
    .map(({id, name}) => `<a href="#errors-${id}">${name}</a>`);
  return [...(operation.errors ?? []).map(codeLink), `those of ${common.join(', ')}`].join(' · ');
}

const codeLink = (code: ErrorCode) => `<a href="#error-${code}"><code>${code}</code></a>`;

/** The JSON schema of a request body or an answer; empty if it has none. */
function schemaIn(part: unknown): JsonSchema {
  const content = (part as {content?: Readonly<Record<string, {schema?: JsonSchema}>>} | undefined)?.content;
  return content?.['application/json']?.schema ?? {};
}

/** Each example request, and beside it its answer. */
function examples(operation: Operation, schemas: Schemas, answerSchema: JsonSchema, api: string): string {
  const isJson = operation.answer.schema !== undefined;
  const block = (title: string, text: string) =>
    `<div><p class="label">${escapeHtml(title)}</p><pre tabindex="0">${escapeHtml(text)}</pre></div>`;
  return examplesOf(operation, {api, answerSchema: isJson ? answerSchema : undefined, schemas})
    .map(
      ({title, request, answer}) =>
        `<div class="example">${block(title, request)}${answer === undefined ? '' : block('Example answer', answer)}</div>`,
    )
    .join('');
}

/** The section about the schemas that several operations share. */
function shapes(schemas: Schemas): string {
  const articles = Object.keys(components).map(
    (name) =>
      `<article id="shape-${name}"><h3>${name}</h3>${fieldTable(schemas[name] ?? {}, `Fields of ${name}`)}</article>`,
  );
  return `<section><h2 id="shapes">Shapes</h2>${articles.join('')}</section>`;
}

function errorTable(): string {
  const common = commonErrors.map(
    ({id, name, codes}) =>
      `<tr id="errors-${id}"><th scope="row">${name}</th><td>${codes.map(codeLink).join(' · ')}</td></tr>`,
  );
  const rows = Object.entries(errorCodes).map(
    ([code, [status, meaning]]) =>
      `<tr id="error-${code}"><td><code>${code}</code></td><td>${status}</td><td>${proseHtml(meaning)}</td></tr>`,
  );
  return `<section><h2 id="errors">Errors</h2><p>Decide by the code; the message is for people and may change.</p>
<p>A route may answer the errors that it names, and those that it has in common with others:</p>
${scrollTable('Common errors', ['Errors of', 'Codes'], common)}
${scrollTable('Error codes', ['Code', 'Status', 'Meaning'], rows)}</section>`;
}
