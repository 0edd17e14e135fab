import type {PaymentMethod} from '../../protocol/index.js';
import {listed} from '../../gateways/listed.js';
import {reportValue} from '../form/form-value.js';
import {offerValue} from '../form/offered-value.js';
import {controlsOf, isSubmitButton} from '../form/owner-form.js';
import type {Announcer} from '../shopper/announcer.js';
import type {Say} from '../shopper/locale.js';
import type {MessageKey} from '../../texts/shapes.js';
import {warnDeveloper} from '../report.js';
import type {AnotherCard, AnotherHost} from './another.js';
import {CardVaultChooseEvent} from './events.js';
import {another, cardName, type Choice} from './view.js';
import type {WalletController} from './wallet.js';

export interface ChoosingHost extends AnotherHost {
  readonly preselect: 'default' | 'none';
  readonly renderRoot: ShadowRoot;
  readonly form: HTMLFormElement | null;
  readonly value: string;
}

export interface ChoosingOptions {
  readonly internals: ElementInternals;
  readonly wallet: WalletController;
  readonly another: Pick<AnotherCard, 'isOfForm' | 'isSaving' | 'offered'>;
  readonly announcer: Pick<Announcer, 'say'>;
  readonly say: Say;
  /** Whether the element is hidden in the page. */
  readonly shown?: {readonly isHidden: boolean};
}

/** Which card is chosen, and what of it is sent with the form. */
export class Choosing {
  readonly #host: ChoosingHost;
  readonly #options: ChoosingOptions;
  #choice: Choice;
  /** A token that was asked for before the cards were there; it wins over the default. */
  #wanted: string | undefined;
  /** The cards that are on their way bring it. */
  #awaits = false;
  /** Chosen until it was removed; the undo chooses it again. */
  #lost: string | undefined;
  #value: string | undefined;
  #revealed = false;
  /** An error of the page's own. */
  #custom = '';

  constructor(host: ChoosingHost, options: ChoosingOptions) {
    this.#host = host;
    this.#options = options;
  }

