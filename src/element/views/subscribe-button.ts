import {html, nothing, type TemplateResult} from 'lit';
import {askSubscribeAddress, type SubscribeRequest} from '../../adapter/subscribe.js';
import type {CardVaultError} from '../../protocol/index.js';
import type {LocaleController} from '../controllers/locale.js';
import type {DrawnHost} from '../controllers/part.js';
import {CardVaultErrorEvent} from '../events.js';
import {enSubscribe} from '../messages/en-subscribe.js';
import {adopt} from '../styles/adopt.js';
import {busyStyles} from '../styles/busy.js';

/** What the element needs of a browser; tests pass others. */
export interface SubscribeParts {
  /** The address of the checkout, from the shop's server. */
  readonly ask: (request: SubscribeRequest, signal: AbortSignal) => Promise<string>;
  readonly leave: (address: string) => void;
}

const browserParts: SubscribeParts = {
  ask: askSubscribeAddress,
  leave: (address) => globalThis.location.assign(address),
};

/** What the button needs of its element. */
type SubscribeHost = DrawnHost & {
  readonly disabled: boolean;
  readonly plan: string;
  readonly subscribeUrl: string;
  readonly returnUrl: string | undefined;
};

/** The button of `<card-vault-subscribe>`: asks for the checkout once, goes there, or says why it cannot. */
export class SubscribeButton {
  readonly #host: SubscribeHost;
  readonly #locale: LocaleController;
  readonly #parts: SubscribeParts;
  #run: AbortController | undefined;
  #problem: 'checkoutUnavailable' | 'errorNetwork' | undefined;

  constructor(host: SubscribeHost, locale: LocaleController, parts = browserParts) {
    this.#host = host;
    (this.#locale = locale).add(enSubscribe);
    this.#parts = parts;
    host.addController({
      hostConnected: () => adopt(host.renderRoot, busyStyles),
      hostDisconnected: () => this.#settle(),
    });
  }

  async subscribe(): Promise<void> {
    const host = this.#host;
    if (host.disabled || this.#run) return;
    const run = (this.#run = new AbortController());
    this.#problem = undefined;
    host.requestUpdate();
    try {
      const {subscribeUrl, plan, returnUrl} = host;
      const locale = this.#locale.tag;
      const address = await this.#parts.ask({subscribeUrl, plan, returnUrl, locale}, run.signal);
      if (run.signal.aborted) return;
      // Back from the checkout the page may be as it was left, with the button still waiting.
      globalThis.addEventListener('pageshow', this.#settle, {once: true});
      this.#parts.leave(address);
    } catch (error) {
      if (!run.signal.aborted) this.#fail(error as Partial<CardVaultError>);
    }
  }

  /** Ready for the next press. */
  readonly #settle = (): void => {
    globalThis.removeEventListener('pageshow', this.#settle);
    this.#run?.abort();
    this.#run = undefined;
    this.#host.requestUpdate();
  };

  #fail(error: Partial<CardVaultError>): void {
    this.#settle();
    this.#problem = error.audience === 'merchant' ? 'checkoutUnavailable' : 'errorNetwork';
    // Only an error of ours has a code that a page can use.
    if (error.code) this.#host.dispatchEvent(new CardVaultErrorEvent(error as CardVaultError));
  }

  view(): TemplateResult {
    const {say} = this.#locale;
    const busy = this.#run !== undefined;
    return html`
      <button
        class="button"
        part="button"
        type="button"
        ?disabled=${this.#host.disabled}
        aria-disabled=${busy}
        @click=${() => this.subscribe()}
      >
        ${busy ? html`<span class="spin" part="spinner"></span>` : nothing}
        <slot>${say('subscribe')}</slot>
      </button>
      <div role="alert">
        ${this.#problem ? html`<p class="problem" part="problem">${say(this.#problem)}</p>` : nothing}
      </div>
    `;
  }
}
