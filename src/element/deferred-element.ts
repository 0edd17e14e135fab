import {adoptStyles, LitElement} from 'lit';
import {internalsOf} from './internals.js';
import {optionAccessor, reading, tell, type OptionDeclaration} from './option.js';

/** An element that waits while a framework takes over what its server rendered: as long as it has `defer-hydration`. */
export class DeferredElement extends LitElement {
  static override readonly properties: Readonly<Record<string, OptionDeclaration>> = {
    quiet: {type: Boolean},
  };

  /** Nothing is written to the console. */
  declare quiet: boolean;
  /** What is drawn into; also where the page's HTML has closed it, and `shadowRoot` is null. */
  declare readonly renderRoot: ShadowRoot;
  protected readonly internals = internalsOf(this);
  #deferred = false;

  constructor() {
    super();
    this.addEventListener('card-vault-error', (event) => {
      if (event.target === this) tell(this, event.detail.error);
    });
  }

  /** Options check what they are set to, whether by attribute or as a property. */
  protected static override finalize(): void {
    super.finalize();
    for (const [name, options] of Object.entries(
      (this.properties ?? {}) as Record<string, OptionDeclaration>,
    ))
      Object.defineProperty(this.prototype, name, optionAccessor(name, options));
  }

  static override get observedAttributes(): string[] {
    return [...super.observedAttributes, 'defer-hydration'];
  }

  override attributeChangedCallback(name: string, before: string | null, value: string | null): void {
    reading.add(this);
    super.attributeChangedCallback(name, before, value);
    reading.delete(this);
    if (name === 'defer-hydration' && value === null && this.#deferred && this.isConnected)
      this.connectedCallback();
  }

  override connectedCallback(): void {
    this.#deferred = this.hasAttribute('defer-hydration');
    if (!this.#deferred) this.begin();
  }

  /**
   * A shadow root that came with the page's HTML, open or closed, is emptied and drawn anew: it is never
   * hydrated, which throws at every markup but Lit's own.
   */
  protected override createRenderRoot(): ShadowRoot {
    const root = this.internals.shadowRoot ?? this.attachShadow(LitElement.shadowRootOptions);
    root.replaceChildren();
    adoptStyles(root, (this.constructor as typeof LitElement).elementStyles);
    return root;
  }

  /** Connected, and nobody has to be waited for. */
  protected begin(): void {
    super.connectedCallback();
  }
}