  get choice(): Choice {
    return this.#choice;
  }
  get isAnother(): boolean {
    return this.#choice === another;
  }
  get value(): string {
    return typeof this.#choice === 'string' ? this.#choice : '';
  }
  /** Sentence under the list. */
  get problem(): string | undefined {
    if (!this.#revealed) return undefined;
    return this.#custom || (this.#isMissing ? this.#options.say('chooseCard') : undefined);
  }
  setCustom(message: string): void {
    this.#custom = message;
    this.update();
    this.#host.requestUpdate();
  }

  /** Choice of the shopper. */
  choose(choice: Choice): void {
    if (this.#host.inactive || this.#options.another.isSaving) return;
    this.#lost = undefined;
    this.#awaits = false;
    this.#set(choice);
  }

  /**
   * Choice of the page. A card that is not there, or cannot be used, is no choice. No event tells the page of
   * its own choice.
   */
  want(token: string): void {
    this.#wanted = token;
    this.#awaits = this.#options.wallet.phase !== 'shown';
    if (!this.#awaits) this.#set(this.#usable(token)?.token, true);
  }

  loaded(): void {
    const {choice} = this;
    const keeps = !this.#awaits && (choice === another || this.#usable(choice) !== undefined);
    const wanted = this.#awaits && this.#wanted;
    this.#awaits = false;
    if (keeps) return;
    const first = this.#first();
    // The caller still believes in the card that it asked for.
    if (wanted && first === undefined) reportValue(this.#host);
    this.#set(first, wanted === first);
  }

  reset(): void {
    this.#revealed = false;
    this.#wanted = undefined;
    this.#set(this.#first(), true);
  }

  /** A card was removed: it is no choice any more. */
  dropped({token}: PaymentMethod): void {
    if (this.#choice !== token) return;
    this.#lost = token;
    this.#set(undefined);
  }

  /** A removal was taken back. */
  kept({token}: PaymentMethod): void {
    if (this.#lost !== token) return;
    this.#lost = undefined;
    if (this.#choice === undefined) this.#set(token);
  }

  /** Another card was saved: it joins the list, and is what the shopper wants to use. */
  take(method: PaymentMethod, hadFocus: boolean): void {
    const {announcer, say, wallet} = this.#options;
    const key = method.duplicate ? 'cardKnown' : 'cardAdded';
    wallet.take(method);
    this.#set(method.token);
    announcer.say(say(key, {card: cardName(method, say)}));
    if (hadFocus) void this.#host.updateComplete.then(() => this.focus());
  }

  /** Tells the form. */
  update(): void {
    const {internals, say} = this.#options;
    const {value} = this;
    if (value !== this.#value) {
      this.#value = value;
      internals.setFormValue(value || null, value || null);
    }
    offerValue(this.#host);
    const valueMissing = this.#isMissing;
    const message = this.#custom || (valueMissing ? say(this.#missing) : '');
    if (!message) internals.setValidity({});
    else internals.setValidity({valueMissing, customError: this.#custom !== ''}, message, this.#radio());
  }

  /** Something of the page is pressed; the page shows the list, or does not. */
  pressed(press: Event): void {
    this.update();
    const {form, required, value} = this.#host;
    const button = (press.composedPath()[0] as Element).closest?.('button, input');
    if (this.#options.shown?.isHidden && required && !value && isSubmitButton(button) && button.form === form)
      warnDeveloper(this.#host, 'not-shown');
  }

  /** Focuses the chosen card, or the button that loads the cards again where they could not be loaded. */
  focus(): void {
    const again = this.#host.renderRoot?.querySelector<HTMLElement>('[part~=again-button]');
    (this.#radio() ?? again)?.focus();
  }

  /** The button that was pressed is gone: the focus goes on, unless it is elsewhere by now. */
  readonly refocus = (): void => {
    const {activeElement} = this.#host.getRootNode() as Document | ShadowRoot;
    if (!activeElement || activeElement === document.body) this.focus();
  };

  /** Something must be chosen. Another card is asked for by its own form, where that is this form. */
  get #isMissing(): boolean {
    const {another: other, wallet} = this.#options;
    if (!this.#host.required || this.value || this.#options.shown?.isHidden) return false;
    const isOpen = this.isAnother || (wallet.phase === 'shown' && wallet.rows.length === 0);
    return !(isOpen && other.offered && other.isOfForm);
  }

  /** Why nothing is chosen. */
  get #missing(): MessageKey {
    const {phase} = this.#options.wallet;
    return phase === 'loading' ? 'loadingCards' : phase === 'failed' ? 'cardsNotLoaded' : 'chooseCard';
  }

  #set(choice: Choice, isPage = false): void {
    if (choice === this.#choice) return;
    this.#choice = choice;
    this.#revealed = false;
    const paymentMethod = this.#options.wallet.methods.find(({token}) => token === choice);
    // At once: a form that waits for the new card goes on in this turn.
    this.update();
    this.#host.requestUpdate();
    this.#host.dispatchEvent(new CardVaultChooseEvent({paymentMethod, another: choice === another}));
    if (!isPage) reportValue(this.#host);
  }

  #usable(choice: Choice): PaymentMethod | undefined {
    return this.#options.wallet.methods.find(({token, expired}) => token === choice && !expired);
  }

  #first(): Choice {
    const wanted = this.#usable(this.#wanted ?? this.#host.getAttribute('value') ?? undefined);
    if (wanted || this.#host.preselect === 'none') return wanted?.token;
    return this.#options.wallet.methods.find(({expired}) => !expired)?.token;
  }

  #radio(): HTMLInputElement | undefined {
    // Never drawn yet, it has no shadow root.
    const radios = listed(this.#host.renderRoot?.querySelectorAll<HTMLInputElement>('.radio:enabled') ?? []);
    return radios.find(({checked}) => checked) ?? radios[0];
  }

  /** The form is not submitted, because nothing is chosen. */
  refuse(event: Event): void {
    if (this.#options.shown?.isHidden) return;
    // The words under the list take the place of the browser's bubble.
    event.preventDefault();
    const {announcer, say} = this.#options;
    this.#revealed = true;
    this.#host.requestUpdate();
    const {form} = this.#host;
    // A fieldset is invalid where one of its controls is.
    const first = controlsOf(form).find((control) => control.matches(':invalid:not(fieldset)'));
    if (first !== undefined && first !== this.#host) return;
    announcer.say(this.#custom || say(this.#missing));
    // The browser first goes to the next control that is invalid too.
    setTimeout(() => this.focus());
  }
}
