import type * as v from 'valibot';
import type {FieldError} from '../errors.js';

/** What valibot schemas have in common at run time; its types describe each kind apart. */
interface SchemaNode {
  readonly message?: unknown;
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly items?: readonly SchemaNode[];
  readonly wrapped?: SchemaNode;
  readonly pipe?: readonly SchemaNode[];
}

/**
 * The refused field behind an issue: where, what it must be, and what kind of value came. Never the value.
 */
export function fieldErrorOf(schema: v.GenericSchema, issue: v.BaseIssue<unknown>): FieldError {
  const keys = (issue.path ?? []).map(({key}) => String(key));
  const pointer = keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  // The object around it reports a missing field, without what the field's own schema says of it.
  const expected = issue.input === undefined ? expectedAt(schema as SchemaNode, keys) : issue.message;
  return {pointer, expected, got: kindOf(issue)};
}

function expectedAt(schema: SchemaNode, keys: readonly string[]): string {
  const field = keys.reduce<SchemaNode | undefined>((node, key) => node && childOf(node, key), schema);
  return typeof field?.message === 'string' ? field.message : 'a value';
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
  const name = Array.isArray(input) ? 'list' : typeof input;
  // Right kind, wrong value: "not a number" would mislead.
  const isRightKind = kind === 'validation' || (type === 'picklist' && name === 'string');
  if (isRightKind) return `another ${name}`;
  return name === 'object' ? 'an object' : `a ${name}`;
}
