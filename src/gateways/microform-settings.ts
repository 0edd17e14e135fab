import type {FieldStyles} from './microform-library.js';

/** Words of one field. */
export interface FieldWords {
  readonly placeholder: string;
  /** The name of the hosted frame, and of the input inside. */
  readonly label: string;
  /** Description for screen readers, after the name: the error, or a hint. */
  readonly description: string;
  /** Read by screen readers while the entry is known to be wrong. */
  readonly invalid?: boolean;
}

/** Everything about the fields that the element decides; asked for at every mount and `update()`. */
export interface FieldSettings {
  readonly styles: FieldStyles;
  readonly number: FieldWords;
  readonly securityCode: FieldWords;
  readonly disabled: boolean;
  /** BCP 47 language of the words. */
  readonly lang?: string;
  /** Direction of the page around the fields, `ltr` or `rtl`: the side at which an entry begins. */
  readonly dir?: string;
  /** The opaque colour the fields stand on, as computed style spells it. */
  readonly background?: string;
}
