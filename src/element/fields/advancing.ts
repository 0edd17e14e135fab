import type {FieldName, FieldStatus} from '../options.js';
import type {Problem} from '../fields.js';

export interface AdvancingOptions {
  readonly host: {readonly autoAdvance: boolean};
  readonly entries: {
    readonly fields: readonly FieldName[];
    readonly firstProblem: FieldName | undefined;
    shown(field: FieldName): Problem | undefined;
    status(field: FieldName): FieldStatus;
  };
  readonly store: {readonly focused: FieldName | undefined};
  readonly focus: (field: FieldName) => void;
}

/** Takes the focus on to the next field, never back: by Enter, and by itself where the page asks for that. */
export class Advancing {
  readonly #options: AdvancingOptions;

  constructor(options: AdvancingOptions) {
    this.#options = options;
  }

  /** A field became right. Only the one that is typed into; what a browser fills in moves nothing. */
  whole(field: FieldName): void {
    const {host, entries, focus, store} = this.#options;
    if (!host.autoAdvance || store.focused !== field) return;
    const next = entries.fields[entries.fields.indexOf(field) + 1];
    if (next && this.#isWaiting(next)) focus(next);
  }

  /** Enter in a field that is right, while a later one is still empty; false where Enter is a submission. */
  enter(field: FieldName): boolean {
    const {entries, focus} = this.#options;
    const next = entries.firstProblem;
    const isLater = next !== undefined && entries.fields.indexOf(next) > entries.fields.indexOf(field);
    if (!isLater || !this.#isWaiting(next) || entries.shown(next)) return false;
    focus(next);
    return true;
  }

  #isWaiting(field: FieldName): boolean {
    const {empty, valid} = this.#options.entries.status(field);
    return empty && !valid;
  }
}
