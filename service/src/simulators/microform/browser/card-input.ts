import {cardFor} from '../../../../../src/texts/card-for.js';
import {knownLanguage} from '../../../../../src/texts/index.js';
import {
  EditHistory,
  historyKey,
  historyMove,
  type EditState,
} from '../../../../../src/protocol/edit-history.js';
import {fitText} from '../../../../../src/protocol/fit-text.js';
import type {PastedCard, PastedExpiry} from '../../../../../src/protocol/pasted-card.js';
import {digitsOf} from '../../../platform/pages/card-number.js';
import {deleteAcrossGap, regroup} from './grouping.js';
import type {ChangeData} from './messages.js';
import type {FieldOptions} from './options.js';

/** The rules in which the number field and the code field differ. */
export interface InputKind {
  readonly autocomplete: 'cc-number' | 'cc-csc';
  readonly label: string;
  /** What the Enter key of a phone's keyboard says. */
  readonly enterKey: 'next' | 'done';
  /** The digits that are kept of a paste, also if no card has so many. */
  readonly mostDigits: number;
  /** Positions of the gaps between digits. */
  gapsFor(digits: string): readonly number[];
  /** The most digits that can be typed. */
  limitFor(digits: string): number;
  validate(digits: string): ChangeData;
  /** Reads a pasted text that may say more than digits. */
  read?(text: string): PastedCard;
}

/** Callbacks of an input. */
export interface InputListener {
  change(state: ChangeData): void;
  focus(): void;
  blur(): void;
  submit(): void;
  /** A pasted text also had an expiry. */
  pasted(expiry: PastedExpiry): void;
}

function makeInput({autocomplete, enterKey}: InputKind): HTMLInputElement {
  const input = document.createElement('input');
  input.type = 'text';
  input.className = 'field';
  input.name = autocomplete;
  input.id = 'field';
  input.dir = 'ltr';
  for (const [name, value] of [
    ['autocomplete', autocomplete],
    ['inputmode', 'numeric'],
    ['autocorrect', 'off'],
    ['autocapitalize', 'off'],
    ['spellcheck', 'false'],
    ['enterkeyhint', enterKey],
  ] as const) {
    input.setAttribute(name, value);
  }
  return input;
}

/** Whose card it becomes, in the language of the form. */
function forShopper(shopper: string, language: string): string {
  return (cardFor[knownLanguage(language) ?? 'en'] ?? cardFor['en']!).replace('{who}', () => shopper);
}

/** The directions of deletions, by the type of their `beforeinput` event. */
const deletions = new Map<string, 'backward' | 'forward'>([
  ['deleteContentBackward', 'backward'],
  ['deleteContentForward', 'forward'],
]);

/** The text input of a field. It accepts digits only, groups and validates them. */
export class CardInput {
  readonly element: HTMLInputElement;
  readonly #kind: InputKind;
  readonly #listener: InputListener;
  readonly #description = document.createElement('span');
  readonly #whose = document.createElement('span');
  readonly #history = new EditHistory();
  #ariaInvalid: boolean | undefined;
  #autoformat = true;
  #placeholder = '';
  /** Whose card it becomes, masked. */
  #shopper: string | undefined;
  /** The state that was last reported, as JSON. */
  #lastReported: string;
  /** Whether the shopper has left the input. */
  #hasLeft = false;

