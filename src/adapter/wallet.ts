import type {CallOptions, VaultAdapter} from '../flow/index.js';
import {readChangedMethod, readPaymentMethods} from '../protocol/payment.js';
import {readServiceError} from '../protocol/service-error.js';
import type {PaymentMethod} from '../protocol/types.js';
import {askShopInTime, type ShopCall, type ShopRequest} from './ask-shop.js';
import {resolve} from './page-address.js';

/** The saved cards of the shopper who is signed in. */
export type Wallet = Required<
  Pick<VaultAdapter, 'listPaymentMethods' | 'removePaymentMethod' | 'setDefaultPaymentMethod'>
>;

export interface WalletOptions extends Omit<ShopCall, 'signal'> {
  /** Address of the shop server's `/payment-methods` route; relative to the page. */
  readonly url: string;
}

/** The wallet routes of the shop's server. */
export function createWallet({url, ...how}: WalletOptions): Wallet {
  async function ask(
    request: Omit<ShopRequest, 'url'>,
    {signal}: CallOptions,
    token?: string,
  ): Promise<unknown> {
    const base = resolve(url);
    const address = new URL(base);
    if (token !== undefined)
      address.pathname = `${base.pathname.replace(/\/$/, '')}/${encodeURIComponent(token)}`;
    const reply = await askShopInTime({...request, url: address.href}, {...how, signal});
    if (reply.status >= 400) throw readServiceError(reply.status, reply.body, 'shop');
    return reply.body;
  }

  return {
    async listPaymentMethods(options): Promise<readonly PaymentMethod[]> {
      return readPaymentMethods(await ask({method: 'GET', headers: {Accept: 'application/json'}}, options));
    },
    async removePaymentMethod({token}, {keepalive = false, ...options}) {
      await ask({method: 'DELETE', keepalive}, options, token);
    },
    async setDefaultPaymentMethod({token}, options) {
      const body = {is_default: true};
      return readChangedMethod(await ask({method: 'PUT', body}, options, token));
    },
  };
}
