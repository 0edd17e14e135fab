import type {CDPSession, Page} from '@playwright/test';

/** As far as it is read, of what Chromium tells of a document. */
export interface DomNode {
  readonly nodeId: number;
  readonly nodeName: string;
  readonly attributes?: readonly string[];
  readonly children?: readonly DomNode[];
  readonly shadowRoots?: readonly DomNode[];
  readonly contentDocument?: DomNode;
}

const sessions = new WeakMap<Page, Promise<CDPSession>>();

async function connect(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  return cdp;
}

function* nodesIn(node: DomNode): Generator<DomNode> {
  yield node;
  const {shadowRoots = [], children = [], contentDocument} = node;
  for (const child of [...shadowRoots, ...children, ...(contentDocument ? [contentDocument] : [])])
    yield* nodesIn(child);
}

/** An element that has one of these classes. */
export const hasClass =
  (classes: RegExp) =>
  ({attributes = []}: DomNode): boolean =>
    attributes.includes('class') && classes.test(attributes[attributes.indexOf('class') + 1]!);

/**
 * Chromium takes pseudo-classes for matched, in shadow trees and in frames of the same site too, until it is told others: `hover`,
 * `focus-within`, or `autofill`, which no script can bring about.
 */
export async function forcePseudoClasses(
  page: Page,
  of: (node: DomNode) => boolean,
  forced: string[],
): Promise<void> {
  if (!sessions.has(page)) sessions.set(page, connect(page));
  const cdp = await sessions.get(page)!;
  const {root} = await cdp.send('DOM.getDocument', {depth: -1, pierce: true});
  for (const node of nodesIn(root))
    if (of(node)) await cdp.send('CSS.forcePseudoState', {nodeId: node.nodeId, forcedPseudoClasses: forced});
}
