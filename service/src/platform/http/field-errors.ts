import type * as v from 'valibot';
import type {FieldError, Kind} from '../errors.js';
import {childOf, type SchemaNode} from './schema-nodes.js';

/**
 * Describes a valibot issue as a field error: which field, what was expected, and what kind of value came,
 * never the value itself.
 */
export function fieldErrorOf(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): FieldError {
  const keys = (issue.path ?? []).map(({key}) => String(key));
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  // For a missing field the issue comes from the object around it, so the expectation is read from the
  // field's own schema.
  const expected = issue.input === undefined ? expectedAt(schema as SchemaNode, keys) : issue.message;
  return {pointer, expected, got: kindOf(issue), kindFits: isRightKind(issue)};
}

function expectedAt(schema: SchemaNode, keys: readonly string[]): string {
  const field = keys.reduce<SchemaNode | undefined>((node, key) => node && childOf(node, key), schema);
  return (field && messageOf(field)) ?? 'a value';
}

/** A schema's own message, or that of the schema which it makes optional or nullable. */
function messageOf({message, wrapped}: SchemaNode): string | undefined {
  return typeof message === 'string' ? message : wrapped && messageOf(wrapped);
}

/** Whether the kind is right and only the value wrong, of which "not a number" would mislead. */
const isRightKind = ({input, kind, type}: v.BaseIssue<unknown>): boolean =>
  input !== '' && (kind === 'validation' || (type === 'picklist' && typeof input === 'string'));

function kindOf({input}: v.BaseIssue<unknown>): Kind {
  if (input === undefined) return 'nothing';
  if (input === null) return 'null';
  if (input === '') return 'an empty string';
  if (Array.isArray(input)) return 'a list';
  return typeof input === 'object' ? 'an object' : (`a ${typeof input}` as Kind);
}
