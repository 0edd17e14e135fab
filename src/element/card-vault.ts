import {isServer, type TemplateResult} from 'lit';
import type {SaveOutcome, StateName} from '../flow/index.js';
import {browserPorts} from './stages/browser.js';
import type {Drawn, ElementPorts} from './stages/contracts.js';
import {createDrawn, drawnOf} from './stages/drawn.js';
import {tokenOf} from './form/form-value.js';
import {FormControlElement} from './form/form-control.js';
import type {CardVaultHost} from './host.js';
import {cardVaultOptions, type FieldName, type OptionDeclaration, type WithOptions} from './options.js';
import {formStyles} from './styles/form.js';
import {serverView, stillForm} from './views/early.js';
import {rootView} from './stages/root.js';

/**
 * @summary Saves a card: hosted card fields, device data collection, the bank's step-up, and a payment method token for the form.
 * @tagname card-vault
 * @slot waiting - Shown until the element is there; a required control in it keeps the form from leaving till then.
 * @slot consent - The words of the consent, with links where they are needed; default a sentence of the element's.
 * @slot notice - Replaces the line about where card details go; an empty element removes it.
 * @slot - Shown under the form, for example the shop's terms.
 * @event {Event} input - The value has changed without the page: a card is saved, or the form begins anew.
 * @event {Event} change - The same, for those who listen to this one.
 * @csspart base - Everything.
 * @csspart stage - The place that the form and an outcome share.
 * @csspart form - Fields, notice and button.
 * @csspart fields - The grid of fields.
 * @csspart field - One field: label, box, error. Also `field-number`, `field-expiry` …, as `label-…`, `box-…`, `input-…`, `error-…`.
 * @csspart label - A field's label.
 * @csspart box - The box around an input or frame; `box-focused` and `box-invalid` while it is.
 * @csspart frame - The room of a hosted field's frame.
 * @csspart input - One of the element's own inputs.
 * @csspart suggestions - The list under the street with the addresses of `addressLookup`; each is a `suggestion`, the one that Enter takes `suggestion-active`.
 * @csspart trail - What stands at the end of a box.
 * @csspart brand-mark - The card brand's mark.
 * @csspart brands - The accepted brands, beside the number's label; each is an `accepted-brand`.
 * @csspart brand-choice - The choice between the brands of a co-badged card; each is a `brand-option`.
 * @csspart code-mark - The picture of where the security code is.
 * @csspart shimmer - What stands in a hosted field's place while it loads.
 * @csspart error - The line for a field's error.
 * @csspart consent - The label of the consent, with its checkbox `input-consent`.
 * @csspart problem - What is said above the button, such as how the last run stopped.
 * @csspart notice - The line under the fields.
 * @csspart busy-text - What the shopper waits for, in the notice's place; its button, after long, is `way-out`.
 * @csspart spinner - Turns while something is being done.
 * @csspart save-button - The element's own button.
 * @csspart outcome - How a run ended; also `outcome-saved`, `outcome-stopped`, `outcome-failed`.
 * @csspart outcome-icon - Its sign.
 * @csspart outcome-title - Its title.
 * @csspart outcome-text - Its sentence.
 * @csspart outcome-button - Its button.
 * @csspart saved-card - A saved card, drawn; also `saved-card-visa`, `saved-card-amex` …
 * @csspart single-use - The mark of a card that works once.
 * @csspart payment - A payment with a saved card, in the place of the fields; `payment-card` is its card, `payment-amount` its amount.
 * @csspart step-up - The dialog, or the place in the page, of the bank's page.
 * @csspart step-up-header - Its head; `step-up-bar` is the first line, which stays in sight.
 * @csspart step-up-title - Its title; `step-up-line` is the line under it.
 * @csspart step-up-card - The masked card in the first line.
 * @csspart step-up-frame - The room of the bank's frame.
 * @csspart step-up-loading - What stands there while it loads.
 * @csspart step-up-footer - Its foot, seen while little time is left; also `step-up-time`, and its button `step-up-more`.
 * @csspart step-up-cancel - Its button that closes it without saving.
 * @cssstate loading - The fields are not live yet.
 * @cssstate busy - A save is under way.
 * @cssstate saved - A card is saved.
 * @cssstate stopped - The last run stopped; where the form stays, until its fields open again.
 * @cssstate failed - The last run failed; likewise.
 */
