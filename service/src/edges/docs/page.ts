/** The API reference as a page. */
import {components} from '../openapi/components.js';
import {errorCodes} from '../../platform/openapi/error-codes.js';
import {describeService, templateOf} from '../openapi/document.js';
import type {JsonSchema} from '../openapi/json-schema.js';
import {codesOf} from '../openapi/operations.js';
import {tags, type Operation, type Tag} from '../../platform/openapi/operation.js';
import {escapeHtml} from '../../platform/pages/html.js';
import {fieldTable} from './fields.js';
import {docsStyle} from './style.js';

/** `paths` of an OpenAPI description: by path, then by method. */
type DescribedPaths = Readonly<Record<string, Readonly<Record<string, JsonSchema>>>>;

/** Text as HTML. Words between backquotes become code. */
const proseHtml = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');

/**
 * The API reference as one HTML document without scripts, made from the same operations and schemas as
 * `/openapi.json`.
 */
export function docsPage(operations: readonly Operation[], api: string): string {
  const description = describeService(operations, api);
  const paths = description['paths'] as DescribedPaths;
  const schemas = (description['components'] as {schemas: Readonly<Record<string, JsonSchema>>}).schemas;
  const chapters = (Object.keys(tags) as Tag[])
    .map((tag) => ({tag, tagOperations: operations.filter((operation) => operation.tag === tag)}))
    .filter(({tagOperations}) => tagOperations.length > 0);
  const body = [
    introduction(api),
    ...chapters.map(
      ({tag, tagOperations}) =>
        `<section><h2 id="${tag}">${tag}</h2><p>${proseHtml(tags[tag])}</p>` +
        `${tagOperations.map((operation) => article(operation, paths, api)).join('')}</section>`,
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
${navigation(chapters)}
<main id="content" tabindex="-1">
${body.join('\n')}
</main>
</div>
</body>
</html>
`;
}

function navigation(chapters: readonly {tag: Tag; tagOperations: readonly Operation[]}[]): string {
  const lists = chapters.map(
    ({tag, tagOperations}) =>
      `<strong><a href="#${tag}">${tag}</a></strong><ul>${tagOperations
        .map(({id, summary}) => `<li><a href="#${id}">${escapeHtml(summary)}</a></li>`)
        .join('')}</ul>`,
  );
  const moreLinks =
    '<strong><a href="#shapes">Shapes</a></strong><br><strong><a href="#errors">Errors</a></strong>';
  return `<nav aria-label="Contents">${lists.join('')}${moreLinks}</nav>`;
}

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
in <code>Retry-After</code> when to come back.</p>`;
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
function article(operation: Operation, paths: DescribedPaths, api: string): string {
  const {id, method, path, summary, description = '', access, takesIdempotencyKey, answer} = operation;
  const described = paths[templateOf(path)]![method]!;
  const name = `${method.toUpperCase()} ${templateOf(path)}`;
  const codes = codesOf(operation).map((code) => `<a href="#error-${code}"><code>${code}</code></a>`);
  const credentialsHtml =
    access === 'public'
      ? credentials[access]
      : `${credentials[access]}${takesIdempotencyKey ? ' Takes <code>Idempotency-Key</code>.' : ''}`;
  return `<article id="${id}"><h3>${escapeHtml(summary)}</h3>
<p class="address"><span class="method">${method.toUpperCase()}</span><code>${escapeHtml(templateOf(path))}</code></p>
<p>${proseHtml(description)} <span class="required">${credentialsHtml}</span></p>
${fieldTable(schemaIn(described['requestBody']), 'Body', name)}
${examples(operation, api)}
<p class="label">Answer ${answer.status}</p><p>${proseHtml(answer.description)}</p>
${fieldTable(schemaIn((described['responses'] as Readonly<Record<string, JsonSchema>>)[String(answer.status)]), 'Fields of the answer', name)}
<p class="label">Errors</p><p>${codes.join(' · ')}</p></article>`;
}

/** The JSON schema of a request body or an answer; empty if it has none. */
function schemaIn(part: unknown): JsonSchema {
  const content = (part as {content?: Readonly<Record<string, {schema?: JsonSchema}>>} | undefined)?.content;
  return content?.['application/json']?.schema ?? {};
}

function examples(operation: Operation, api: string): string {
  const bodies = Object.entries(operation.examples ?? {'Try it': undefined});
  return bodies
    .map(
      ([name, body]) =>
        `<p class="label">${escapeHtml(name)}</p><pre tabindex="0">${escapeHtml(curl(operation, api, body))}</pre>`,
    )
    .join('');
}

/**
 * A curl command for the operation. `$SECRET_KEY` and other names in capitals stand for values that the
 * reader fills in.
 */
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

/** The section about the schemas that several operations share. */
function shapes(schemas: Readonly<Record<string, JsonSchema>>): string {
  const articles = Object.keys(components).map(
    (name) =>
      `<article id="shape-${name}"><h3>${name}</h3>${fieldTable(schemas[name] ?? {}, `Fields of ${name}`)}</article>`,
  );
  return `<section><h2 id="shapes">Shapes</h2>${articles.join('')}</section>`;
}

function errorTable(): string {
  const rows = Object.entries(errorCodes).map(
    ([code, [status, meaning]]) =>
      `<tr id="error-${code}"><td><code>${code}</code></td><td>${status}</td><td>${proseHtml(meaning)}</td></tr>`,
  );
  return `<section><h2 id="errors">Errors</h2><p>Decide by the code; the message is for people and may change.</p>
<div class="scroll" role="region" aria-label="Error codes" tabindex="0"><table><thead><tr><th scope="col">Code</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div></section>`;
}
