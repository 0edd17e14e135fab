import {ContextConsumer, ContextProvider} from '@lit/context';
import {LitElement, nothing, type CSSResultGroup, type PropertyDeclaration, type PropertyValues} from 'lit';
import {partsContext, type Part, type PartsController, partNames, type PartName} from './context.js';
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

/**
 * @summary The save button of the `<card-vault>` around it, where the page places it.
 * @tagname card-vault-button
 * @slot label - The words on the button; while something is done it says that instead.
 * @slot button - A button of the page's own in its place.
 * @csspart button - The room of the button.
 * @csspart save-button - The button.
 * @csspart spinner - Turns while something is being done.
 */
export class CardVaultButtonElement extends PartElement {
  /** Which kind of part it is. */
  readonly kind = 'button';
}

/**
 * @summary One field of the `<card-vault>` around it, where the page places it.
 * @tagname card-vault-field
 * @slot label - The field's label; default the element's own words.
 * @slot hint - A sentence under the box.
 * @csspart field - The field: label, box, error; its parts are those of `<card-vault>`.
 * @csspart label - The label.
 * @csspart hint - The hint.
 * @csspart box - The box around an input or frame; `box-focused` and `box-invalid` while it is.
 * @csspart frame - The room of a hosted field's frame.
 * @csspart input - An input of the element's own.
 * @csspart error - The line for the field's error.
 */
export class CardVaultFieldElement extends PartElement {
  static override readonly properties: Readonly<Record<string, PropertyDeclaration>> = {
    name: {},
    select: {type: Boolean},
  };

  /** Which kind of part it is. */
  readonly kind = 'field';
  /** Which field it is. */
  declare name: PartName | undefined;
  /** Month and year of an expiry are chosen from a list. */
  declare select: boolean;

  constructor() {
    super();
    this.select = false;
  }

  /** The field, where its name is known. */
  get field(): PartName | undefined {
    return partNames.find((name) => name === this.name);
  }

  protected override updated(changed: PropertyValues<this>): void {
    const input = this.renderRoot.querySelector('.input');
    const error = this.renderRoot.querySelector('.error')?.id ?? '';
    if (input) input.setAttribute('aria-describedby', `${error} hint`);
    if (!changed.has('name') && !changed.has('select')) return;
    // The ready script has no part of Lit that would write them.
    this.toggleAttribute('select', this.select);
    if (this.name) this.setAttribute('name', this.name);
    else this.removeAttribute('name');
    this.changed();
  }
}

/**
 * @summary What the `<card-vault>` around it says, where the page places it: the notice, what is waited for,
 *   problems, the outcome.
 * @tagname card-vault-status
 * @slot notice - Replaces the line about where card details go; an empty element removes it.
 * @slot outcome - Shown in the place of how a run ended.
 * @csspart status - Everything.
 * @csspart problem - What is said of a problem.
 * @csspart notice - The line about where card details go.
 * @csspart busy-text - What the shopper waits for, in the notice's place.
 * @csspart outcome - How a run ended; its parts are those of `<card-vault>`.
 */
export class CardVaultStatusElement extends PartElement {
  /** Which kind of part it is. */
  readonly kind = 'status';
}
