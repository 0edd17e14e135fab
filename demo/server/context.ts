import type {MarkupOptions} from 'card-vault/server';
import type {Settings} from './settings.js';
import type {Shopper} from './shoppers.js';

/** What the shop knows when it draws a page. */
export interface Context {
  readonly nonce: string;
  readonly settings: Settings;
  readonly shopper: Shopper;
  /** Token of the card that pays for the box. */
  readonly chosen: string | undefined;
  /** The integrity hashes of the ready scripts, by their names. */
  readonly integrity: Integrity;
  /** The tag `<card-vault>`, drawn before its script is there. */
  readonly tag: (options: MarkupOptions) => string;
}

export type Integrity = Readonly<Record<string, string>>;
