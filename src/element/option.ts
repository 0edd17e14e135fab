import type {CardVaultError} from '../protocol/index.js';
import {defaultOf, isText, type OptionDeclaration, type WrongOption} from './options.js';

/**
 * Tells the developer on the console, unless the element is `quiet`. The words are loaded when there is
 * something to say.
 */
export function tell(
  host: {readonly quiet?: boolean},
  cause: CardVaultError | WrongOption | 'not-shown',
): void {
  import('./developer.js').then(
    ({tellDeveloper}) => host.quiet || tellDeveloper(cause),
    () => undefined,
  );
}

/** Value that an option keeps of the one it is set to; `undefined` is the default. */
function kept(host: OptionHost, option: string, declaration: OptionDeclaration, value: unknown): unknown {
  const {type, oneOf, takes = isText} = declaration;
  if (type === Boolean) return Boolean(value);
  const missing = (value ?? '') === '';
  if (oneOf ? oneOf.includes(value as string) : !missing && takes(value)) return value;
  if (!missing) tell(host, {option, value, oneOf});
  return undefined;
}

/** The elements of which an attribute is being read into its property. */
export const reading = new WeakSet<object>();

/** The accessor of an option; what it holds is in the element under `key`, and in its attribute. */
export function optionAccessor(name: string, key: symbol, options: OptionDeclaration): PropertyDescriptor {
  const {attribute} = options;
  const otherwise = defaultOf(options);
  return {
    get(this: OptionHost) {
      return this[key] ?? otherwise;
    },
    set(this: OptionHost, value: unknown) {
      const before = this[key] ?? otherwise;
      const now = (this[key] = kept(this, name, options, value));
      this.requestUpdate(name, before, options);
      // At once, as form controls of the platform do.
      if (!attribute || reading.has(this) || before === (now ?? otherwise)) return;
      if (now) this.setAttribute(attribute as string, now === true ? '' : (now as string));
      else this.removeAttribute(attribute as string);
    },
    configurable: true,
    enumerable: true,
  };
}

interface OptionHost extends HTMLElement {
  [key: symbol]: unknown;
  readonly quiet: boolean;
  requestUpdate(name: string, before: unknown, options: OptionDeclaration): void;
}
