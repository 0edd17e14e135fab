import type {VaultAdapter} from '../../flow/index.js';
import type {Messages} from '../../texts/shapes.js';
import type {OptionDeclaration, Takes} from '../options.js';

/**
 * Kinds of values of the list's options. Each name that the form's first script exports would cost every page
 * some bytes.
 */
export const isText = (value: unknown): boolean => typeof value === 'string';
export const isObject = (value: unknown): boolean => typeof value === 'object';

/** The options of `<card-vault-list>`, as those of `<card-vault>` are in `../options.ts`. */
export const listOptions = {
  /** The `/payment-methods` route of the shop's server. */
  paymentMethodsUrl: {otherwise: '/card-vault/payment-methods'},
  /** Where another card's session is opened; without it and without an adapter no other card is offered. */
  sessionUrl: {},
  /** Any adapter; wins over both addresses. */
  adapter: {attribute: false, takes: isObject as Takes<VaultAdapter>},
  /** Which card is chosen at first: the default one, else the first that can be used; or none. */
  preselect: {oneOf: ['default', 'none']},
  /** Colours; `auto` follows the page's `color-scheme`. */
  theme: {oneOf: ['auto', 'light', 'dark']},
  /** BCP 47; default the nearest `lang`, then the browser's. */
  locale: {},
  /** Overrides any string. */
  messages: {attribute: false, takes: isObject as Takes<Partial<Messages>>},
  /** Shown above the bank's page while another card is saved. */
  shopName: {},
  /** The name that the form submits the value under. */
  name: {otherwise: ''},
  /** The form cannot be submitted without a saved card. */
  required: {type: Boolean},
  /** Takes no entries and submits no value. */
  disabled: {type: Boolean},
} as const satisfies Readonly<Record<string, OptionDeclaration>>;
