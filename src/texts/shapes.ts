import type {element} from './en/element.js';

/** The words of another language for some in English: as many, under the same keys. */
export type Texts<English> = English extends string
  ? string
  : {readonly [Key in keyof English]: Texts<English[Key]>};

/** Texts that only a page can give: no language has one by itself. */
export type PlaceholderKey =
  `${'name' | 'country' | 'street1' | 'street2' | 'city' | 'state' | 'postalCode'}Placeholder`;
type TranslatedKey = keyof typeof element;
export type MessageKey = TranslatedKey | PlaceholderKey;
/** A whole language. */
export type Messages = Readonly<Record<TranslatedKey, string> & Partial<Record<PlaceholderKey, string>>>;