  constructor(kind: InputKind, listener: InputListener) {
    this.#kind = kind;
    this.#listener = listener;
    this.element = makeInput(kind);
    this.element.setAttribute('aria-label', kind.label);
    this.#lastReported = JSON.stringify(kind.validate(''));
    this.#description.id = 'description';
    // Read as the input's description, and not once more as text behind it.
    this.#description.hidden = true;
    this.#whose.id = 'whose';
    this.#whose.hidden = true;
    this.#listen();
    this.#listenToKeys();
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  get digits(): string {
    return digitsOf(this.element.value);
  }

  get state(): ChangeData {
    return this.#kind.validate(this.digits);
  }

  attachTo(form: HTMLFormElement): void {
    form.append(this.element, this.#description, this.#whose);
  }

  clear(): void {
    this.element.value = '';
    this.#history.clear();
    this.#hasLeft = false;
    this.#emitChange();
  }

  /** Replaces what is typed, for tests. */
  type(text: string): void {
    this.element.value = text;
    this.refresh();
  }

  /** Names whose card it becomes, in words that the page can neither write nor hide (`field-sheet.ts`). */
  belongsTo(shopper: string): void {
    this.#shopper = shopper;
    this.#showShopper();
  }

  /** The name stands in the empty field that has the focus: it is read before the first digit. */
  #showShopper(): void {
    const {element} = this;
    const words = this.#shopper === undefined ? '' : forShopper(this.#shopper, document.documentElement.lang);
    const isShown = words !== '' && document.activeElement === element;
    element.placeholder = isShown ? words : this.#placeholder;
    element.classList.toggle('whose', isShown);
    this.#whose.textContent = words;
    const described = [this.#whose, this.#description].filter(({textContent}) => textContent);
    if (described.length > 0) element.setAttribute('aria-describedby', described.map(({id}) => id).join(' '));
    else element.removeAttribute('aria-describedby');
  }

  /** Applies the options that are given, and keeps the others. */
  update(options: FieldOptions): void {
    const {element} = this;
    if (options.placeholder !== undefined) this.#placeholder = options.placeholder;
    if (options.disabled !== undefined) element.disabled = options.disabled;
    if (options['aria-label'] !== undefined) element.setAttribute('aria-label', options['aria-label']);
    if (options['aria-required'] !== undefined)
      element.setAttribute('aria-required', String(options['aria-required']));
    if (options['aria-invalid'] !== undefined) this.#ariaInvalid = options['aria-invalid'];
    if (options.autoformat !== undefined) this.#autoformat = options.autoformat;
    if (options.description !== undefined) {
      this.#description.textContent = options.description;
    }
    this.#showShopper();
    this.refresh();
  }

  /** Formats and validates the content again. */
  refresh(): void {
    this.#write({text: this.element.value, caret: this.element.selectionStart ?? this.element.value.length});
    this.#emitChange();
  }

  #listen(): void {
    const {element} = this;
    element.addEventListener('beforeinput', (event) => this.#beforeInput(event));
    element.addEventListener('input', (event) => {
      // Text that an input method still composes must not be replaced.
      if ((event as InputEvent).isComposing) this.#emitChange();
      else this.refresh();
    });
    element.addEventListener('compositionend', () => this.refresh());
    element.addEventListener('focus', () => {
      this.#showShopper();
      this.#listener.focus();
    });
    element.addEventListener('blur', () => {
      this.#hasLeft = true;
      this.#showShopper();
      this.#showValidity();
      this.#listener.blur();
    });
    // Digits must not be dragged into the page.
    element.addEventListener('dragstart', (event) => event.preventDefault());
  }

  #listenToKeys(): void {
    this.element.addEventListener('keydown', (event) => {
      if (event.isComposing) return;
      const direction = historyKey(event);
      if (direction) this.#moveInHistory(event, direction);
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.#listener.submit();
    });
  }

  #beforeInput(event: InputEvent): void {
    const {inputType, data} = event;
    const direction = historyMove(inputType);
    if (direction) return this.#moveInHistory(event, direction);
    if (inputType.startsWith('insert') && inputType !== 'insertCompositionText') {
      const text = data ?? event.dataTransfer?.getData('text/plain') ?? '';
      // A paste, a drop, or an insertion by the keyboard's suggestions.
      if (text.length > 1) this.#insertText(event, text);
      else if (inputType === 'insertText') this.#insertDigit(event, text);
      return;
    }
    this.#delete(event);
  }

  #insertDigit(event: InputEvent, text: string): void {
    const {element} = this;
    const hasNoSelection = element.selectionStart === element.selectionEnd;
    const isFull = hasNoSelection && this.digits.length >= this.#kind.limitFor(this.digits);
    if (!digitsOf(text) || isFull) event.preventDefault();
  }

  /** A paste with a whole card number in it replaces the content. The browser inserts any other. */
  #insertText(event: InputEvent, text: string): void {
    const {number, expiry} = this.#kind.read?.(text) ?? {};
    if (number === undefined) return;
    event.preventDefault();
    this.#write({text: number, caret: number.length});
    const {length} = this.element.value;
    this.element.setSelectionRange(length, length);
    this.#emitChange();
    if (expiry) this.#listener.pasted(expiry);
  }

  #delete(event: InputEvent): void {
    const {element} = this;
    const caret = element.selectionStart ?? 0;
    if (caret !== element.selectionEnd) return;
    const direction = deletions.get(event.inputType);
    const edit = direction && deleteAcrossGap({text: element.value, caret}, direction);
    if (!edit) return;
    event.preventDefault();
    this.#write(edit);
    this.#emitChange();
  }

  #moveInHistory(event: Event, direction: 'undo' | 'redo'): void {
    event.preventDefault();
    const state = this.#history.move(direction);
    if (state) this.#write(state);
    this.#emitChange();
  }

  #write(edit: EditState): void {
    const gapsFor = (digits: string) => (this.#autoformat ? this.#kind.gapsFor(digits) : []);
    const {text, caret} = regroup(edit, gapsFor, this.#kind.mostDigits);
    this.#history.record({text, caret});
    const {element} = this;
    if (element.value === text) return;
    element.value = text;
    // In some browsers setting the caret also takes the focus, so it is set only in a focused input.
    if (document.activeElement === element) element.setSelectionRange(caret, caret);
  }

  /** Reports a change only if the state has changed, which not every key does. */
  #emitChange(): void {
    this.#showValidity();
    this.#fit();
    const {state} = this;
    const text = JSON.stringify(state);
    if (text === this.#lastReported) return;
    this.#lastReported = text;
    this.#listener.change(state);
  }

  #fit(): void {
    fitText(this.element, getComputedStyle);
  }

  #showValidity(): void {
    const {empty, valid, couldBeValid} = this.state;
    const invalid = !empty && !valid && (this.#hasLeft || !couldBeValid);
    this.element.classList.toggle('valid', valid);
    this.element.classList.toggle('invalid', invalid);
    this.element.setAttribute('aria-invalid', String(this.#ariaInvalid ?? invalid));
  }
}
