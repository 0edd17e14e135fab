import type {FieldName, MicroformEventName, MicroformField, MicroformSession} from './microform-library.js';

/** Fields of one mount. */
export interface Mounted {
  readonly session: MicroformSession;
  readonly fields: Readonly<Record<FieldName, MicroformField>>;
  readonly places: Readonly<Record<FieldName, HTMLElement>>;
  readonly end: AbortController;
  /** Digits that the security code takes; four until that is known. */
  codeLength?: number;
  /** Digits that the brand's codes have. */
  brandLength?: number;
  /** Something stands in the security code. */
  hasCode?: boolean;
}

/** What the library says of a field, unread. */
export interface Heard {
  readonly event: MicroformEventName;
  readonly field: FieldName;
  readonly data: unknown;
}
