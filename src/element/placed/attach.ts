import {ContextProvider} from '@lit/context';
import {drawnOf} from '../stages/drawn.js';
import type {CardVaultHost} from '../host.js';
import {partsContext} from './context.js';
import {PlacedParts} from './placed-parts.js';

const attached = new WeakSet<Node>();

/** The `<card-vault>` around a part becomes the provider of its context, with its first part. */
export function attachParts(part: Node): void {
  for (let node: Node | null = part; node; node = node.parentNode ?? hostOf(node)) {
    const drawn = drawnOf.get(node);
    if (!drawn) continue;
    if (attached.has(node)) return;
    attached.add(node);
    const host = node as CardVaultHost;
    const parts = new PlacedParts(host, drawn);
    new ContextProvider(host, {context: partsContext, initialValue: parts.controller});
    return;
  }
}

const hostOf = (node: Node): Element | null => (node as Partial<ShadowRoot>).host ?? null;
