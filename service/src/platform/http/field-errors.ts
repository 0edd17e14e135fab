import type * as v from 'valibot';
import type {FieldError} from '../errors.js';

/** The fields of valibot schemas that are read here. Valibot has no common type for them. */
interface SchemaNode {
  readonly message?: unknown;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly items?: readonly SchemaNode[];
  readonly wrapped?: SchemaNode;
  readonly pipe?: readonly SchemaNode[];
}

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
  return {pointer, expected, got: kindOf(issue)};
}

function expectedAt(schema: SchemaNode, keys: readonly string[]): string {
  const field = keys.reduce<SchemaNode | undefined>((node, key) => node && childOf(node, key), schema);
  return (field && messageOf(field)) ?? 'a value';
}

/** A schema's own message, or that of the schema which it makes optional or nullable. */
function messageOf({message, wrapped}: SchemaNode): string | undefined {
  return typeof message === 'string' ? message : wrapped && messageOf(wrapped);
}

function childOf(node: SchemaNode, key: string): SchemaNode | undefined {
  if (node.wrapped) return childOf(node.wrapped, key);
  const {entries} = [node, ...(node.pipe ?? [])].find((part) => part.entries) ?? {};
  return entries?.[key] ?? node.item ?? node.items?.[Number(key)];
}

function kindOf({input, kind, type}: v.BaseIssue<unknown>): string {
  if (input === undefined) return 'nothing';
  if (input === null) return 'null';
  if (input === '') return 'an empty string';
  const typeName = Array.isArray(input) ? 'list' : typeof input;
  // For the right type with a wrong value, "not a number" would mislead.
  const isRightType = kind === 'validation' || (type === 'picklist' && typeName === 'string');
  if (isRightType) return `another ${typeName}`;
  return typeName === 'object' ? 'an object' : `a ${typeName}`;
}
