import {
  attributeOf,
  cardVaultOptions,
  type CardVaultAttributes,
  type OptionDeclaration,
} from '../../element/options.js';
import {CardVaultError} from '../../protocol/index.js';
import {requireNonce} from '../policy.js';
import type {AttributeValue} from './html.js';
import type {MarkupTexts} from './texts.js';

/** Of `vault.markup()`: the options of the element, which are written as attributes of its tag, and more. */
export interface MarkupOptions extends CardVaultAttributes {
  /** Default: the session route of this server. */
  readonly sessionUrl?: string;
  /** Language of the tag's content where no `locale` is given. Set it on pages that are not in English, with its region where it names the country of the address. */
  readonly lang?: string;
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
  /** False leaves the card fields to the element: with a nonce they are brought up before its script is there (decision 0053). */
  readonly earlyFields?: boolean;
  /** Origin of the hosted card fields, to connect to ahead. */
  readonly fieldsOrigin?: string;
}

/**
 * The attributes of the tag.
 *
 * @throws CardVaultError `configuration-missing`, naming the option
 */
export function attributesOf(options: MarkupOptions, sessionUrl: string): Record<string, AttributeValue> {
  const given: MarkupOptions = {...options, sessionUrl: options.sessionUrl ?? sessionUrl};
  const own = Object.entries<OptionDeclaration>(cardVaultOptions)
    .filter(([, {attribute}]) => attribute !== false)
    .map(([option, declaration]) => {
      const value = given[option as keyof CardVaultAttributes];
      return [attributeOf(option), checked(option, value, declaration)] as const;
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

function checked(option: string, value: unknown, {oneOf, type}: OptionDeclaration): AttributeValue {
  if (value === undefined || value === null) return undefined;
  const flag = type === Boolean;
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
