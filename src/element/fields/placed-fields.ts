import type {FieldName} from '../options.js';

/** What the page has placed outside the element's own form. */
export interface PlacedFields {
  /** The fields of the element with those that the page has placed, in the order of the page. */
  arrange(usual: readonly FieldName[]): readonly FieldName[];
  /** Where a field, or the outcome, is drawn; undefined for the element's own form. */
  rootOf(piece: FieldName | 'outcome'): ShadowRoot | undefined;
  /** What the last change of the element changes is drawn. */
  drawn(): Promise<unknown>;
}
