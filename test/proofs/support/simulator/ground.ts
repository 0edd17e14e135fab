import {
  createIssuer,
  migrations as issuerMigrations,
} from '../../../../service/src/simulators/issuer/index.js';
import {silentLogger} from '../../../../service/src/platform/http/log.js';
import {createOrigins} from '../../../../service/src/domain/merchants/origins.js';
import type {Origins} from '../../../../service/src/platform/identity/merchant.js';
import {openMerchants, type Merchants} from '../../../../service/src/domain/merchants/merchants.js';
import type {Issuer} from '../../../../service/src/domain/ports/issuer.js';
import {loadPassportKeys} from '../../../../service/src/platform/identity/keys.js';
import {createRevokedTokens} from '../../../../service/src/platform/identity/revoked-tokens.js';
import {createPassport, type Passport} from '../../../../service/src/platform/identity/passport.js';
import {
  createShopperSessions,
  type ShopperSessions,
} from '../../../../service/src/platform/identity/sessions.js';
import {defaultCardLimits} from '../../../../service/src/platform/card-limits.js';
import {
  type ServiceSettings,
  type ServiceUrls,
  defaultSettings,
} from '../../../../service/src/platform/settings.js';
import {migrate} from '../../../../service/src/platform/storage/migrate.js';
import type {Rig, SetClock} from '../billing-rig.js';

/** Who the merchants of the simulation are. Everything that happens is the first one's; the other one only tries. */
export const keys = {publicKey: 'sec_simulated', secretKey: 'sk_simulated_secret_key'};
export const foreignKeys = {publicKey: 'sec_foreign', secretKey: 'sk_foreign_secret_key'};
export const shop = 'https://shop.example';

/** What all processes of a simulation find in place, and what does not die with them: keys, merchants and the bank. */
export interface Ground {
  readonly merchants: Merchants;
  readonly merchant: string;
  readonly origins: Origins;
  readonly passport: Passport;
  readonly sessions: ShopperSessions;
  /** The virtual bank itself, with books of its own. */
  readonly issuer: Issuer;
  readonly urls: ServiceUrls;
  readonly settings: ServiceSettings;
}

export async function openGround(rig: Rig, clock: SetClock): Promise<Ground> {
  const {database, vault} = rig;
  await migrate(database, issuerMigrations);
  const urls = {
    api: 'http://localhost:4100',
    fields: 'http://127.0.0.1:4101',
    issuer: 'http://127.0.0.1:4102',
    hosted: 'http://localhost:4100',
  };
  const settings = {
    ...defaultSettings(),
    // Every shopper enters the same few cards.
    cardLimits: {...defaultCardLimits, card: 1_000_000, customer: 1_000_000, merchant: 1_000_000},
  };
  const merchants = await openMerchants({
    ...{database, clock, development: false},
    home: {...keys, allowRaw: true},
    others: [{...foreignKeys, allowRaw: true}],
  });
  const merchant = merchants.home.id;
  const issuer = await createIssuer(
    {
      clock,
      database,
      vault,
      urls,
      settings,
      logger: silentLogger,
      mayShowFields: () => Promise.resolve(true),
    },
    // A directory that is silent is silent for no time.
    {wait: () => Promise.resolve()},
  );
  const signing = {clock, urls, settings, keys: await loadPassportKeys({database, vault, clock})};
  const passport = createPassport({...signing, revokedTokens: createRevokedTokens({database, clock})});
  const sessions = createShopperSessions(signing);
  const origins = createOrigins({database, development: false, configured: {[merchant]: [shop]}});
  return {merchants, merchant, origins, passport, sessions, issuer, urls, settings};
}
