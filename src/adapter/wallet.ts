import type {CallOptions, VaultAdapter} from '../flow/index.js';
import {CardVaultError} from '../protocol/errors.js';
import {readChangedMethod, readPaymentMethods} from '../protocol/payment.js';
import {readServiceError} from '../protocol/service-error.js';
import type {PaymentMethod} from '../protocol/types.js';
import {readReply} from './reply.js';

/** The saved cards of the shopper who is signed in. */
export type Wallet = Required<
  Pick<VaultAdapter, 'listPaymentMethods' | 'removePaymentMethod' | 'setDefaultPaymentMethod'>
>;

export interface WalletOptions {
  /** Address of the shop server's `/payment-methods` route; relative to the page. */
  readonly url: string;
  readonly fetch?: typeof fetch;
}

/** As it was when this script ran: what a later script of the page puts in its place is not used (guarantees 2.8). */
const {fetch: pageFetch} = globalThis;

/** Time limit of a request, in milliseconds. Each request is safe to repeat; the shopper decides. */
const limit = 30_000;

/**
 * The wallet routes of the shop's server. On its own, not on `http.ts`: a page that lists cards loads nothing of a save.
 */
export function createWallet({url, fetch: own = pageFetch}: WalletOptions): Wallet {
  async function ask(init: RequestInit, {signal}: CallOptions, token?: string): Promise<unknown> {
    const base = new URL(url, globalThis.location?.href);
    const address = new URL(base);
    if (token !== undefined)
      address.pathname = `${base.pathname.replace(/\/$/, '')}/${encodeURIComponent(token)}`;
    const limited = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
    // Called as a function of its own: some `fetch` refuse to be a method of something else.
    const sending = own(address.href, {
      cache: 'no-store',
      credentials: 'same-origin',
      signal: limited,
      ...init,
    });
    const reply = await sending.then(readReply).catch((cause: unknown) => {
      signal.throwIfAborted();
      const message = `The shop's server at ${base.origin} did not answer.`;
      throw new CardVaultError('shop-server-unreachable', message, {cause});
    });
    if (reply.status >= 400) throw readServiceError(reply.status, reply.body, 'shop');
    return reply.body;
  }

  return {
    async listPaymentMethods(options): Promise<readonly PaymentMethod[]> {
      return readPaymentMethods(await ask({headers: {Accept: 'application/json'}}, options));
    },
    async removePaymentMethod({token}, {keepalive = false, ...options}) {
      await ask({method: 'DELETE', keepalive}, options, token);
    },
    async setDefaultPaymentMethod({token}, options) {
      const body = JSON.stringify({is_default: true});
      const headers = {'Content-Type': 'application/json'};
      return readChangedMethod(await ask({method: 'PUT', headers, body}, options, token));
    },
  };
}
