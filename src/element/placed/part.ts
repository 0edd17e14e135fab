import {ContextConsumer} from '@lit/context';
import {LitElement, nothing, type CSSResultGroup} from 'lit';
import {attachParts} from './attach.js';
import {partsContext, type Part, type PartsController} from './context.js';
import {partStyles} from './styles.js';

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
