import type {PropertyDeclaration} from 'lit';

/** How an option of an element is declared. A value that is not taken becomes the default, with one warning. */
export interface OptionDeclaration extends PropertyDeclaration {
  /** The values there are; the first is the default. */
  readonly oneOf?: readonly string[];
  /** Which values are taken, where they cannot be listed. */
  readonly takes?: (value: unknown) => boolean;
  /** The default, where it is neither the first of `oneOf`, nor false for a boolean, nor `undefined`. */
  readonly otherwise?: unknown;
}

export const isText = (value: unknown): boolean => typeof value === 'string';
export const isObject = (value: unknown): boolean => typeof value === 'object';
export const isAdapter = (value: unknown): boolean =>
  typeof (value as {openSession?: unknown}).openSession === 'function';

const warned = new Set<string>();

/** For developers, on the console: once for each cause. */
export function warn(message: string): void {
  if (warned.has(message)) return;
  warned.add(message);
  console.warn(`[card-vault] ${message}`);
}

/** What is kept of a value that an option is set to; `undefined` is the default. */
function kept(name: string, {type, oneOf, takes}: OptionDeclaration, value: unknown): unknown {
  if (type === Boolean) return Boolean(value);
  const missing = value === undefined || value === null || value === '';
  if (oneOf ? oneOf.includes(value as string) : !missing && takes?.(value)) return value;
  if (!missing)
    warn(
      `${name}: ${typeof value === 'string' ? `"${value}"` : `a value of type ${typeof value}`} is not used; ` +
        (oneOf ? `it can be ${oneOf.join(', ')}.` : 'it has the wrong type.'),
    );
  return undefined;
}

/** The elements of which an attribute is being read into its property. */
export const reading = new WeakSet<object>();

/** The accessor of an option; what it holds is in the element under `key`, and in its attribute. */
export function optionAccessor(name: string, options: OptionDeclaration): PropertyDescriptor {
  const key = Symbol(name);
  const {attribute = name} = options;
  const otherwise = options.otherwise ?? options.oneOf?.[0] ?? (options.type === Boolean ? false : undefined);
  return {
    get(this: OptionHost) {
      return this[key] ?? otherwise;
    },
    set(this: OptionHost, value: unknown) {
      const before = this[key] ?? otherwise;
      const now = (this[key] = kept(name, options, value));
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
  requestUpdate(name: string, before: unknown, options: OptionDeclaration): void;
}
