/** Who calls: the merchants and their web origins, tokens, shoppers' sessions and guards. */
import {merchantId, openMerchants, type Merchants} from '../domain/merchants/merchants.js';
import {createOrigins, type OriginLists} from '../domain/merchants/origins.js';
import {createGuards, type GuardDependencies, type Guards} from '../platform/identity/guards.js';
import {loadPassportKeys} from '../platform/identity/keys.js';
import {createPassport, type Passport} from '../platform/identity/passport.js';
import {createRevokedTokens, type RevokedTokens} from '../platform/identity/revoked-tokens.js';
import {createShopperSessions, type ShopperSessions} from '../platform/identity/sessions.js';
import type {Ground} from './ground.js';

export interface Identity {
  readonly merchants: Merchants;
  readonly origins: OriginLists;
  readonly revokedTokens: RevokedTokens;
  readonly passport: Passport;
  readonly sessions: ShopperSessions;
  readonly guards: Guards;
}

/** @param customers - The guards refuse the token of a customer who has been removed. */
export async function composeIdentity(
  {options, database, vault, clock, urls, settings, logger}: Ground,
  {customers}: Pick<GuardDependencies, 'customers'>,
): Promise<Identity> {
  const development = !options.production;
  const {publicKey, secretKey, allowRaw, merchantName: name, merchants: others} = options;
  const home = {publicKey, secretKey, allowRaw, ...(name !== '' && {name})};
  const merchants = await openMerchants({database, clock, development, home, others});
  const configured = Object.fromEntries([
    ...others.map((other) => [merchantId(other.publicKey), other.origins ?? []] as const),
    [merchants.home.id, options.origins] as const,
  ]);
  const origins = createOrigins({
    database,
    development,
    anyOrigin: options.rehearse !== undefined,
    configured,
  });
  const keys = await loadPassportKeys({database, vault, clock});
  const revokedTokens = createRevokedTokens({database, clock});
  const passport = createPassport({keys, clock, urls, settings, revokedTokens});
  const sessions = createShopperSessions({keys, clock, urls, settings});
  const guards = createGuards({
    merchants,
    origins,
    customers,
    passport,
    sessions,
    revokedTokens,
    logger,
    urls,
  });
  return {merchants, origins, revokedTokens, passport, sessions, guards};
}
