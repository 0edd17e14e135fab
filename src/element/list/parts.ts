import {createWallet, type Wallet} from '../../adapter/wallet.js';
import type {Timers} from '../../flow/index.js';
import {browserTimers} from '../../gateways/timers.js';

/** Surroundings of the list; tests pass others. */
export interface ListParts {
  readonly createWallet: (url: string) => Partial<Wallet>;
  readonly timers: Timers;
}

export const browserParts: ListParts = {
  createWallet: (url) => createWallet({url, timers: browserTimers}),
  timers: browserTimers,
};
