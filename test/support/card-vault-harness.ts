import {CardVaultElement} from '../../src/element/card-vault.js';
import type {SaveOutcome} from '../../src/flow/index.js';
import type {BrandId} from '../../src/protocol/index.js';
import {FakeWorld, type FakeFields} from './fake-parts.js';
import {waitUntil} from './wait.js';
import '../../src/element/exports/define.js';

/** Drives one `<card-vault>` the way a shopper and a page do, and hides where things are in its shadow tree. */
export class CardVaultHarness {
  readonly element: CardVaultElement;
  readonly world: FakeWorld;
  readonly events: Event[] = [];

  constructor(world = new FakeWorld()) {
    this.world = world;
    this.element = new CardVaultElement(world.ports);
    this.element.sessionUrl = '/session';
    for (const name of [
      'ready',
      'change',
      'covered',
      'step',
      'before-save',
      'step-up-open',
      'step-up-close',
      'saved',
      'stopped',
      'error',
    ])
      this.element.addEventListener(`card-vault-${name}`, (event) => this.events.push(event));
  }

  /** In a page, live and ready. */
  static async ready(
    setup: (element: CardVaultElement, world: FakeWorld) => void = () => undefined,
    parent: ParentNode = CardVaultHarness.page(),
  ): Promise<CardVaultHarness> {
    const harness = new CardVaultHarness();
    setup(harness.element, harness.world);
    parent.append(harness.element);
    await harness.element.whenReady();
    await harness.settled();
    return harness;
  }

  /** A place in the page that is emptied after each test. */
  static page(): HTMLElement {
    const page = document.createElement('main');
    page.className = 'card-vault-test-page';
    document.body.append(page);
    return page;
  }

  static clean(): void {
    for (const page of document.querySelectorAll('.card-vault-test-page')) page.remove();
    sessionStorage.clear();
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
  }
  /** The shadow trees in which the element shows something. */
  get roots(): readonly ShadowRoot[] {
    return [this.root];
  }
  get fields(): FakeFields {
    return this.world.lastFields;
  }

  part<T extends HTMLElement = HTMLElement>(name: string): T | null {
    return this.root.querySelector<T>(`[part~="${name}"]`);
  }
  text(part: string): string {
    return this.part(part)?.textContent?.replace(/\s+/g, ' ').trim() ?? '';
  }
  error(field: string): string {
    return this.text(`error-${field}`);
  }
  input(field: string): HTMLInputElement {
    return this.root.querySelector<HTMLInputElement>(`#${field}`)!;
  }
  get announced(): string {
    return this.root.querySelector('[role=status]')!.textContent!.trim();
  }
  get button(): HTMLButtonElement | null {
    return this.part<HTMLButtonElement>('save-button');
  }
  get dialog(): HTMLDialogElement | null {
    return this.root.querySelector('dialog');
  }

  named(type: string): Event[] {
    return this.events.filter((event) => event.type === `card-vault-${type}`);
  }

  async settled(): Promise<void> {
    await this.element.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(resolve));
    await this.element.updateComplete;
  }

  /** Ends every movement, so that a judge sees what a shopper sees after it. */
  still(): void {
    for (const animation of this.roots.flatMap((root) => root.getAnimations())) {
      if (animation.effect?.getComputedTiming().iterations === Infinity) animation.cancel();
      else animation.finish();
    }
  }

  /** The element shows how the run ended (that part is loaded when it is first needed). */
  async ended(): Promise<void> {
    await waitUntil(() => this.part('outcome') ?? this.#isFresh, 'an ending is shown');
    await this.settled();
  }

  /** The form has stayed: its fields are live again, and how the last run ended stands above the button. */
  get #isFresh(): boolean {
    return this.element.state === 'collecting' && this.text('problem') !== '';
  }

  async type(field: string, text: string): Promise<void> {
    const input = this.input(field);
    input.focus();
    input.value = text;
    input.setSelectionRange?.(text.length, text.length);
    input.dispatchEvent(new InputEvent('input', {bubbles: true, composed: true, inputType: 'insertText'}));
    await this.element.updateComplete;
  }

  /** True when the browser may go on with what the key does. */
  press(field: string, key: KeyboardEventInit): boolean {
    const init = {bubbles: true, composed: true, cancelable: true, ...key};
    return this.input(field).dispatchEvent(new KeyboardEvent('keydown', init));
  }

  async leave(field: string): Promise<void> {
    this.input(field).blur();
    await this.element.updateComplete;
  }

  async choose(field: string, value: string): Promise<void> {
    const select = this.root.querySelector<HTMLSelectElement>(`#${field}`)!;
    select.value = value;
    select.dispatchEvent(new Event('change', {bubbles: true}));
    await this.element.updateComplete;
  }

  /** Everything of a good card. */
  async fill(brand: BrandId = 'visa'): Promise<void> {
    const four = brand === 'amex' ? 4 : 3;
    this.fields.change('number', {valid: true, brands: [brand], securityCodeLength: four});
    this.fields.change('securityCode', {valid: true});
    await this.#enterExpiry();
  }

  /** In one input, or in those of month and year. */
  async #enterExpiry(): Promise<void> {
    const halves = ['input-expiry-month', 'input-expiry-year'].map((name) =>
      this.part<HTMLInputElement>(name),
    );
    if (!halves[0]) {
      await this.type('expiry', '0129');
      return this.leave('expiry');
    }
    for (const [index, input] of halves.entries()) {
      input!.focus();
      input!.value = ['01', '29'][index]!;
      const type = input!.localName === 'select' ? 'change' : 'input';
      input!.dispatchEvent(new Event(type, {bubbles: true, composed: true}));
      await this.settled();
      input!.blur();
    }
  }

  save(): Promise<SaveOutcome> {
    return this.element.save();
  }

  async saved(): Promise<void> {
    await this.fill();
    await this.save();
    await this.ended();
  }
}
