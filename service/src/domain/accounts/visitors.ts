import {ServiceError} from '../../platform/errors.js';
import {peerAddress, relayedAddress} from '../../platform/http/address.js';
import {letPagesRead} from '../../platform/http/cors.js';
import type {ServiceContext} from '../../platform/http/env.js';
import {unauthorized} from '../../platform/http/envelope.js';
import {secretHeader} from '../../platform/http/guards.js';
import type {Merchant, Origins} from '../merchants/merchant.js';
import type {Merchants} from '../merchants/merchants.js';
import type {Login} from './logins.js';
import type {AddressLimits} from './tries.js';

/** Somebody without credentials of their own, and whose shopper they are or want to be. */
export interface Visitor {
  readonly merchant: Merchant;
  /** The merchant's server asks for them. */
  readonly relayed: boolean;
  /** The page they come from; one of the merchant's. */
  readonly origin: string | null;
}

/** Finds out whose shopper a visitor is: the secret key says so, or the public one, or there is one merchant only. */
export interface Visitors {
  /**
   * @param publicKey `merchant_api_key` of the request.
   * @throws {ServiceError} 401 for a key that is nobody's; 400 `merchant.unnamed`; 403 `origin_not_allowed`; 429
   *   `account.too_many_tries`.
   */
  greet(c: ServiceContext, publicKey: string | undefined): Promise<Visitor>;
  /**
   * As `greet`, for somebody who shows a token that belongs to a login: pages of the login's origin, or, where it has none, of the
   * merchant's.
   *
   * @returns the login, where it is this caller's to use.
   */
  welcome(
    c: ServiceContext,
    login: Login | undefined,
    publicKey: string | undefined,
  ): Promise<Login | undefined>;
}

export function createVisitors(deps: {
  readonly merchants: Merchants;
  readonly origins: Origins;
  readonly limits: AddressLimits;
}): Visitors {
  const {merchants, origins, limits} = deps;

  const named = (publicKey: string | undefined) =>
    publicKey === undefined ? merchants.only() : merchants.byPublicKey(publicKey);

  async function merchantOf(publicKey: string | undefined): Promise<Merchant> {
    const merchant = await named(publicKey);
    if (merchant) return merchant;
    if (publicKey !== undefined) {
      throw unauthorized('merchant_api_key is no merchant’s public key.', 'credentials_refused');
    }
    const why = 'Several merchants share this service. Name yours by its public key, in merchant_api_key.';
    throw new ServiceError(400, 'merchant.unnamed', why);
  }

  async function checkOrigin(c: ServiceContext, merchant: Merchant): Promise<string | null> {
    const origin = c.req.header('origin') ?? null;
    if (origin === null || (await origins.of(merchant).allows(origin))) return origin;
    throw new ServiceError(403, 'origin_not_allowed', 'The page’s origin is not one of this merchant’s.');
  }

  function introduce(c: ServiceContext, merchant: Merchant): Promise<void> {
    c.set('caller', {kind: 'visitor', merchant});
    return letPagesRead(c, origins.of(merchant));
  }

  /** Before any key or token is looked at: guessing is what is counted. A server's own calls are not a shopper's. */
  async function countCall(c: ServiceContext): Promise<Merchant | undefined> {
    const secret = c.req.header(secretHeader);
    if (secret === undefined) {
      limits.count(peerAddress(c));
      return undefined;
    }
    const merchant = await merchants.bySecretKey(secret);
    if (!merchant) throw unauthorized('The secret key is not one of this service.', 'credentials_refused');
    c.set('caller', {kind: 'secret', merchant});
    const address = relayedAddress(c);
    if (address !== undefined) limits.count(`${merchant.id} ${address}`);
    return merchant;
  }

  return {
    async greet(c, publicKey) {
      const server = await countCall(c);
      const merchant = server ?? (await merchantOf(publicKey));
      if (!server) await introduce(c, merchant);
      return {merchant, relayed: server !== undefined, origin: await checkOrigin(c, merchant)};
    },
    async welcome(c, login, publicKey) {
      const server = await countCall(c);
      const known = server === undefined || login?.merchant === server.id ? login : undefined;
      const merchant = server ?? (await (known ? merchants.byId(known.merchant) : named(publicKey)));
      // Whoever shows a token that is none need not say whose shopper they are; but then no page is told why it is refused.
      if (!merchant) return undefined;
      if (!server) await introduce(c, merchant);
      const origin = await checkOrigin(c, merchant);
      if (!known || known.origin === null || known.origin === origin) return known;
      const why = `The login belongs to pages of ${known.origin}, and the request does not come from one.`;
      throw new ServiceError(403, 'token_origin_mismatch', why);
    },
  };
}
