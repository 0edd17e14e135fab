import {createIssuer, migrations as issuerMigrations} from '../../../src/service/issuer/index.js';
import {silentLogger} from '../../../src/service/http/log.js';
import {createOrigins} from '../../../src/service/merchant.js';
import type {Origins} from '../../../src/service/merchant.js';
import {openMerchants} from '../../../src/service/merchants.js';
import type {Merchants} from '../../../src/service/merchants.js';
import type {Issuer, ServiceSettings, ServiceUrls} from '../../../src/service/parts.js';
import {loadPassportKeys} from '../../../src/service/passport/keys.js';
import {createDeadTokens} from '../../../src/service/passport/dead-tokens.js';
import {createPassport} from '../../../src/service/passport/passport.js';
import type {Passport} from '../../../src/service/passport/passport.js';
import {createShopperSessions} from '../../../src/service/passport/sessions.js';
import type {ShopperSessions} from '../../../src/service/passport/sessions.js';
import {defaultSettings} from '../../../src/service/settings.js';
import {migrate} from '../../../src/service/storage/migrate.js';
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
  };
  const settings = defaultSettings();
  const merchants = await openMerchants({
    ...{database, clock, development: false},
    home: {...keys, allowRaw: true},
    others: [{...foreignKeys, allowRaw: true}],
  });
  const merchant = merchants.home.id;
  const issuer = await createIssuer(
    {clock, database, vault, urls, settings, logger: silentLogger},
    // A directory that is silent is silent for no time.
    {wait: () => Promise.resolve()},
  );
  const signing = {clock, urls, settings, keys: await loadPassportKeys({database, vault, clock})};
  const passport = createPassport({...signing, deadTokens: createDeadTokens({database, clock})});
  const sessions = createShopperSessions(signing);
  const origins = createOrigins({database, development: false, configured: {[merchant]: [shop]}});
  return {merchants, merchant, origins, passport, sessions, issuer, urls, settings};
}
