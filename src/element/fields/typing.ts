import {EditHistory, historyKey, historyMove, type EditState} from '../../protocol/edit-history.js';

/** How the text of an input was changed. A paste, a drop and the browser's autofill change it as a whole. */
export type EditKind = 'typed' | 'deleted' | 'whole';

/** An edit as the browser has made it. */
export interface Edit extends EditState {
  readonly kind: EditKind;
  /** The text before it. */
  readonly previous: string;
}

/** The text that an input shows after an edit, and the place of its caret. */
export type Format = (edit: Edit) => EditState;

/** An input whose text is formatted while it is typed. */
interface Formatted {
  readonly history: EditHistory;
  /** The text before the edit that is under way. */
  previous: string;
}

export interface TypingOptions {
  /** The format of an input of the element; undefined for one that is left as it is typed. */
  readonly formatOf: (id: string) => Format | undefined;
  /** Enter was pressed; false where the browser may go on and submit the form. */
  readonly onEnter: (id: string) => boolean;
}

/**
 * Formats the element's own inputs, which it hears before they report their text, and undoes edits of it. The
 * listeners are on the shadow root and live as long as that.
 */
export class Typing {
  readonly #options: TypingOptions;
  #inputs = new WeakMap<HTMLInputElement, Formatted>();
  #isRestoring = false;
  readonly #roots = new WeakSet<EventTarget>();

  constructor(root: EventTarget, options: TypingOptions) {
    this.#options = options;
    this.listen(root);
  }

  /** Formats the inputs of a shadow tree too; once, however often it is asked. True at the first time. */
  listen(root: EventTarget): boolean {
    if (this.#roots.has(root)) return false;
    this.#roots.add(root);
    const hear = (type: string, listener: (input: HTMLInputElement, event: Event) => void): void =>
      root.addEventListener(
        type,
        (event) => {
          const input = event.target as HTMLInputElement;
          if (this.#options.formatOf(input.id)) listener(input, event);
        },
        {capture: true},
      );
    hear('beforeinput', (input, event) => this.#beforeInput(input, event as InputEvent));
    hear('input', (input, event) => this.#input(input, event as InputEvent));
    hear('compositionend', (input) => this.#composed(input));
    hear('keydown', (input, event) => this.#key(input, event as KeyboardEvent));
    return true;
  }

  /** Forgets all edits: no card number outlives its run. */
  forget(): void {
    this.#inputs = new WeakMap();
  }

  #of(input: HTMLInputElement): Formatted {
    const known = this.#inputs.get(input) ?? {history: new EditHistory(), previous: ''};
    this.#inputs.set(input, known);
    return known;
  }

  #beforeInput(input: HTMLInputElement, event: InputEvent): void {
    this.#of(input).previous = input.value;
    const direction = historyMove(event.inputType);
    if (direction) this.#move(input, event, direction);
  }

  #input(input: HTMLInputElement, {inputType = '', data, isComposing}: InputEvent): void {
    // Text that an input method still composes must not be replaced.
    if (isComposing || this.#isRestoring) return;
    const isTyped = inputType === 'insertText' && data?.length === 1;
    const isDeleted = inputType.startsWith('delete');
    this.#format(input, isTyped ? 'typed' : isDeleted ? 'deleted' : 'whole');
  }

  #composed(input: HTMLInputElement): void {
    this.#format(input, 'whole');
    this.#report(input);
  }

  #key(input: HTMLInputElement, event: KeyboardEvent): void {
    if (event.isComposing) return;
    const direction = historyKey(event);
    if (direction) this.#move(input, event, direction);
    else if (event.key === 'Enter' && this.#options.onEnter(input.id)) event.preventDefault();
  }

  #format(input: HTMLInputElement, kind: EditKind): void {
    const known = this.#of(input);
    const {history, previous} = known;
    const caret = input.selectionStart ?? input.value.length;
    const shown = this.#options.formatOf(input.id)!({text: input.value, caret, kind, previous});
    history.record(shown);
    known.previous = shown.text;
    show(input, shown);
  }

  #move(input: HTMLInputElement, event: Event, direction: 'undo' | 'redo'): void {
    event.preventDefault();
    const state = this.#of(input).history.move(direction);
    if (!state) return;
    show(input, state);
    this.#report(input);
  }

  /** Lets the element read a text that no edit of the browser has made. */
  #report(input: HTMLInputElement): void {
    this.#isRestoring = true;
    input.dispatchEvent(new CustomEvent('input', {bubbles: true}));
    this.#isRestoring = false;
  }
}

function show(input: HTMLInputElement, {text, caret}: EditState): void {
  if (input.value === text) return;
  input.value = text;
  input.setSelectionRange(caret, caret);
}
