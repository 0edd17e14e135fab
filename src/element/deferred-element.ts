import {adoptStyles, LitElement, type CSSResult, type PropertyValues} from 'lit';
import {browserTimers} from '../gateways/timers.js';
import type {BegunSession, CardVaultHost} from './host.js';
import {adopt} from './styles/adopt.js';
import {attributeOf, defaultOf, isText, type OptionDeclaration} from './options.js';
import {reportError, reportLostScript, warnDeveloper} from './report.js';

/** True in the package's modules, whose Lit is the page's own: in development its development build. */
declare const CARD_VAULT_LIT_APART: boolean | undefined;

// That build warns once of the two hooks overridden below, which standard decorators would pass over. Here are no decorators.
if (typeof CARD_VAULT_LIT_APART === 'boolean' && CARD_VAULT_LIT_APART) {
  const page = globalThis as {litIssuedWarnings?: Set<string>};
  page.litIssuedWarnings ??= new Set();
  for (const hook of ['create-property', 'get-property-descriptor'])
    page.litIssuedWarnings.add(`no-override-${hook}`);
}

/** Milliseconds that fields which the page brings up are waited for. */
const longestWaitForFields = 1000;

/**
 * An element that waits: while a framework takes over what its server rendered, as long as it has
 * `defer-hydration`, and while the page brings up its fields.
 */
export class DeferredElement extends LitElement {
  static override readonly properties: Readonly<Record<string, OptionDeclaration>> = {
    quiet: {type: Boolean},
  };

  /** Nothing is written to the console. */
  declare quiet: boolean;
  /** Root that is drawn into; also where the page's HTML has closed it, and `shadowRoot` is null. */
  declare readonly renderRoot: ShadowRoot;
  protected readonly internals = internalsOf(this);
  #deferred = false;
  #isElsewhere = false;
  /** Style sheets of its shadow tree, which do not move into another document with it. */
  #sheets: CSSStyleSheet[] | undefined;
  /** The fields that are waited for, or the words. */
  #early: Promise<unknown> | false | undefined;

  constructor() {
    super();
    this.addEventListener('card-vault-error', (event) => {
      if (event.target === this) warnDeveloper(this, event.detail.error);
    });
  }

  /**
   * Moves values that the page has set before the element was defined into the accessors of the class: an
   * own property hides its accessor. Called at the end of a constructor.
   */
  protected takeOver(): void {
    const early = this as Record<string, unknown>;
    for (const name of Object.keys(early)) {
      if (!(name in Object.getPrototypeOf(this))) continue;
      const value = early[name];
      delete early[name];
      Reflect.set(this, name, value);
    }
  }

  static override createProperty(name: string, options: OptionDeclaration): void {
    super.createProperty(name, {attribute: attributeOf(name), ...options});
  }

