/** The field tables of the API reference. */
import type {JsonSchema} from '../openapi/json-schema.js';
import {escapeHtml} from '../../platform/pages/html.js';

/** One row of a field table. */
interface Field {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly meaning: string;
}

type Properties = Readonly<Record<string, JsonSchema>>;

/** The type of a schema, as text for readers. A shared schema is given by its name. */
function typeOf(schema: JsonSchema): string {
  const {
    $ref: ref,
    type,
    enum: values,
    items,
    anyOf,
  } = schema as {
    readonly $ref?: string;
    readonly type?: string | readonly string[];
    readonly enum?: readonly unknown[];
    readonly items?: JsonSchema;
    readonly anyOf?: readonly JsonSchema[];
  };
  if (ref !== undefined) return ref.slice(ref.lastIndexOf('/') + 1);
  if (values) return values.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (items) return `list of ${typeOf(items)}`;
  if (type === undefined) return 'anything';
  return typeof type === 'string' ? type : type.join(' | ');
}

/** How a keyword of JSON Schema and its value read as a sentence. */
const sentenceByKeyword: Readonly<Record<string, (limit: string) => string>> = {
  default: (value) => `Default ${value}.`,
  maxLength: (length) => `At most ${length} characters.`,
  minLength: () => 'Not empty.',
  minimum: (least) => `At least ${least}.`,
  maximum: (most) => `At most ${most}.`,
  pattern: (pattern) => `Pattern ${pattern}.`,
  format: (format) => `Format ${format}.`,
};

/** The description of a schema and its limits, as sentences. */
function meaningOf(schema: JsonSchema): string {
  const description = typeof schema['description'] === 'string' ? [schema['description']] : [];
  const limits = Object.entries(sentenceByKeyword)
    .filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, describe]) =>
      describe(keyword === 'pattern' ? (schema[keyword] as string) : JSON.stringify(schema[keyword])),
    );
  return [...description, ...limits].join(' ');
}

/**
 * All fields of an object schema. Fields of inner objects are named by their path, such as `address.city`.
 */
function fieldsOf(schema: JsonSchema, prefix = ''): readonly Field[] {
  const properties = (schema['properties'] ?? {}) as Properties;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const row = {path, type: typeOf(field), required: required.has(name), meaning: meaningOf(field)};
    const items = field['items'] as JsonSchema | undefined;
    return [row, ...fieldsOf(field, `${path}.`), ...(items ? fieldsOf(items, `${path}[].`) : [])];
  });
}

/**
 * An HTML table of the fields of an object schema; empty if it has no fields.
 *
 * @param subject - What the table belongs to. It completes the table's name for screen readers.
 */
export function fieldTable(schema: JsonSchema, label: string, subject?: string): string {
  const rows = fieldsOf(schema).map(
    ({path, type, required, meaning}) =>
      `<tr><td><code>${escapeHtml(path)}</code>${required ? ' <span class="required">required</span>' : ''}</td>` +
      `<td>${typeLink(type)}</td><td>${escapeHtml(meaning)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  const tableName = escapeHtml(subject === undefined ? label : `${label}: ${subject}`);
  return `<p class="label">${escapeHtml(label)}</p>${scrollTable(tableName, ['Field', 'Type', 'Meaning'], rows)}`;
}

/**
 * An HTML table that scrolls by itself where it is too wide.
 *
 * @param name - Its name for screen readers, as HTML.
 * @param rows - Its `<tr>` elements.
 */
export const scrollTable = (name: string, columns: readonly string[], rows: readonly string[]): string =>
  `<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table><thead><tr>${columns
    .map((column) => `<th scope="col">${column}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;

/** A type as HTML. Names of shared schemas link to their descriptions; quoted values are no names. */
const typeLink = (type: string) =>
  escapeHtml(type).replace(/(?<!&quot;)\b[A-Z][a-z]\w*\b/g, (name) => `<a href="#shape-${name}">${name}</a>`);
