import {brandsOf} from '../protocol/brand-match.js';
import {digitsOf} from '../protocol/digits.js';
import {cardBrands} from '../protocol/index.js';
import {isWrongCode} from './declining-cards.js';

/** Address of the library that the fake adapter's capture contexts name. No script is ever asked for there. */
export const fakeLibrary = 'https://fields.test/library.js';

type FieldName = 'number' | 'securityCode';
type Listener = (data: unknown) => void;
interface Options {
  readonly 'aria-label'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
  readonly maxLength?: number;
  readonly styles?: Styles;
}

type Styles = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** As plain as an input in a frame is: the box is drawn by the element around it. */
const plain = {
  'box-sizing': 'border-box',
  'inline-size': '100%',
  'block-size': '100%',
  padding: '0',
  border: '0',
  outline: '0',
  background: 'transparent',
} as const;

/** One card field: an input of the page in the place where a frame would be. */
class FakeField {
  readonly input: HTMLInputElement;
  readonly #name: FieldName;
  readonly #listeners = new Map<string, Listener[]>();

  constructor(page: Document, name: FieldName, options: Options) {
    this.#name = name;
    this.input = page.createElement('input');
    this.input.setAttribute('autocomplete', name === 'number' ? 'cc-number' : 'cc-csc');
    this.input.inputMode = 'numeric';
    this.#style(plain);
    this.update(options);
    this.input.addEventListener('input', () => this.#emit('change', this.#change()));
    this.input.addEventListener('focus', () => this.#emit('focus', {}));
    this.input.addEventListener('blur', () => this.#emit('blur', {}));
    this.input.addEventListener(
      'keydown',
      ({key}) => key === 'Enter' && this.#emit('inputSubmitRequest', {}),
    );
    // A page hears nothing of what is typed into a frame.
    for (const type of ['input', 'change', 'keydown', 'keyup', 'keypress'])
      this.input.addEventListener(type, (event) => event.stopPropagation());
  }

  get digits(): string {
    return digitsOf(this.input.value);
  }

  get valid(): boolean {
    const {digits} = this;
    if (this.#name === 'securityCode') return /^\d{3,4}$/.test(digits);
    return digits.length >= 12 && digits.length <= 19 && passesLuhn(digits);
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, [...(this.#listeners.get(event) ?? []), listener]);
  }

  load(place: HTMLElement): void {
    place.append(this.input);
    queueMicrotask(() => this.#emit('load', {}));
  }

  update(options: Options): void {
    const {'aria-label': label, 'aria-invalid': invalid, disabled, placeholder, maxLength, styles} = options;
    this.#style({
      ...styles?.['input'],
      // No style of an element reaches its placeholder: a page may read it from here.
      '--placeholder': styles?.['::placeholder']?.['color'] ?? '',
    });
    if (label !== undefined) this.input.setAttribute('aria-label', label);
    if (invalid !== undefined) this.input.setAttribute('aria-invalid', String(invalid));
    if (disabled !== undefined) this.input.disabled = disabled;
    if (placeholder !== undefined) this.input.placeholder = placeholder;
    if (maxLength !== undefined && this.#name === 'securityCode') this.input.maxLength = maxLength;
  }

  clear(): void {
    if (this.input.value === '') return;
    this.input.value = '';
    this.#emit('change', this.#change());
  }

  focus(): void {
    this.input.focus();
  }

  dispose(): void {
    this.input.remove();
  }

  #style(styles: Readonly<Record<string, string>>): void {
    for (const [name, value] of Object.entries(styles)) if (value) this.input.style.setProperty(name, value);
  }

  #emit(event: string, data: unknown): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(data);
  }

  #change(): object {
    const {digits, valid} = this;
    const change = {empty: this.input.value === '', valid, couldBeValid: valid || digits.length < 19};
    if (this.#name === 'securityCode') return change;
    const card = brandsOf(digits).map((brand) => {
      const {name, typeCode, securityCode} = cardBrands[brand];
      return {name, cybsCardType: typeCode, valid, securityCode};
    });
    return {...change, card};
  }
}

/** The library: what the gateway of card fields uses of it (wire 2.2), and no frames. */
function libraryOf(page: Document): new () => {microform(type: string): object} {
  return class {
    microform(_type: string, {styles}: {readonly styles?: Styles} = {}): object {
      const fields: Partial<Record<FieldName, FakeField>> = {};
      return {
        createField: (name: FieldName, options: Options) =>
          (fields[name] = new FakeField(page, name, {...(styles && {styles}), ...options})),
        createToken(_options: object, callback: (error: unknown, token?: string) => void): void {
          const wrong = Object.entries(fields).filter(([, field]) => !field.valid);
          const details = wrong.map(([location]) => ({location, message: 'Validation error'}));
          const {number, securityCode} = fields;
          queueMicrotask(() =>
            wrong.length > 0
              ? callback({reason: 'CREATE_TOKEN_VALIDATION_FIELDS', details})
              : callback(null, transientToken(number?.digits, securityCode?.digits)),
          );
        },
      };
    }
  };
}

/** A token that shows the ends of the number, as those of hosted fields do (wire 2.4), and what the bank will say of the code. */
function transientToken(number = '', securityCode = ''): string {
  const maskedValue = number.slice(0, 6) + 'X'.repeat(Math.max(number.length - 10, 0)) + number.slice(-4);
  const isCodeWrong = isWrongCode(securityCode);
  const part = (value: object): string => btoa(JSON.stringify(value)).replace(/=+$/, '');
  return `${part({alg: 'none'})}.${part({content: {number: {maskedValue}}, isCodeWrong})}.ZmFrZQ`;
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

const served = new WeakSet<Document>();

/**
 * Answers the page's request for the fake library, once for each document: the script never enters the page, so that
 * nothing is fetched, and none of its browsers or simulators has to run it.
 */
export function serveFakeFields(page: Document): void {
  if (served.has(page)) return;
  served.add(page);
  const {head, defaultView} = page;
  const view = defaultView as unknown as {Flex?: unknown};
  const append = head.append.bind(head);
  head.append = (...nodes) => {
    const isOurs = (node: Node | string): node is HTMLScriptElement =>
      typeof node !== 'string' && ((node as HTMLScriptElement).src ?? '').startsWith(fakeLibrary);
    const rest = nodes.filter((node) => !isOurs(node));
    if (rest.length > 0) append(...rest);
    for (const script of nodes.filter(isOurs)) {
      const before = Object.getOwnPropertyDescriptor(view, 'Flex');
      Object.defineProperty(view, 'Flex', {value: libraryOf(page), configurable: true});
      script.dispatchEvent(new defaultView!.Event('load'));
      if (before) Object.defineProperty(view, 'Flex', before);
      else delete view.Flex;
    }
  };
}
