import type {FieldStore} from '../fields/field-store.js';
import type {FieldName} from '../options.js';
import type {Part, PartName} from './context.js';
import {monthAndYear} from './expiry-halves.js';

/** The entry that a part is for. */
export function entryOf(name: PartName | undefined): FieldName | undefined {
  if (name === 'cardholder-name') return 'name';
  return name === 'expiry-month' || name === 'expiry-year' ? 'expiry' : name;
}

const ofCard: readonly (FieldName | undefined)[] = ['number', 'expiry', 'security-code', 'name'];

/**
 * The parts that are in the page, and which piece each of them shows. Of two for one piece the first shows
 * it.
 */
export class Arrangement {
  readonly parts = new Set<Part>();

  /** The part of a kind that shows it. */
  of(kind: Part['kind']): Part | undefined {
    return [...this.parts].find((part) => part.kind === kind);
  }

  /** The part for an entry. Of an expiry in two, the one that needs something. */
  ofField(field: FieldName, store?: Pick<FieldStore, 'expiry' | 'rules'>): Part | undefined {
    if (field === 'name') return this.#named('cardholder-name');
    if (field !== 'expiry') return field === 'consent' ? undefined : this.#named(field);
    const whole = this.#named('expiry');
    const [month, year] = this.#halves;
    if (whole || !month || !year) return whole;
    const problem = store?.rules?.problem('expiry');
    const isMonthFirst =
      !store || !problem || problem.key === 'expiryMonth' || !monthAndYear(store.expiry)[0];
    return isMonthFirst ? month : year;
  }

  isPlaced(field: FieldName): boolean {
    return this.ofField(field) !== undefined;
  }

  /** Not a second part for the same piece, and no half of an expiry without the other. */
  isShown(part: Part): boolean {
    if (part.kind !== 'field') return this.of(part.kind) === part;
    const {field} = part;
    if (!field || this.#named(field) !== part) return false;
    const isHalf = field === 'expiry-month' || field === 'expiry-year';
    return !isHalf || (!this.#named('expiry') && this.#halves.every((half) => half));
  }

  /**
   * The error of an expiry in two is shown once, under the first of them; the other's is for screen readers.
   */
  isSecondHalf(part: Part): boolean {
    const [month, year] = this.#halves;
    if (part !== month && part !== year) return false;
    return inPageOrder([month!, year!])[0] !== part;
  }

  get hasAddress(): boolean {
    return [...this.parts].some(({field}) => field && !ofCard.includes(entryOf(field)));
  }

  /** The fields in the order of the keyboard: those in the element's own form come before the placed ones. */
  arrange(usual: readonly FieldName[]): readonly FieldName[] {
    const shown = inPageOrder([...this.parts].filter((part) => this.isShown(part)));
    const placed = shown.map(({field}) => entryOf(field)).filter((field) => field !== undefined);
    return [...new Set([...usual.filter((field) => !this.isPlaced(field)), ...placed])];
  }

  get #halves(): readonly [Part | undefined, Part | undefined] {
    return [this.#named('expiry-month'), this.#named('expiry-year')];
  }

  #named(name: PartName): Part | undefined {
    return [...this.parts].find(({field}) => field === name);
  }
}

/** The order in which a page reads, also where parts stand in shadow trees. */
function inPageOrder(parts: readonly Part[]): readonly Part[] {
  const paths = new Map(parts.map((part) => [part, pathOf(part)]));
  return [...parts].sort((one, other) => compare(paths.get(one)!, paths.get(other)!));
}

/** The hosts of the shadow trees around a node, from the outermost, and the node. */
function pathOf(node: Element): readonly Element[] {
  const root = node.getRootNode();
  return root instanceof ShadowRoot ? [...pathOf(root.host), node] : [node];
}

function compare(one: readonly Element[], other: readonly Element[]): number {
  const index = one.findIndex((node, place) => node !== other[place]);
  const [first, second] = [one[index], other[index]];
  if (!first || !second) return 0;
  return first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}
