import {ContextConsumer, ContextProvider} from '@lit/context';
import {LitElement, nothing, type CSSResultGroup} from 'lit';
import {partsContext, type Part, type PartsController} from './context.js';
import {partStyles} from './styles.js';
import {drawnOf} from '../stages/drawn.js';
import type {CardVaultHost} from '../host.js';
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

/** A piece of a `<card-vault>` that the page places: the `<card-vault>` around it says what it shows. */
export abstract class PartElement extends LitElement implements Part {
  static override readonly styles: CSSResultGroup = partStyles;

  /** Which kind of part it is. */
  abstract readonly kind: 'field' | 'button' | 'status';
  /** Root that it is drawn into. */
  declare readonly renderRoot: ShadowRoot;
  readonly #consumer = new ContextConsumer(this, {
    context: partsContext,
    subscribe: true,
    callback: (controller) => {
      this.#controller = controller;
      controller.add(this);
    },
  });
  #controller: PartsController | undefined;

  override connectedCallback(): void {
    // The element around it says so.
    if (this.ownerDocument !== document) return;
    attachParts(this);
    super.connectedCallback();
    // A part may be registered before the element around it is.
    if (!this.#controller) void customElements.whenDefined('card-vault').then(() => this.#ask());
  }

  /** Moved by `moveBefore`: a frame in it is still there. */
  connectedMoveCallback(): void {
    this.#controller?.add(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#controller?.remove(this);
    this.#controller = undefined;
  }

  /** The part is another one now. */
  protected changed(): void {
    this.#controller?.add(this);
  }

  #ask(): void {
    if (!this.isConnected || this.#controller) return;
    attachParts(this);
    this.#consumer.hostConnected();
  }

  protected override render(): unknown {
    return this.#controller?.draw(this) ?? nothing;
  }
}
