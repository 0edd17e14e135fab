/** The content of a text field, and the position of its caret. */
export interface EditState {
  readonly text: string;
  readonly caret: number;
}

const longest = 100;

/** The keys of a keyboard event. */
export interface PressedKey {
  readonly key: string;
  readonly code: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * The edits of an input whose text a script formats. A browser's own undo applies its edits to a text that is no
 * longer there, and gives digits that were never typed.
 */
export class EditHistory {
  #states: EditState[] = [{text: '', caret: 0}];
  #at = 0;

  /** Keeps a state; edits that were undone before it are lost. */
  record(state: EditState): void {
    const isSame = this.#states[this.#at]?.text === state.text;
    this.#at = isSame ? this.#at : this.#at + 1;
    this.#states.splice(this.#at, isSame ? 1 : Infinity, state);
    if (this.#states.length <= longest) return;
    this.#states.shift();
    this.#at -= 1;
  }

  /** The state before or after the present one; undefined if there is none. */
  move(direction: 'undo' | 'redo'): EditState | undefined {
    const next = this.#at + (direction === 'undo' ? -1 : 1);
    const state = this.#states[next];
    if (state) this.#at = next;
    return state;
  }

  clear(): void {
    this.#states = [{text: '', caret: 0}];
    this.#at = 0;
  }
}

/** Edit that an `inputType` asks for. */
export function historyMove(inputType: string): 'undo' | 'redo' | undefined {
  if (inputType === 'historyUndo') return 'undo';
  return inputType === 'historyRedo' ? 'redo' : undefined;
}

/** Edit that a key asks for. Browsers send no `beforeinput` when their own history is empty. */
export function historyKey({key, code, ctrlKey, metaKey, shiftKey, altKey}: PressedKey) {
  if (ctrlKey === metaKey || altKey) return undefined;
  // A keyboard of another script has the key at the same place.
  const letter = /^[a-z]$/i.test(key) ? key.toLowerCase() : code.slice(3).toLowerCase();
  if (letter === 'z') return shiftKey ? 'redo' : 'undo';
  return letter === 'y' && ctrlKey ? 'redo' : undefined;
}
