import {html, nothing, type PropertyValues, type TemplateResult} from 'lit';
import {type Wallet, createWallet} from '../../adapter/wallet.js';
import {AppearanceController} from '../shopper/appearance.js';
import {Deferred} from '../session/deferred.js';
import {Announcer} from '../shopper/announcer.js';
import {LocaleController, type Say} from '../shopper/locale.js';
import {Shown} from '../form/owner-form.js';
import {FormControlElement} from '../form/form-control.js';
import {AnotherCard} from './another.js';
import {Choosing} from './choosing.js';
import {CardVaultListReadyEvent} from './events.js';
import {listOptions} from './options.js';
import {reportsOf} from './reports.js';
import {listStyles} from './styles.js';
import {failedView, listView, loadingView, type ListView} from './view.js';
import {WalletController} from './wallet.js';
import {list as english} from '../../texts/en/list.js';
import type {PaymentMethod} from '../../protocol/index.js';
import type {OptionDeclaration, WithOptions} from '../options.js';
import {actionStyles} from '../styles/actions.js';
import {busyStyles} from '../styles/busy.js';
import {themeStyles} from '../styles/theme.js';
import type {Timers} from '../../flow/index.js';
import {browserTimers} from '../../gateways/timers.js';

/** Surroundings of the list; tests pass others. */
export interface ListParts {
  readonly createWallet: (url: string) => Partial<Wallet>;
  readonly timers: Timers;
}

export const browserParts: ListParts = {
  createWallet: (url) => createWallet({url, timers: browserTimers}),
  timers: browserTimers,
};

/**
 * @summary The shopper's saved cards: choose one, use another, remove one, change the default. In a form its value is the token of
 * the card that is chosen.
 * @tagname card-vault-list
 * @attr {string} value - Token of the card that is chosen at first.
 * @slot heading - The name of the list; "Saved cards" in the element's language when empty.
 * @slot empty - Said where there are no saved cards.
 * @slot another - A `<card-vault>` of the page's own for another card; without one the list makes one.
 * @event {Event} input - Another card is chosen, by the shopper or because the cards are there or one is gone; not by the page.
 * @event {Event} change - The same, for those who listen to this one.
 * @csspart base - Everything.
 * @csspart heading - The name of the list.
 * @csspart list - The box of rows.
 * @csspart card - One row; also `card-chosen`, `card-expired`, `card-removed`, `card-loading`, and `card-another`, the last row.
 * @csspart radio - The radio button of a row.
 * @csspart brand-mark - The card brand's mark.
 * @csspart card-name - Brand and last digits.
 * @csspart card-expiry - When the card expires.
 * @csspart mark - What is special about a card: `mark-default`, `mark-expired`, `mark-expires-soon`, `mark-single-use`.
 * @csspart tool - A small button: `default-button`, `remove-button`, `undo-button`, `again-button`.
 * @csspart tools - The buttons of a card; in a narrow list they open from the `more-button`.
 * @csspart card-problem - What could not be done with a card.
 * @csspart another - The room of the form for another card.
 * @csspart empty - What is said where there are no saved cards.
 * @csspart error - The line for the list's own error, such as no choice.
 * @csspart problem - What is shown where the cards could not be loaded.
 * @cssstate loading - The cards are on their way.
 * @cssstate failed - The cards could not be loaded.
 * @cssstate empty - There are no saved cards.
 * @cssstate chosen - A saved card is chosen.
 * @cssstate another - Another card is being entered.
 */
