import type {Page} from '@playwright/test';

export type Library = 'turbo' | 'htmx' | 'jquery' | 'react' | 'vue' | 'morphs';

export const tag = (more = '', inside = '') =>
  `<card-vault id="card" session-url="/card-vault/session" ${more}>${inside}</card-vault>`;

/** What the shopper sees after the page has changed, who had typed into both card fields. */
export type Seen =
  /** What was typed. */
  | 'kept'
  /** Empty fields, and a sentence that says why. */
  | 'asked again'
  /** The form as at the beginning. */
  | 'new';

export interface Way {
  readonly name: string;
  readonly library: Library;
  readonly head?: string;
  /** `MARKUP` in it is what the kit writes. */
  readonly body: string;
  /** A module of the page. It sets `change`. */
  readonly script?: string;
  /** A second page of the shop; `OTHER` in the first is its address. */
  readonly other?: string;
  change(page: Page): Promise<unknown>;
  readonly seen: Seen;
  /** Times that the shop's server is asked for a session, in all. */
  readonly sessions: number;
}
