import type {VaultAdapter} from '../flow/index.js';
import type {BillingAddress, BrandId} from '../protocol/index.js';
import type {Messages} from '../texts/shapes.js';

/**
 * How an option of an element is declared. A value that is not taken becomes the default, with one warning.
 */
export interface OptionDeclaration {
  /** False where HTML cannot give it; else its attribute is named as `attributeOf` says. */
  readonly attribute?: string | boolean;
  /** Of one that is on or off. */
  readonly type?: unknown;
  /** The values there are; the first is the default. */
  readonly oneOf?: readonly string[];
  /** Which values are taken, where they cannot be listed: texts, if nothing is said. */
  readonly takes?: (value: unknown) => boolean;
  /** The default, where it is neither the first of `oneOf`, nor false for a boolean, nor `undefined`. */
  readonly otherwise?: unknown;
}

/** The attribute of a property: `session-url` of `sessionUrl`. */
export const attributeOf = (property: string): string =>
  property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** A check that also tells the compiler the type of the option. */
export type Takes<Value> = (value: unknown) => value is Value;

export const isText = (value: unknown): boolean => typeof value === 'string';
/** An object of texts, such as an address. */
export const isTexts = (value: unknown): boolean =>
  typeof value === 'object' && Object.values(value!).every((text) => isText(text ?? ''));
const isFunction = (value: unknown): boolean => typeof value === 'function';
const isAdapter = (value: unknown): boolean => isFunction((value as {openSession?: unknown}).openSession);

/**
 * The options of `<card-vault>`. Everything else that names them is made from here: the properties and their
 * types, `vault.markup()`, the components of React and Vue, the manifest with these comments, the typings.
 */
export const cardVaultOptions = {
  /** Where the default adapter opens a session (POST). A changed address starts a new session. */
  sessionUrl: {},
  /** Any adapter; wins over `sessionUrl`. Another object starts a new session with empty fields: keep one across renders. */
  adapter: {attribute: false, takes: isAdapter as Takes<VaultAdapter>},
  /** Where the bank's page appears. */
  stepUp: {oneOf: ['dialog', 'inline', 'redirect']},
  /** Whether the form is submitted by itself when the page is back from the bank with a saved card. */
  afterRedirect: {oneOf: ['submit', 'wait']},
  /** EMV size of the bank's page. */
  challengeWindow: {oneOf: ['auto', '01', '02', '03', '04', '05']},
  /** How the fields are arranged. */
  layout: {oneOf: ['stacked', 'inline', 'compact']},
  /** Where the labels stand: `floating` ones are the placeholder of an empty box, and in it otherwise. */
  labelPlacement: {oneOf: ['above', 'inside', 'floating']},
  /** Where brands are shown: those that are taken beside the label, the card's own in the box. */
  brandMarks: {oneOf: ['both', 'label', 'field', 'none']},
  /** No tick in the box of a right entry. */
  hideTicks: {type: Boolean},
  /** Colours; `auto` follows the page's `color-scheme`. */
  theme: {oneOf: ['auto', 'light', 'dark']},
  /** BCP 47; default the nearest `lang`, then the browser's. */
  locale: {},
  /** Overrides any string. */
  messages: {attribute: false, takes: isTexts as Takes<Partial<Messages>>},
  /** Which inputs for the billing address are shown. */
  billingFields: {oneOf: ['none', 'postal', 'full']},
  /** Inputs of the expiry: `one`, `two` for month and year, or two lists. */
  expiryFields: {oneOf: ['one', 'two', 'lists']},
  /** Prefills the address, or supplies it silently. */
  billing: {attribute: false, takes: isTexts as Takes<BillingAddress>},
  /** ISO 3166-1 code of the country that the address form begins with; default the one of `billing`, else the region of `locale`. */
  country: {},
  /** Suggests addresses for what the shopper types: a function of the page, such as a call of its own address service. */
  addressLookup: {attribute: false, takes: isFunction as Takes<AddressLookup>},
  /** Shows the name input. */
  cardholderName: {type: Boolean},
  /** Shows a checkbox, not ticked, by which the shopper agrees to later charges of the card. */
  consent: {oneOf: ['none', 'optional', 'required']},
  /** When a field's error is first shown. */
  validateOn: {oneOf: ['blur', 'change', 'submit']},
  /** Whether the focus goes on by itself when a number or an expiry is complete. */
  autoAdvance: {type: Boolean},
  /** Space-separated brand ids; when missing, all that the capture context allows. */
  acceptedBrands: {},
  /** `raw`: plain inputs instead of frames, only where the service allows it. */
  entryMode: {oneOf: ['flex', 'raw']},
  /** The session pays with a saved card: its place is drawn from the start, and no fields. */
  savedCard: {type: Boolean},
  /** No button of the element's own, for pages that call `save()`. */
  hideButton: {type: Boolean},
  /** Whether the form's own submit button says what happens while a card is saved. */
  buttonFeedback: {oneOf: ['auto', 'none']},
  /** The merchant's public key: card fields that were made for another merchant do not open. */
  merchant: {},
  /** Shown above the bank's page; default the page's application name, else its host. */
  shopName: {},
  /** The name that the form submits the value under. */
  name: {otherwise: ''},
  /** The form cannot be submitted without a saved card. */
  required: {type: Boolean},
  /** Takes no entries and submits no value. */
  disabled: {type: Boolean},
} as const satisfies Readonly<Record<string, OptionDeclaration>>;