export class CardVaultListElement extends (FormControlElement as unknown as WithOptions<
  typeof FormControlElement,
  typeof listOptions
>) {
  static override readonly styles = [themeStyles, actionStyles, busyStyles, listStyles];
  static override readonly properties: Readonly<Record<string, OptionDeclaration>> = listOptions;

  readonly #parts: ListParts;
  readonly #locale = new LocaleController(this);
  readonly #announcer = new Announcer(this);
  readonly #appearance = new AppearanceController(this, () => undefined);
  readonly #wallet: WalletController;
  readonly #choosing: Choosing;
  readonly #another: AnotherCard;
  #ready: Deferred<void> | undefined;
  #own: {readonly url: string; readonly wallet: Partial<Wallet>} | undefined;

  /** @param parts for tests of this package only. */
  constructor(parts: ListParts = browserParts) {
    super();
    this.#parts = parts;
    void this.#locale.add(english);
    const {say} = this.#locale;
    this.#wallet = new WalletController(this, {
      wallet: () => this.adapter ?? this.#ownWallet(),
      timers: parts.timers,
      on: reportsOf(this, {
        announcer: this.#announcer,
        say,
        choosing: () => this.#choosing,
        loaded: () => this.#loaded(),
      }),
    });
    this.#another = new AnotherCard(this, {
      isOpen: () => this.#opensAnother,
      onSaved: (method, hadFocus) => this.#choosing.take(method, hadFocus),
    });
    this.#choosing = new Choosing(this, {
      internals: this.internals,
      wallet: this.#wallet,
      another: this.#another,
      announcer: this.#announcer,
      say,
      shown: new Shown(this, (press) => this.#choosing.pressed(press)),
    });
    this.takeOver();
  }

  get type(): string {
    return 'card-vault-list';
  }
  /** The token of the card that is chosen; empty where none is. May be set, also before the cards are there. */
  get value(): string {
    return this.#choosing.value;
  }
  set value(token: string) {
    this.#choosing.want(token);
  }
  /** The saved cards that are there, in the order of the list. */
  get paymentMethods(): readonly PaymentMethod[] {
    return this.#wallet.methods;
  }

  formResetCallback(): void {
    this.#choosing.reset();
  }
  formStateRestoreCallback(state: unknown): void {
    if (typeof state === 'string') this.#choosing.want(state);
  }

  /** Reads the cards anew. */
  reload(): Promise<void> {
    this.#wallet.load();
    return this.whenReady();
  }
  /** Resolves when the cards are shown; rejects with the CardVaultError that prevents it. */
  whenReady(): Promise<void> {
    const {phase, error} = this.#wallet;
    if (phase === 'shown') return Promise.resolve();
    if (error) return Promise.reject(error);
    return (this.#ready ??= new Deferred()).promise;
  }
  /** Into the choice, or into the first card. */
  override focus(): void {
    this.#choosing.focus();
  }
  /** Out of the list. */
  override blur(): void {
    (this.renderRoot?.activeElement as HTMLElement | null)?.blur();
  }
  /** An error of the page's own: the form is not submitted before it is set to `''`. */
  setCustomValidity(message: string): void {
    this.#choosing.setCustom(message);
  }

  protected override refuse(event: Event): void {
    this.#choosing.refuse(event);
  }

  get #opensAnother(): boolean {
    const {phase, rows} = this.#wallet;
    const isOpen = this.#choosing.isAnother || rows.length === 0 || this.#another.isSaving;
    return phase === 'shown' && this.#another.offered && isOpen;
  }

  #ownWallet(): Partial<Wallet> {
    const url = this.paymentMethodsUrl;
    if (this.#own?.url !== url) this.#own = {url, wallet: this.#parts.createWallet(url)};
    return this.#own.wallet;
  }

  #loaded(): void {
    this.#choosing.loaded();
    this.dispatchEvent(new CardVaultListReadyEvent({count: this.#wallet.methods.length, value: this.value}));
  }

  /** Another address or adapter: the cards of the former one are not shown any more. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    const isOther = changed.has('paymentMethodsUrl') || changed.has('adapter');
    if (this.hasUpdated && isOther) this.#wallet.load();
  }

  protected override updated(): void {
    const {phase, error, rows} = this.#wallet;
    this.#choosing.update();
    const {states} = this.internals;
    const shown = {
      loading: phase === 'loading',
      failed: phase === 'failed',
      empty: phase === 'shown' && rows.length === 0,
      chosen: this.value !== '',
      another: this.#opensAnother,
    };
    for (const [name, on] of Object.entries(shown)) {
      if (on) states.add(name);
      else states.delete(name);
    }
    if (phase === 'loading') return;
    if (error) this.#ready?.reject(error);
    else this.#ready?.resolve();
    this.#ready = undefined;
  }

  protected override render(): TemplateResult {
    const {language, rightToLeft, say, isKnown} = this.#locale;
    // Until its words are there, it follows the direction of the page.
    const direction = !isKnown ? nothing : rightToLeft ? 'rtl' : 'ltr';
    return html`<div class="fit">
      <div class="base" part="base" lang=${language} dir=${direction} ?data-wordless=${!isKnown}>
        <p class="heading" part="heading" id="heading"><slot name="heading">${say('savedCards')}</slot></p>
        ${this.#body(say)}
        <div class="sr" role="status" aria-live="polite">${this.#announcer.text}</div>
        <span class="probe" aria-hidden="true" @transitionend=${this.#appearance.onProbeChange}></span>
      </div>
    </div>`;
  }

  #body(say: Say): TemplateResult {
    const {phase, error} = this.#wallet;
    if (phase === 'loading') return loadingView(say, this.#wallet.isLate);
    if (phase === 'failed')
      return failedView(
        say,
        error?.code === 'login-required',
        () => void this.reload().then(this.#choosing.refocus, this.#choosing.refocus),
      );
    return listView(this.#view());
  }

  #view(): ListView {
    const {rows, keepsDefault} = this.#wallet;
    const choosing = this.#choosing;
    return {
      say: this.#locale.say,
      rows,
      keepsDefault,
      required: this.required,
      disabled: this.inactive,
      choice: choosing.choice,
      offersAnother: this.#another.offered,
      isSaving: this.#another.isSaving,
      now: this.#parts.timers.now(),
      problem: choosing.problem,
      choose: (choice) => choosing.choose(choice),
      wallet: this.#wallet,
    };
  }
}
