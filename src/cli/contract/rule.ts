import type {Shop} from './shop.js';

/** One rule of site/contract.md. */
export interface Rule<Name extends string = string> {
  readonly check: Name;
  /** Heading of its section, without marks. */
  readonly section: string;
  /** Said where it is kept. */
  readonly kept: string;
  /** Said where it is broken: what the shop should do. */
  readonly next: string;
  /**
   * Tries it. A sentence instead of `kept`, where there is more to say.
   *
   * @throws Broken, NotTried
   */
  readonly attempt: (shop: Shop) => Promise<string | undefined>;
}

export const everyRoute = 'Rules of every route';
