import {CardVaultError} from '../../protocol/index.js';
import {requireNonce} from '../policy.js';
import type {AttributeValue} from './html.js';
import type {MarkupTexts} from './texts.js';

/** Of `vault.markup()`. The first group is written as the attributes of the element. */
export interface MarkupOptions {
  /** Default: the session route of this server. */
  readonly sessionUrl?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly disabled?: boolean;
  readonly layout?: 'stacked' | 'inline' | 'compact';
  readonly theme?: 'auto' | 'light' | 'dark';
  readonly locale?: string;
  /** Language of the tag's content where no `locale` is given. Set it on pages that are not in English. */
  readonly lang?: string;
  readonly cardholderName?: boolean;
  readonly billingFields?: 'none' | 'postal' | 'full';
  readonly consent?: 'none' | 'optional' | 'required';
  readonly validateOn?: 'blur' | 'change' | 'submit';
  readonly autoAdvance?: boolean;
  /** Space-separated brand ids. */
  readonly acceptedBrands?: string;
  readonly entryMode?: 'flex' | 'raw';
  readonly hideButton?: boolean;
  readonly buttonFeedback?: 'auto' | 'none';
  /** The session pays with a saved card: there is no form whose room would be held. */
  readonly savedCard?: boolean;
  /** The merchant's public key, for a service whose capture contexts name it. */
  readonly merchant?: string;
  readonly shopName?: string;
  readonly stepUp?: 'dialog' | 'inline' | 'redirect';
  readonly afterRedirect?: 'submit' | 'wait';
  readonly challengeWindow?: 'auto' | '01' | '02' | '03' | '04' | '05';
  /** Any other attribute of the tag, such as `id`, `class`, `form`, `data-…`. Event handlers and `style` are refused. */
  readonly attributes?: Readonly<Record<string, string | boolean>>;
  /** HTML inside the tag, for its slots. It is written as it is: never put in what a visitor has sent. */
  readonly content?: string;
  /** True where no form with a submit button is around the tag, so that the element draws its own. */
  readonly saveButton?: boolean;
  /** Other words, such as those that the page sets as `messages` of the element. */
  readonly messages?: Partial<MarkupTexts>;
  /** The nonce of the page's policy; see `createNonce`. Without it no inline script is written. */
  readonly nonce?: string;
  /** Address of the ready script. With it the script and what it loads first are written too. */
  readonly script?: string;
  /** The content of `card-vault/integrity.json`: pins the script, and names the parts to load ahead. */
  readonly integrity?: Readonly<Record<string, string>>;
  /** False leaves the card fields to the element: with a nonce they are brought up before its script is there (decision 0092). */
  readonly earlyFields?: boolean;
  /** Origin of the hosted card fields, to connect to ahead. */
  readonly fieldsOrigin?: string;
}

interface Kind {
  readonly attribute?: string;
  readonly oneOf?: readonly string[];
  readonly flag?: true;
}

/** The options that are attributes of the element; the first value of `oneOf` is the default. */
export const attributeOptions = {
  sessionUrl: {attribute: 'session-url'},
  name: {},
  required: {flag: true},
  disabled: {flag: true},
  layout: {oneOf: ['stacked', 'inline', 'compact']},
  theme: {oneOf: ['auto', 'light', 'dark']},
  locale: {},
  cardholderName: {attribute: 'cardholder-name', flag: true},
  billingFields: {attribute: 'billing-fields', oneOf: ['none', 'postal', 'full']},
  consent: {oneOf: ['none', 'optional', 'required']},
  validateOn: {attribute: 'validate-on', oneOf: ['blur', 'change', 'submit']},
  autoAdvance: {attribute: 'auto-advance', flag: true},
  acceptedBrands: {attribute: 'accepted-brands'},
  entryMode: {attribute: 'entry-mode', oneOf: ['flex', 'raw']},
  hideButton: {attribute: 'hide-button', flag: true},
  buttonFeedback: {attribute: 'button-feedback', oneOf: ['auto', 'none']},
  savedCard: {attribute: 'saved-card', flag: true},
  merchant: {},
  shopName: {attribute: 'shop-name'},
  stepUp: {attribute: 'step-up', oneOf: ['dialog', 'inline', 'redirect']},
  afterRedirect: {attribute: 'after-redirect', oneOf: ['submit', 'wait']},
  challengeWindow: {attribute: 'challenge-window', oneOf: ['auto', '01', '02', '03', '04', '05']},
} as const satisfies Partial<Record<keyof MarkupOptions, Kind>>;

/**
 * The attributes of the tag.
 *
 * @throws CardVaultError `configuration-missing`, naming the option
 */
export function attributesOf(options: MarkupOptions, sessionUrl: string): Record<string, AttributeValue> {
  const given: MarkupOptions = {...options, sessionUrl: options.sessionUrl ?? sessionUrl};
  const own = Object.entries<Kind>(attributeOptions).map(([option, kind]) => {
    const value = given[option as keyof typeof attributeOptions];
    return [kind.attribute ?? option, checked(option, value, kind)] as const;
  });
  const taken = new Set(own.map(([name]) => name));
  for (const name of Object.keys(options.attributes ?? {})) {
    const known = taken.has(name.toLowerCase()) || name.toLowerCase() === 'lang';
    if (known) throw wrong(`attributes: ${name} is an option of its own`);
    if (!/^[a-z][\w.:-]*$/i.test(name) || /^(on|style$|slot$)/i.test(name))
      throw wrong(`attributes: "${name}" is no attribute that may stand on the tag`);
  }
  return {...Object.fromEntries(own), lang: checked('lang', options.lang, {}), ...options.attributes};
}

function checked(option: string, value: unknown, {oneOf, flag}: Kind): AttributeValue {
  if (value === undefined || value === null) return undefined;
  if (flag ? typeof value !== 'boolean' : typeof value !== 'string')
    throw wrong(`${option} is ${flag ? 'true or false' : 'a text'}`);
  if (oneOf && !oneOf.includes(value as string)) throw wrong(`${option} can be ${oneOf.join(', ')}`);
  return value === oneOf?.[0] ? undefined : (value as AttributeValue);
}

/** Checks what is not written as an attribute of the tag. */
export function checkMarkup({nonce, script, integrity = {}, fieldsOrigin, sessionUrl}: MarkupOptions): void {
  if (nonce !== undefined) requireNonce(nonce);
  for (const [option, address] of Object.entries({script, sessionUrl, fieldsOrigin}))
    if (address !== undefined && !isHttp(address)) throw wrong(`${option}: "${address}" is no http address`);
  for (const [file, hash] of Object.entries(integrity))
    if (!/^sha(256|384|512)-[A-Za-z0-9+/]+={0,2}$/.test(hash)) throw wrong(`integrity: ${file} has no hash`);
}

function isHttp(address: string): boolean {
  return URL.canParse(address, 'https://shop') && /^https?:$/.test(new URL(address, 'https://shop').protocol);
}

function wrong(message: string): CardVaultError {
  return new CardVaultError('configuration-missing', `card-vault/server: markup: ${message}.`);
}