  /** Options check what they are set to, whether by attribute or as a property. */
  protected static override getPropertyDescriptor(
    name: PropertyKey,
    key: symbol,
    options: OptionDeclaration,
  ): PropertyDescriptor {
    return optionAccessor(name as string, key, options);
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
    this.#isElsewhere = this.ownerDocument !== document;
    this.renderRoot?.querySelector('.fit')?.toggleAttribute('hidden', this.#isElsewhere);
    if (this.#isElsewhere) return this.#refuse();
    if (this.#sheets && this.renderRoot.adoptedStyleSheets?.length === 0)
      this.renderRoot.adoptedStyleSheets = this.#sheets;
    this.#deferred = this.hasAttribute('defer-hydration');
    if (!this.#deferred) this.begin();
  }

  override disconnectedCallback(): void {
    if (!this.#isElsewhere) super.disconnectedCallback();
  }

  /** Its scripts hear nothing of frames in another window. */
  #refuse(): void {
    import('./developer.js').then(
      ({madeElsewhere}) => reportError(this, madeElsewhere()),
      (cause: unknown) => reportLostScript(this, cause),
    );
  }

  /**
   * A shadow root that came with the page's HTML, open or closed, is emptied and drawn anew at the first
   * update: it is never hydrated, which throws at every markup but Lit's own.
   */
  protected override createRenderRoot(): ShadowRoot {
    return this.internals.shadowRoot ?? this.attachShadow(LitElement.shadowRootOptions);
  }

  protected override update(changed: PropertyValues): void {
    const {renderRoot: root} = this;
    if (!this.hasUpdated) {
      const more = [...(root.adoptedStyleSheets ?? [])];
      (this as {room?: CardVaultHost['room']}).room = root.querySelectorAll('.still');
      root.replaceChildren();
      adoptStyles(root, (this.constructor as typeof LitElement).elementStyles);
      for (const styleSheet of more) adopt(root, {styleSheet});
    }
    super.update(changed);
    this.#sheets = [...(root.adoptedStyleSheets ?? [])];
  }

  protected override shouldUpdate(): boolean {
    return !this.#isElsewhere;
  }

  /** Begins fields that come up before the element works. Settles once words that had to be loaded are there. */
  protected beginFields(): Promise<void> | undefined {
    return;
  }

  /** Draws what is seen until the element works, with those of its style sheets that this needs. */
  protected drawFirst(draw: () => Node, styles: CSSResult[]): ShadowRoot {
    const root = this.createRenderRoot();
    // Each form has this probe, from which its appearance is read.
    if (root.querySelector('.probe')) return root;
    adoptStyles(root, styles);
    root.replaceChildren(draw());
    return root;
  }

  /**
   * Connected, and no framework is still hydrating it. Fields that the page brings up are waited for: what
   * the element does meanwhile would make them late. So are the words of a form that is drawn already: others
   * take another room.
   */
  protected begin(): void {
    const begin = (): void => super.connectedCallback();
    const page = this as {begunSession?: BegunSession | undefined};
    // Moved in the page, it has a form that works already.
    const words = !this.hasUpdated && this.beginFields();
    const fields = page.begunSession?.fields;
    const first = fields || words;
    const before = this.#early;
    this.#early = first;
    if (!first || !this.internals.shadowRoot?.querySelector('.probe')) return begin();
    if (before === first) return;
    void first.then(() => this.requestUpdate());
    const late = new Promise<void>((end) => void browserTimers.after(longestWaitForFields, end));
    // In a task of its own: the browser shows the live fields first.
    void Promise.race([fields, late])
      .then((): unknown => words)
      .then(() => setTimeout(() => this.isConnected && this.#early === first && begin()));
  }
}

/** Value that an option keeps of the one it is set to; `undefined` is the default. */
function kept(host: OptionHost, option: string, declaration: OptionDeclaration, value: unknown): unknown {
  const {type, oneOf, takes = isText} = declaration;
  if (type === Boolean) return Boolean(value);
  const missing = (value ?? '') === '';
  if (oneOf ? oneOf.includes(value as string) : !missing && takes(value)) return value;
  if (!missing) warnDeveloper(host, {option, value, oneOf});
  return undefined;
}

/** The elements of which an attribute is being read into its property. */
const reading = new WeakSet<object>();

/** The accessor of an option; what it holds is in the element under `key`, and in its attribute. */
function optionAccessor(name: string, key: symbol, options: OptionDeclaration): PropertyDescriptor {
  const {attribute} = options;
  const otherwise = defaultOf(options);
  return {
    get(this: OptionHost) {
      return this[key] ?? otherwise;
    },
    set(this: OptionHost, value: unknown) {
      const before = this[key] ?? otherwise;
      const now = (this[key] = kept(this, name, options, value));
      this.requestUpdate(name, before, options);
      // At once, as form controls of the platform do.
      if (!attribute || reading.has(this) || before === (now ?? otherwise)) return;
      if (now) this.setAttribute(attribute as string, now === true ? '' : (now as string));
      else this.removeAttribute(attribute as string);
    },
    configurable: true,
    enumerable: true,
  };
}

interface OptionHost extends HTMLElement {
  [key: symbol]: unknown;
  readonly quiet: boolean;
  requestUpdate(name: string, before: unknown, options: OptionDeclaration): void;
}

/**
 * Stands in for internals that a simulated page (jsdom, happy-dom) lacks: the element is a form control to
 * nothing there, and never invalid.
 */
const standIn = () => ({
  validity: {valid: true},
  states: new Set<string>(),
  setFormValue: () => undefined,
  setValidity: () => undefined,
  checkValidity: () => true,
  reportValidity: () => true,
});

/** The internals of a form control, or a stand-in where the page knows none. */
export function internalsOf(element: HTMLElement): ElementInternals {
  const internals: Partial<ElementInternals> | undefined = element.attachInternals?.();
  return (internals?.setFormValue ? internals : standIn()) as ElementInternals;
}
