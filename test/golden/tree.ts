/** A node of the accessibility tree as Chromium's protocol sends it, as far as it is kept. */
export interface TreeNode {
  readonly nodeId: string;
  readonly parentId?: string;
  readonly childIds?: readonly string[];
  readonly ignored: boolean;
  readonly backendDOMNodeId?: number;
  readonly role?: {readonly value?: unknown};
  readonly name?: {readonly value?: unknown};
  readonly description?: {readonly value?: unknown};
  readonly value?: {readonly value?: unknown};
  readonly properties?: readonly {readonly name: string; readonly value: {readonly value?: unknown}}[];
}

/** Documents of the frames in a tree, by the node of the frame. */
export type Frames = ReadonlyMap<number, readonly TreeNode[]>;

/** Nodes that a reader passes through without a word. */
const silent = new Set(['none', 'generic', 'paragraph', 'LabelText', 'InlineTextBox', 'LineBreak']);
/** Nodes whose name is all that is said of them. */
const leaves = new Set(['textbox', 'button', 'image', 'option', 'combobox', 'StaticText']);
const states = ['invalid', 'required', 'disabled', 'checked', 'modal', 'busy', 'live'];

const textOf = (of: {readonly value?: unknown} | undefined): string =>
  typeof of?.value === 'string' || typeof of?.value === 'number' ? String(of.value).trim() : '';

function stateOf({properties = []}: TreeNode): string[] {
  return properties
    .filter(({name, value}) => states.includes(name) && value.value !== false && value.value !== 'false')
    .map(({name, value}) =>
      value.value === true || value.value === 'true' ? name : `${name} ${String(value.value)}`,
    );
}

/** What a reader says of a node: its role, name, value, states and description. */
function lineOf(node: TreeNode): string {
  const [name, value, description] = [textOf(node.name), textOf(node.value), textOf(node.description)];
  return [
    textOf(node.role),
    name && `“${name}”`,
    value && `= “${value}”`,
    ...stateOf(node),
    description && `(${description})`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The part of an accessibility tree below a node of the document, a line for each node that is said. */
export function treeLines(nodes: readonly TreeNode[], from: number, frames: Frames = new Map()): string[] {
  const root = nodes.find(({backendDOMNodeId}) => backendDOMNodeId === from);
  return root ? linesBelow(root, nodes, frames, 0, '') : [];
}

function linesBelow(
  node: TreeNode,
  nodes: readonly TreeNode[],
  frames: Frames,
  depth: number,
  said: string,
): string[] {
  const role = textOf(node.role);
  const name = textOf(node.name);
  const isRepeated = role === 'StaticText' && said.includes(name);
  const isNameless = role === 'RootWebArea' && name === '';
  const isSaid = !node.ignored && !silent.has(role) && !isRepeated && !isNameless;
  const own = isSaid ? [`${'  '.repeat(depth)}${role === 'StaticText' ? `“${name}”` : lineOf(node)}`] : [];
  const below = isSaid ? depth + 1 : depth;
  const content = frames.get(node.backendDOMNodeId ?? -1);
  if (content?.[0]) return [...own, ...linesBelow(content[0], content, frames, below, '')];
  if (leaves.has(role)) return own;
  const children = (node.childIds ?? []).flatMap((id) => nodes.find(({nodeId}) => nodeId === id) ?? []);
  return [
    ...own,
    ...children.flatMap((child) => linesBelow(child, nodes, frames, below, isSaid ? name : said)),
  ];
}
