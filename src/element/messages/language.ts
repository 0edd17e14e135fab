import type {en} from './en.js';
import type {enLater} from './en-later.js';
import type {enList} from './en-list.js';
import type {enSubscribe} from './en-subscribe.js';

export type MessageKey =
  keyof typeof en | keyof typeof enLater | keyof typeof enSubscribe | keyof typeof enList;
/** A whole language. */
export type Messages = Readonly<Record<MessageKey, string>>;

/** What a chunk of one language exports. */
export interface Catalogue {
  readonly language: string;
  readonly rightToLeft: boolean;
  readonly messages: Readonly<Partial<Record<MessageKey, string>>>;
}
