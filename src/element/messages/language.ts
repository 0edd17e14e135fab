import type {en} from './en.js';
import type {enLater} from './en-later.js';
import type {enList} from './en-list.js';
import type {enParts} from './en-parts.js';
import type {enSubscribe} from './en-subscribe.js';

/** What a text is shown for only where the page gives one: by itself no language has it. */
export type PlaceholderKey =
  `${'name' | 'country' | 'street1' | 'street2' | 'city' | 'state' | 'postalCode'}Placeholder`;
type TranslatedKey =
  | keyof typeof en
  | keyof typeof enLater
  | keyof typeof enSubscribe
  | keyof typeof enList
  | keyof typeof enParts;
export type MessageKey = TranslatedKey | PlaceholderKey;
/** A whole language. */
export type Messages = Readonly<Record<TranslatedKey, string> & Partial<Record<PlaceholderKey, string>>>;

/** What a chunk of one language exports. */
export interface Catalogue {
  readonly language: string;
  readonly rightToLeft: boolean;
  readonly messages: Readonly<Partial<Record<MessageKey, string>>>;
}
