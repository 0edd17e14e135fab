import type {JsonSchema} from '../openapi/json-schema.js';
import {escapeHtml} from '../../platform/pages/html.js';

/** One line of a table of fields. */
interface Field {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly says: string;
}

type Properties = Readonly<Record<string, JsonSchema>>;

/** A description of one schema, by name where it has one. */
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

const limits: Readonly<Record<string, (limit: string) => string>> = {
  default: (value) => `Default ${value}.`,
  maxLength: (length) => `At most ${length} characters.`,
  minLength: () => 'Not empty.',
  minimum: (least) => `At least ${least}.`,
  maximum: (most) => `At most ${most}.`,
  pattern: (pattern) => `Pattern ${pattern}.`,
  format: (format) => `Format ${format}.`,
};

function limitsOf(schema: JsonSchema): string {
  const described = typeof schema['description'] === 'string' ? [schema['description']] : [];
  const limitTexts = Object.entries(limits)
    .filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, tell]) =>
      tell(keyword === 'pattern' ? (schema[keyword] as string) : JSON.stringify(schema[keyword])),
    );
  return [...described, ...limitTexts].join(' ');
}

/** All fields of an object, those inside inner objects by their path. */
function fieldsOf(schema: JsonSchema, prefix = ''): readonly Field[] {
  const properties = (schema['properties'] ?? {}) as Properties;
  const required = new Set((schema['required'] ?? []) as readonly string[]);
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name;
    const line = {path, type: typeOf(field), required: required.has(name), says: limitsOf(field)};
    const list = field['items'] as JsonSchema | undefined;
    return [line, ...fieldsOf(field, `${path}.`), ...(list ? fieldsOf(list, `${path}[].`) : [])];
  });
}

/**
 * A table of the fields of an object schema; empty without fields. `of` names the table for screen readers.
 */
export function fieldTable(schema: JsonSchema, label: string, of?: string): string {
  const rows = fieldsOf(schema).map(
    ({path, type, required, says}) =>
      `<tr><td><code>${escapeHtml(path)}</code>${required ? ' <span class="required">required</span>' : ''}</td>` +
      `<td>${typeLink(type)}</td><td>${escapeHtml(says)}</td></tr>`,
  );
  if (rows.length === 0) return '';
  const name = escapeHtml(of === undefined ? label : `${label}: ${of}`);
  return (
    `<p class="label">${escapeHtml(label)}</p><div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>` +
    `<thead><tr><th scope="col">Field</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead>` +
    `<tbody>${rows.join('')}</tbody></table></div>`
  );
}

/** Names of shapes lead to them; values stand in quotes. */
const typeLink = (type: string) =>
  escapeHtml(type).replace(/(?<!&quot;)\b[A-Z][a-z]\w*\b/g, (name) => `<a href="#shape-${name}">${name}</a>`);
