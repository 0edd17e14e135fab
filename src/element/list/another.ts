import type {ReactiveController, ReactiveControllerHost} from 'lit';
import {isBusy, type VaultAdapter} from '../../flow/index.js';
import type {PaymentMethod} from '../../protocol/index.js';
import type {CardVaultSavedEvent} from '../events.js';
import type {Messages} from '../../texts/shapes.js';
import type {Theme} from '../options.js';

/** Made by its name: the list runs without the class. */
type CardVaultElement = HTMLElementTagNameMap['card-vault'];

export interface AnotherHost extends ReactiveControllerHost, HTMLElement {
  readonly adapter: VaultAdapter | undefined;
  readonly sessionUrl: string | undefined;
  readonly shopName: string | undefined;
  readonly locale: string | undefined;
  readonly messages: Partial<Messages> | undefined;
  readonly theme: Theme;
  readonly required: boolean;
  readonly inactive: boolean;
  readonly quiet: boolean;
}

export interface AnotherOptions {
  /** The form for another card is open. */
  readonly isOpen: () => boolean;
  /** @param hadFocus the focus was in that form. */
  readonly onSaved: (method: PaymentMethod, hadFocus: boolean) => void;
}

/**
 * The `<card-vault>` in which another card is entered: the page's own one in the slot `another`, or one that
 * is made when it is first needed. It is a child of the list in the page, so that the form of the list is its
 * form too: one press saves the card and goes on.
 */
export class AnotherCard implements ReactiveController {
  readonly #host: AnotherHost;
  readonly #options: AnotherOptions;

  constructor(host: AnotherHost, options: AnotherOptions) {
    (this.#host = host).addController(this);
    this.#options = options;
    host.addEventListener('card-vault-saved', this.#onSaved);
    // The list tells of its value itself.
    const hold = (event: Event): void => {
      if (event.target === this.element && !this.element.name) event.stopImmediatePropagation();
    };
    host.addEventListener('input', hold);
    host.addEventListener('change', hold);
    host.addEventListener('card-vault-step', ({target}) => {
      if (target === this.element) host.requestUpdate();
    });
  }

  get element(): CardVaultElement | undefined {
    return this.#host.querySelector<CardVaultElement>(':scope > card-vault[slot=another]') ?? undefined;
  }

  /** Another card can be entered at all. */
  get offered(): boolean {
    const {adapter, sessionUrl} = this.#host;
    return this.element !== undefined || adapter !== undefined || sessionUrl !== undefined;
  }

  /** The form of the page saves the card before it goes on. */
  get isOfForm(): boolean {
    const form = this.element?.form;
    return form !== undefined && form !== null;
  }

  /**
   * A card is being saved in it: no other card can be chosen, and its form stays where it is, since the
   * bank's page is in it.
   */
  get isSaving(): boolean {
    const name = this.element?.state;
    return name !== undefined && isBusy({name});
  }

  hostUpdated(): void {
    const isOpen = this.#options.isOpen() || this.isSaving;
    const element = this.element ?? (isOpen ? this.#make() : undefined);
    if (!element) return;
    const {required, inactive} = this.#host;
    // Input from before a saved card was chosen must not be saved with the form.
    element.disabled = inactive || !isOpen;
    element.required = required && isOpen;
  }

  #make(): CardVaultElement | undefined {
    if (!this.offered) return undefined;
    const {adapter, sessionUrl, shopName, locale, messages, theme, quiet} = this.#host;
    const element = document.createElement('card-vault');
    Object.assign(element, {slot: 'another', adapter, sessionUrl, shopName, locale, messages, theme, quiet});
    this.#host.append(element);
    return element;
  }

  readonly #onSaved = (event: CardVaultSavedEvent): void => {
    const {element} = this;
    if (!element || event.target !== element) return;
    const {activeElement} = element.getRootNode() as Document | ShadowRoot;
    const hadFocus = element.contains(activeElement);
    this.#options.onSaved(event.detail.paymentMethod, hadFocus);
    // Its form may be on the way: it goes on in this turn, and needs the element as it is.
    setTimeout(() => element.reset());
  };
}
