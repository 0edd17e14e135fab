import {LateModule} from '../late-module.js';
import {DeferredElement} from '../deferred-element.js';
import type {OptionDeclaration, WithOptions} from '../options.js';
import {subscribeOptions} from './options.js';
import {reportLostScript} from '../report.js';
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
 * @csspart plan - The line above the button; `plan-name` is what the plan is called, `plan-price` what it
 *   costs.
 * @csspart button - The button.
 * @csspart portal-button - The button that leads to the shopper's own subscriptions.
 * @csspart spinner - Turns while the checkout is being asked for.
 * @csspart problem - What went wrong, under the button.
 */
export class CardVaultSubscribeElement extends (DeferredElement as unknown as WithOptions<
  typeof DeferredElement,
  typeof subscribeOptions
>) {
  static override styles = [themeStyles, actionStyles];
  static override readonly properties: Readonly<Record<string, OptionDeclaration>> = subscribeOptions;

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
          throw reportLostScript(this, cause);
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
