import {html, nothing, type TemplateResult} from 'lit';
import {property, state} from 'lit/decorators.js';
import type {SubscribeRequest} from '../adapter/subscribe.js';
import type {CardVaultError} from '../protocol/index.js';
import {LocaleController} from './controllers/locale.js';
import {DeferredElement} from './deferred-element.js';
import {CardVaultErrorEvent} from './events.js';
import type {Messages} from './messages/language.js';
import {actionStyles} from './styles/actions.js';
import {themeStyles} from './styles/theme.js';

/** What the element needs of a browser; tests give others. */
export interface SubscribeParts {
  /** The address of the checkout, from the shop's server. */
  readonly ask: (request: SubscribeRequest, signal: AbortSignal) => Promise<string>;
  readonly leave: (address: string) => void;
}

const ofBrowser: SubscribeParts = {
  async ask(request, signal) {
    const {askSubscribeAddress} = await import('../adapter/subscribe.js');
    return askSubscribeAddress(request, signal);
  },
  leave: (address) => globalThis.location.assign(address),
};

/**
 * @summary Sends the shopper to the hosted checkout for a plan.
 *
 * @tagname card-vault-subscribe
 *
 * @slot - Text of the button; "Subscribe" in the element's language when empty.
 *
 * @event {CardVaultErrorEvent} card-vault-error - The checkout could not be reached; `detail` has code, audience, retryable.
 *
 * @csspart button - The button.
 * @csspart spinner - Turns while the checkout is being asked for.
 * @csspart problem - What went wrong, under the button.
 */
export class CardVaultSubscribeElement extends DeferredElement {
  static override styles = [themeStyles, actionStyles];

  /** Token of the plan. */
  @property() plan = '';
  /** The `/subscribe` route of the shop's server. */
  @property({attribute: 'subscribe-url'}) subscribeUrl = '/card-vault/subscribe';
  /** Page of the shop that the checkout leads back to; this one when missing. */
  @property({attribute: 'return-url'}) returnUrl: string | undefined;
  /** BCP 47; the nearest `lang` when missing. */
  @property() locale: string | undefined;
  /** The button cannot be pressed. */
  @property({type: Boolean, reflect: true}) disabled = false;
  /** Overrides of any string. */
  @property({attribute: false}) messages: Partial<Messages> | undefined;

  readonly #parts: SubscribeParts;
  readonly #locale = new LocaleController(this);
  #run: AbortController | undefined;
  @state() private problem: '' | 'checkoutUnavailable' | 'errorNetwork' = '';

  constructor(parts: SubscribeParts = ofBrowser) {
    super();
    this.#parts = parts;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    globalThis.removeEventListener('pageshow', this.#settle);
    this.#settle();
  }

  /** Asks the shop's server for the checkout and goes there. Nothing while it is on its way already. */
  async subscribe(): Promise<void> {
    if (this.disabled || this.#run) return;
    const run = (this.#run = new AbortController());
    this.problem = '';
    this.requestUpdate();
    try {
      const {subscribeUrl, plan, returnUrl} = this;
      const address = await this.#parts.ask(
        {subscribeUrl, plan, returnUrl, locale: this.#locale.tag},
        run.signal,
      );
      if (run.signal.aborted) return;
      // Back from the checkout the page may stand as it was left, with the button still waiting.
      globalThis.addEventListener('pageshow', this.#settle, {once: true});
      this.#parts.leave(address);
    } catch (error) {
      if (!run.signal.aborted) this.#fail(error as Partial<CardVaultError>);
    }
  }

  /** Ready for the next press. */
  readonly #settle = (): void => {
    this.#run?.abort();
    this.#run = undefined;
    this.requestUpdate();
  };

  #fail(error: Partial<CardVaultError>): void {
    this.#settle();
    this.problem = error.audience === 'merchant' ? 'checkoutUnavailable' : 'errorNetwork';
    // Without a code it is the script that asks which did not load: there is nothing to tell beyond the words on the page.
    if (error.code) this.dispatchEvent(new CardVaultErrorEvent(error as CardVaultError));
  }

  override render(): TemplateResult {
    const {say} = this.#locale;
    const {problem} = this;
    const busy = this.#run !== undefined;
    return html`
      <button
        class="button"
        part="button"
        type="button"
        ?disabled=${this.disabled}
        aria-disabled=${busy}
        @click=${() => this.subscribe()}
      >
        ${busy ? html`<span class="spin" part="spinner"></span>` : nothing}
        <slot>${say('subscribe')}</slot>
      </button>
      <div role="alert">
        ${problem ? html`<p class="problem" part="problem">${say(problem)}</p>` : nothing}
      </div>
    `;
  }
}