/** Facts that an address lookup gets beside the text. */
export interface AddressLookupContext {
  /** ISO 3166-1 code of the chosen country; empty while none is chosen. */
  readonly country: string;
  /** Language of the form, BCP 47. */
  readonly language: string;
  /** Aborted when the shopper has typed on or left the field. */
  readonly signal: AbortSignal;
}

/** An address that may be meant. */
export interface AddressSuggestion {
  /** One line, as the shopper reads it in the list. */
  readonly text: string;
  /** The parts that are known; or a function that finds them when the suggestion is chosen. */
  readonly address: BillingAddress | ((signal: AbortSignal) => Promise<BillingAddress>);
}

/** Finds addresses for a text, best first; the element shows at most eight. A failure leaves the shopper to type. */
export type AddressLookup = (
  query: string,
  context: AddressLookupContext,
) => Promise<readonly AddressSuggestion[]>;

type ValueOf<Option> = Option extends {readonly takes: Takes<infer Value>}
  ? Value | undefined
  : Option extends {readonly type: BooleanConstructor}
    ? boolean
    : Option extends {readonly oneOf: readonly (infer Value)[]}
      ? Value
      : Option extends {readonly otherwise: string}
        ? string
        : string | undefined;

/** Options by their values, as an element has them. */
export type ValuesOf<Options> = {-readonly [Name in keyof Options]: ValueOf<Options[Name]>};

/** The class of an element with a property for each option. */
export type WithOptions<Base extends abstract new () => object, Options> = Omit<Base, 'prototype'> &
  (abstract new () => InstanceType<Base> & ValuesOf<Options>);

export type CardVaultValues = ValuesOf<typeof cardVaultOptions>;

/** The options of `<card-vault>` that HTML can give. */
export type CardVaultAttributes = {
  readonly [
    Name in keyof CardVaultValues as (typeof cardVaultOptions)[Name] extends {readonly attribute: false}
      ? never
      : Name
  ]?: NonNullable<CardVaultValues[Name]>;
};

/** Where the bank's page appears. */
export type StepUpMode = CardVaultValues['stepUp'];
/** `auto` takes the size the bank named when there is room for it, else the largest EMV size that fits. */
export type ChallengeWindowSetting = CardVaultValues['challengeWindow'];
export type Layout = CardVaultValues['layout'];
export type LabelPlacement = CardVaultValues['labelPlacement'];
export type BrandMarks = CardVaultValues['brandMarks'];
export type Theme = CardVaultValues['theme'];
export type BillingFields = CardVaultValues['billingFields'];
/** Whether the shopper is asked to agree to later charges of the card, and must. */
export type ConsentSetting = CardVaultValues['consent'];
/** `auto`: the submit button of the owner's form shows what happens; `none`: the element leaves it alone. */
export type ButtonFeedback = CardVaultValues['buttonFeedback'];
/** Whether the owner's form is submitted by itself when the page is back from the bank with a saved card. */
export type AfterRedirectSetting = CardVaultValues['afterRedirect'];
export type ValidateOn = CardVaultValues['validateOn'];

/** The inputs of the element, by the names that its parts, errors and `detail.fields` use. */
export type FieldName =
  | 'number'
  | 'expiry'
  | 'security-code'
  | 'name'
  | 'street1'
  | 'street2'
  | 'city'
  | 'state'
  | 'postal-code'
  | 'country'
  | 'consent';

/** Facts that the page may know of an input while it is being filled. Never its digits. */
export interface FieldStatus {
  readonly empty: boolean;
  readonly valid: boolean;
}

export type KnownBrand = BrandId | 'unknown';

/** A value that an option is set to and that is not used, or not wholly. */
export interface WrongOption {
  readonly option: string;
  readonly value: unknown;
  readonly oneOf: readonly string[] | undefined;
  /** Names in a list that are not among `oneOf`. */
  readonly unknown?: readonly string[];
}

/** An option's value where it is not given. */
export function defaultOf({otherwise, oneOf, type}: OptionDeclaration): unknown {
  return otherwise ?? oneOf?.[0] ?? (type === Boolean ? false : undefined);
}
