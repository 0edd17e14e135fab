import type {ReactiveController} from 'lit';
import type {BillingFields, ConsentSetting} from '../options.js';
import type * as BillingModule from '../views/billing.js';
import {Lazy} from './lazy.js';
import type {LocaleController} from '../shopper/locale.js';
import {takePart, type DrawnHost} from './part.js';

export interface BillingPartHost {
  readonly billingFields: BillingFields;
  readonly consent: ConsentSetting;
}

/**
 * The inputs of the billing address and the consent, in a script of their own; loaded by elements that show
 * them.
 */
export class BillingPart implements ReactiveController {
  readonly #host: BillingPartHost;
  readonly #module: Lazy<typeof BillingModule>;

  constructor(host: BillingPartHost & DrawnHost, locale: LocaleController) {
    (this.#host = host).addController(this);
    this.#module = new Lazy(host, () => takePart(host, locale, import('../views/billing.js')));
  }

  /** Undefined where none are shown, and until they are loaded. */
  get inputs(): typeof BillingModule | undefined {
    return this.#wanted ? this.#module.value : undefined;
  }

  /** A load that failed is tried again at every update that still needs it. */
  hostUpdate(): void {
    if (this.#wanted && !this.#module.value) this.#module.preload();
  }

  get #wanted(): boolean {
    const {billingFields, consent} = this.#host;
    return billingFields !== 'none' || consent !== 'none';
  }
}
