import type {CDPSession, Page} from '@playwright/test';
import {treeLines, type TreeNode} from '../../golden/tree.js';

async function treeOf(session: CDPSession): Promise<readonly TreeNode[]> {
  return (await session.send('Accessibility.getFullAXTree')).nodes;
}

/** The document node of an element of the page. */
async function nodeOf(session: CDPSession, selector: string): Promise<number> {
  const {result} = await session.send('Runtime.evaluate', {
    expression: `document.querySelector(${JSON.stringify(selector)})`,
  });
  const {node} = await session.send('DOM.describeNode', {objectId: result.objectId!});
  return node.backendNodeId;
}

/** Reads what Chromium tells a screen reader of an element, with the documents of its frames. */
export async function readTreeOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const frames = new Map<number, readonly TreeNode[]>();
  const keep = async (frameId: string, nodes: readonly TreeNode[]): Promise<void> => {
    const {backendNodeId} = await session.send('DOM.getFrameOwner', {frameId});
    frames.set(backendNodeId, nodes);
  };
  const {frameTree} = await session.send('Page.getFrameTree');
  for (const {frame} of frameTree.childFrames ?? []) {
    const {nodes} = await session.send('Accessibility.getFullAXTree', {frameId: frame.id});
    await keep(frame.id, nodes);
  }
  // Where sites have processes of their own, a frame of another site has a session too.
  for (const frame of page.frames().filter((one) => one.parentFrame() === page.mainFrame())) {
    const inner = await page
      .context()
      .newCDPSession(frame)
      .catch(() => undefined);
    if (!inner) continue;
    const {frame: own} = (await inner.send('Page.getFrameTree')).frameTree;
    await keep(own.id, await treeOf(inner));
    await inner.detach();
  }
  const lines = treeLines(await treeOf(session), await nodeOf(session, selector), frames);
  await session.detach();
  return lines;
}
