import {type EntriesHost, Entries} from '../../../src/element/fields/entries.js';
import {FieldStore} from '../../../src/element/fields/field-store.js';
import {Typing} from '../../../src/element/fields/typing.js';
import {editedExpiry} from '../../../src/element/fields/expiry.js';
import {first as en} from '../../../src/texts/en/first.js';
import {later as enLater} from '../../../src/texts/en/later.js';
import {fill} from '../../../src/element/shopper/locale.js';
import {readAutofill, readChange} from '../../../src/gateways/microform-events.js';
import {brandNames} from '../../../src/protocol/brand-names.js';
import {CardInput} from '../../../service/src/simulators/microform/browser/card-input.js';
import {
  codeKind,
  codeLengthFor,
  numberKind,
} from '../../../service/src/simulators/microform/browser/kinds.js';
import {readReport} from '../../../service/src/simulators/microform/browser/messages.js';
import {Keyboard, type Way} from './keyboard.js';

export type TypedField = 'number' | 'expiry' | 'security-code';

/** The day on which everything is typed. */
const today = new Date(2026, 10, 20).getTime();

const options: EntriesHost = {
  acceptedBrands: undefined,
  billingFields: 'none',
  billing: undefined,
  consent: 'none',
  cardholderName: false,
  validateOn: 'blur',
};

/**
 * A card form without its frames: the inputs of the hosted fields, what they report to the page, and the element's own
 * expiry with its judgement of all three. Needs the globals of a page.
 */
export class TypedCard {
  readonly #store: FieldStore;
  readonly #entries: Entries;
  readonly #code: CardInput;
  readonly #number: CardInput;
  readonly #expiry = document.createElement('input');
  #codeLength: 3 | 4 | undefined;

  constructor() {
    const host = Object.assign(document.createElement('div'), options, {
      requestUpdate: () => undefined,
      addController: () => undefined,
    });
    this.#store = new FieldStore(host);
    this.#entries = new Entries(host as unknown as ConstructorParameters<typeof Entries>[0], this.#store, {
      now: () => today,
      after: () => () => undefined,
    });
    this.#code = this.#hosted(
      'securityCode',
      codeKind(() => this.#codeLength),
    );
    this.#number = this.#hosted('number', numberKind);
    this.#expiry.id = 'expiry';
    host.append(this.#expiry, this.#number.element, this.#code.element);
    document.body.replaceChildren(host);
    new Typing(host, {
      formatOf: (id) => (id === 'expiry' ? editedExpiry : undefined),
      onEnter: () => false,
    });
    this.#expiry.addEventListener('input', () => this.#store.type('expiry', this.#expiry.value));
  }

  /** Puts text into a field, and leaves it. */
  enter(field: TypedField, way: Way, text: string): void {
    const input = this.#input(field);
    input.focus();
    this.#store.enter(field);
    const keyboard = new Keyboard(input);
    if (way === 'typed') keyboard.type(text);
    else if (way === 'pasted') keyboard.paste(text);
    else if (way === 'filled') keyboard.fill(text);
    else keyboard.compose(text);
    input.blur();
    this.#store.leave(field);
    this.#expiry.value = this.#store.expiry;
  }

  /** What the shopper sees in a field. */
  shown(field: TypedField): string {
    return field === 'expiry' ? this.#store.expiry : this.#input(field).value;
  }

  /** What stands under a field: its error, or that it is right. */
  validation(field: TypedField): string {
    const problem = this.#entries.shown(field);
    if (problem) return fill({...en, ...enLater}[problem.key as keyof typeof en], problem.values);
    if (!this.#entries.isRight(field)) return 'nothing';
    const {brand} = this.#entries;
    return field === 'number' && brand !== 'unknown' ? `right: ${brandNames[brand]}` : 'right';
  }

  #input(field: TypedField): HTMLInputElement {
    if (field === 'expiry') return this.#expiry;
    return (field === 'number' ? this.#number : this.#code).element;
  }

  #hosted(field: 'number' | 'securityCode', kind: ConstructorParameters<typeof CardInput>[0]): CardInput {
    const report = (message: unknown): void => {
      const heard = readReport(message);
      const event =
        heard?.type === 'change'
          ? readChange(field, heard.state)
          : heard?.type === 'autocomplete'
            ? readAutofill(heard.data)
            : undefined;
      if (!event) throw new Error(`The page refuses ${JSON.stringify(message)}.`);
      this.#entries.hear(event);
    };
    const input: CardInput = new CardInput(kind, {
      change: (state) => {
        report({type: 'change', state});
        if (field === 'number') this.#setCodeLength(codeLengthFor(input.digits));
      },
      pasted: ({month, year}) =>
        report({type: 'autocomplete', data: {expirationMonth: month, expirationYear: year}}),
      focus: () => undefined,
      blur: () => undefined,
      submit: () => undefined,
    });
    return input;
  }

  #setCodeLength(length: 3 | 4 | undefined): void {
    this.#codeLength = length;
    this.#code.refresh();
  }
}
