import {LateModule} from '../stages/late-module.js';
import {DeferredElement} from '../deferred-element.js';
import type {Messages} from '../../texts/shapes.js';
import {isTexts, type OptionDeclaration} from '../option.js';
import {tellOfScript} from '../script-lost.js';
import {actionStyles} from '../styles/actions.js';
import {themeStyles} from '../styles/theme.js';
import type {SubscribeButton, SubscribeParts} from './subscribe-button.js';

/**
 * @summary Sends the shopper to the hosted checkout for a plan.
 *
 * @tagname card-vault-subscribe
 *
 * @slot - Text of the button; "Subscribe" in the element's language when empty.
 * @slot portal - Text of the button that leads to the shopper's own subscriptions.
 *
 * @event {CardVaultSubscribeStartedEvent} card-vault-subscribe-started - The shopper is on the way to the
 *   checkout.
 * @event {CardVaultErrorEvent} card-vault-error - The shop's server could not be asked, or a script did not
 *   load; `detail` has code, audience, retryable.
 *
 * @csspart plan - The line above the button; `plan-name` is what the plan is called, `plan-price` what it
 *   costs.
 * @csspart button - The button.
 * @csspart portal-button - The button that leads to the shopper's own subscriptions.
 * @csspart spinner - Turns while the checkout is being asked for.
 * @csspart problem - What went wrong, under the button.
 */
export class CardVaultSubscribeElement extends DeferredElement {
  static override styles = [themeStyles, actionStyles];
  static override readonly properties: Readonly<Record<string, OptionDeclaration>> = {
    plan: {otherwise: ''},
    subscribeUrl: {attribute: 'subscribe-url', otherwise: '/card-vault/subscribe'},
    returnUrl: {attribute: 'return-url'},
    reference: {},
    showPlan: {type: Boolean, attribute: 'show-plan'},
    portal: {type: Boolean},
    locale: {},
    disabled: {type: Boolean},
    messages: {attribute: false, takes: isTexts},
  };

  /** Token of the plan. */
  declare plan: string;
  /** The `/subscribe` route of the shop's server. */
  declare subscribeUrl: string;
  /** Page of the shop that the checkout leads back to; this one when missing. */
  declare returnUrl: string | undefined;
  /**
   * The shop's own name for the subscription: handed to the kit's hook `reference`, which alone decides what
   * becomes of it.
   */
  declare reference: string | undefined;
  /** Asks the shop's server for the plan's name and price, which are drawn above the button. */
  declare showPlan: boolean;
  /**
   * A second button leads to the shopper's own subscriptions, by the `/portal` route beside `subscribe-url`.
   */
  declare portal: boolean;
  /** BCP 47; the nearest `lang` when missing. */
  declare locale: string | undefined;
  /** The button cannot be pressed. */
  declare disabled: boolean;
  /** Overrides of any string. */
  declare messages: Partial<Messages> | undefined;

  readonly #button: LateModule<SubscribeButton>;

  /**
   * @param parts what the element needs of a browser, and the script of the button; for tests of this package
   * only.
   */
  constructor(parts?: SubscribeParts, load = () => import('./subscribe-button.js')) {
    super();
    this.#button = new LateModule(this, () =>
      load().then(
        (script) => script.make(this, parts),
        (cause: unknown) => {
          throw tellOfScript(this, cause);
        },
      ),
    );
  }

  /**
   * Asks the shop's server for the checkout and goes there. Nothing while it is on its way already.
   *
   * @throws CardVaultError `shop-server-unreachable` when the script of the button does not load
   */
  async subscribe(): Promise<void> {
    await (this.#button.value ?? (await this.#button.load())).subscribe();
  }

  /** Back in the page, it retries a script that did not load, and a plan request that was aborted. */
  protected override begin(): void {
    super.begin();
    this.requestUpdate();
  }

  /** The button is in a script of its own: pages with a card form alone do not load it. */
  protected override async scheduleUpdate(): Promise<void> {
    // Lit starts no further update until this one ends, so it has to end even without the button.
    await this.#button.load().catch(() => undefined);
    void super.scheduleUpdate();
  }

  protected override render(): unknown {
    return this.#button.value?.view();
  }
}
