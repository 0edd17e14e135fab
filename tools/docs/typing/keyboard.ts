/** How text gets into an input. */
export type Way = 'typed' | 'pasted' | 'filled' | 'composed';

interface Selected {
  readonly start: number;
  readonly end: number;
}

function selection(input: HTMLInputElement): Selected {
  return {start: input.selectionStart ?? 0, end: input.selectionEnd ?? 0};
}

/** Does to an input what a browser does with the keys and the clipboard of a shopper, events included. */
export class Keyboard {
  readonly #input: HTMLInputElement;

  constructor(input: HTMLInputElement) {
    this.#input = input;
  }

  /** Types text; words in angle brackets are keys, such as `‹Backspace›`. */
  type(keys: string): void {
    for (const [, name, character = ''] of keys.matchAll(/‹([^›]+)›|([\s\S])/gu)) {
      if (name === undefined) this.#insert(character, 'insertText');
      else this.#press(name);
    }
  }

  paste(text: string): void {
    // An input of one line drops line breaks.
    this.#insert(text, 'insertFromPaste', text.replace(/[\r\n]+/g, ' '));
  }

  /** As the browser's autofill: the whole value at once, without an event before it. */
  fill(text: string): void {
    this.#set(text, text.length);
    this.#input.dispatchEvent(new InputEvent('input', {bubbles: true, inputType: 'insertReplacementText'}));
  }

  /** As an input method: the text grows in steps, and is then committed. */
  compose(text: string): void {
    const {value} = this.#input;
    this.#input.dispatchEvent(new Event('compositionstart', {bubbles: true}));
    for (let end = 1; end <= text.length; end++) {
      const part = value + text.slice(0, end);
      this.#set(part, part.length);
      const init = {bubbles: true, inputType: 'insertCompositionText', isComposing: true};
      this.#input.dispatchEvent(new InputEvent('input', init));
    }
    this.#input.dispatchEvent(new Event('compositionend', {bubbles: true}));
  }

  #insert(data: string, inputType: string, inserted = data): void {
    if (!this.#before({inputType, data})) return;
    const {start, end} = selection(this.#input);
    const {value} = this.#input;
    this.#set(value.slice(0, start) + inserted + value.slice(end), start + inserted.length);
    this.#after({inputType, data});
  }

  #press(key: string): void {
    const input = this.#input;
    const {start, end} = selection(input);
    const {length} = input.value;
    if (key === 'Backspace') this.#delete(start === end ? start - 1 : start, end, 'deleteContentBackward');
    else if (key === 'Delete') this.#delete(start, start === end ? end + 1 : end, 'deleteContentForward');
    else if (key === 'All') input.setSelectionRange(0, length);
    else if (key === 'Home') input.setSelectionRange(0, 0);
    else if (key === 'End') input.setSelectionRange(length, length);
    else if (key === 'Left') input.setSelectionRange(Math.max(0, start - 1), Math.max(0, start - 1));
    else if (key === 'Right') input.setSelectionRange(end + 1, end + 1);
    else if (key === 'Undo') this.#key('z');
    else if (key === 'Redo') this.#key('y');
    else throw new Error(`There is no key "${key}".`);
  }

  #key(key: string): void {
    const init = {key, code: `Key${key.toUpperCase()}`, ctrlKey: true, bubbles: true, cancelable: true};
    this.#input.dispatchEvent(new KeyboardEvent('keydown', init));
  }

  #delete(from: number, to: number, inputType: string): void {
    if (from < 0 || !this.#before({inputType})) return;
    const {value} = this.#input;
    this.#set(value.slice(0, from) + value.slice(to), from);
    this.#after({inputType});
  }

  #before(init: InputEventInit): boolean {
    return this.#input.dispatchEvent(
      new InputEvent('beforeinput', {...init, bubbles: true, cancelable: true}),
    );
  }

  #after(init: InputEventInit): void {
    this.#input.dispatchEvent(new InputEvent('input', {...init, bubbles: true}));
  }

  #set(value: string, caret: number): void {
    this.#input.value = value;
    this.#input.setSelectionRange(caret, caret);
  }
}