export class CardVaultElement
  extends (FormControlElement as unknown as WithOptions<typeof FormControlElement, typeof cardVaultOptions>)
  implements CardVaultHost
{
  static override readonly styles = formStyles;
  static override readonly properties: Readonly<Record<string, OptionDeclaration>> = cardVaultOptions;

  readonly #drawn: Drawn;
  /** @param ports for tests of this package only. */
  constructor(ports: ElementPorts = browserPorts) {
    super();
    drawnOf.set(this, (this.#drawn = createDrawn(this, this.internals, ports)));
    this.takeOver();
  }

  get type(): string {
    return 'card-vault';
  }
  /** The payment method token; empty until a card is saved. To set it to `''` empties the element; it takes nothing else. */
  get value(): string {
    return tokenOf(this.#drawn.state());
  }
  set value(value: '') {
    this.#drawn.write(value);
  }
  /** Where the element stands, from `idle` to `saved`, `stopped` or `failed`; `card-vault-step` tells of every change. */
  get state(): StateName {
    return this.#drawn.state().name;
  }
  connectedMoveCallback(): void {
    // Moved by `moveBefore`: frames and run are still there; form and language may be others.
    const {locale, ownerForm} = this.#drawn;
    ownerForm.hostConnected();
    locale.hostConnected();
    this.requestUpdate();
  }
  formAssociatedCallback(form: HTMLFormElement | null): void {
    this.#drawn.ownerForm.follow(form);
    this.requestUpdate();
  }
  override formDisabledCallback(disabled: boolean): void {
    super.formDisabledCallback(disabled);
    if (!disabled) this.#drawn.lifecycle.start();
  }
  formResetCallback(): void {
    this.#drawn.formValue.quietly(() => this.reset());
  }
  formStateRestoreCallback(state: unknown): void {
    this.#drawn.use(({restore}) => restore(state));
  }

  /**
   * Saves the card. The same promise while one is under way; the saved outcome when a card is saved already.
   * @throws CardVaultError, through the promise: `card-incomplete`, `brand-not-accepted`, `not-ready`, or what broke.
   */
  save(): Promise<SaveOutcome> {
    const {interaction, load} = this.#drawn;
    return interaction()?.saving.run() ?? load(true).then(({saving}) => saving.run());
  }
  /** Ends a save that is under way; the truth is read again when the bank was asked already. */
  cancel(): void {
    this.#drawn.live.value?.cancel();
  }
  /** Empties the element and abandons the current run. */
  reset(): void {
    this.#drawn.reset();
  }
  /** Empties one field, with what was said of it. Nothing while a card is being saved, and after that. */
  clear(field: FieldName): void {
    this.#drawn.use(({clearField}) => clearField(field));
  }
  /** Into the first field that needs something. */
  override focus(): void {
    this.#drawn.focus();
  }
  /** Out of the field that has it. */
  override blur(): void {
    this.#drawn.interaction()?.focus.out();
  }
  /** An error of the page's own: the form is not submitted before it is set to `''`. */
  setCustomValidity(message: string): void {
    this.#drawn.formValue.setCustom(message);
    this.requestUpdate();
  }
  /** Resolves when the fields are live; opens the session if nothing has yet. Rejects with the CardVaultError that prevents it. */
  whenReady(): Promise<void> {
    return this.updateComplete.then(() => this.#drawn.live.load()).then(({session}) => session.whenReady());
  }
  protected override refuse(event: Event): void {
    this.#drawn.refuse(event);
  }
  protected override beginFields(): Promise<void> | undefined {
    const draw = () => stillForm(rootView(this, this.#drawn));
    const isDrawn = this.internals.shadowRoot;
    this.#drawn.beginFields(() => this.drawFirst(draw, formStyles));
    // Waits for the language of a form from the server; in one that is drawn here, the fields wait for it.
    return isDrawn ? this.#drawn.locale.words : undefined;
  }
  /** The steps of a save come before what it draws. */
  protected override scheduleUpdate(): Promise<void> | void {
    const draw = () => this.performUpdate();
    return this.#drawn.interaction()?.saving.pause()?.then(draw) ?? draw();
  }
  protected override updated(): void {
    const {state, live, formValue, locale, store} = this.#drawn;
    formValue.update({
      state: state(),
      store,
      say: locale.say,
      required: this.required,
      saving: live.value?.busy === true,
      anchor: this.renderRoot.querySelector<HTMLElement>('.box') ?? undefined,
    });
  }
  protected override render(): TemplateResult {
    const view = rootView(this, this.#drawn);
    return isServer ? serverView(view) : view;
  }
}
