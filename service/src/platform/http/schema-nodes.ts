/** Reads valibot schemas as the trees that they are. Valibot has no common type for their nodes. */

/** The fields of valibot schemas that are read here. */
export interface SchemaNode {
  readonly type?: unknown;
  readonly message?: unknown;
  /** What a check calls. */
  readonly requirement?: unknown;
  /** The words of a picklist. */
  readonly options?: readonly unknown[];
  readonly entries?: Readonly<Record<string, SchemaNode>>;
  readonly item?: SchemaNode;
  readonly items?: readonly SchemaNode[];
  readonly wrapped?: SchemaNode;
  readonly pipe?: readonly SchemaNode[];
  readonly metadata?: {readonly decisive?: readonly string[]};
}

/** A node with what it makes optional or nullable, and all parts of its pipes. */
export function partsOf(node: SchemaNode): readonly SchemaNode[] {
  const [itself = node, ...steps] = node.pipe ?? [];
  const inner = node.wrapped ? partsOf(node.wrapped) : [];
  if (!node.pipe) return [node, ...inner];
  return [...partsOf(itself), ...steps.flatMap(partsOf), ...inner];
}

/** The fields of an object; undefined for what is no object, or one of any fields. */
export const entriesOf = (node: SchemaNode) => partsOf(node).find(({entries}) => entries)?.entries;

/** The schema of a list's items. */
export const itemOf = (node: SchemaNode) => partsOf(node).find(({item}) => item)?.item;

/** The schema of a field, or of an item of a list. */
export function childOf(node: SchemaNode, key: string): SchemaNode | undefined {
  const items = partsOf(node).find((part) => part.items)?.items;
  return entriesOf(node)?.[key] ?? itemOf(node) ?? items?.[Number(key)];
}
