import type {Messages} from '../../texts/shapes.js';
import {isTexts, type OptionDeclaration, type Takes} from '../options.js';

/** The options of `<card-vault-subscribe>`, as those of `<card-vault>` are in `../options.ts`. */
export const subscribeOptions = {
  /** Token of the plan. */
  plan: {otherwise: ''},
  /** The `/subscribe` route of the shop's server. */
  subscribeUrl: {otherwise: '/card-vault/subscribe'},
  /** Page of the shop that the checkout leads back to; this one when missing. */
  returnUrl: {},
  /**
   * The shop's own name for the subscription: handed to the kit's hook `reference`, which alone decides what
   * becomes of it.
   */
  reference: {},
  /** Asks the shop's server for the plan's name and price, which are drawn above the button. */
  showPlan: {type: Boolean},
  /**
   * A second button leads to the shopper's own subscriptions, by the `/portal` route beside `subscribe-url`.
   */
  portal: {type: Boolean},
  /** BCP 47; the nearest `lang` when missing. */
  locale: {},
  /** The button cannot be pressed. */
  disabled: {type: Boolean},
  /** Overrides of any string. */
  messages: {attribute: false, takes: isTexts as Takes<Partial<Messages>>},
} as const satisfies Readonly<Record<string, OptionDeclaration>>;
