import type {FieldName, MicroformEventName, MicroformField, MicroformSession} from './microform-library.js';

/** Fields of one mount. */
export interface Mounted {
  readonly session: MicroformSession;
  readonly fields: Readonly<Record<FieldName, MicroformField>>;
  readonly places: Readonly<Record<FieldName, HTMLElement>>;
  readonly end: AbortController;
  /** The settings that the fields have, as JSON; missing where the page's own script has made the fields. */
  sent?: string;
  /** Digits that the security code takes; four until that is known. */
  codeLength?: number;
  /** Digits that the brand's codes have. */
  brandLength?: number;
  /** Something stands in the security code. */
  hasCode?: boolean;
}

/**
 * Fields that the page's own script has mounted, and that are live; the gateway takes them over (decision
 * 0053).
 */
export interface BegunFields extends Omit<Mounted, 'end'> {
  /** The capture context that they were made from. */
  readonly jwt: string;
  readonly heard: Heard[];
  /** Told of everything from now on, in place of `heard`. */
  hear: (heard: Heard) => void;
}

/** Report of the library about a field, unread. */
export interface Heard {
  readonly event: MicroformEventName;
  readonly field: FieldName;
  readonly data: unknown;
}
