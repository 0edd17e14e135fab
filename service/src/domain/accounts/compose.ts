import type {Clock} from '../../platform/clock/clock.js';
import type {Customers} from '../customers/customers.js';
import type {Origins} from '../merchants/merchant.js';
import type {Merchants} from '../merchants/merchants.js';
import type {ServiceSettings, Vault} from '../../platform/parts.js';
import type {DeadTokens} from '../../platform/passport/dead-tokens.js';
import type {ShopperSessions} from '../../platform/passport/sessions.js';
import type {Database} from '../../platform/storage/database.js';
import {createAccounts} from './accounts.js';
import {createLogins} from './logins.js';
import {createPasswords} from './passwords.js';
import {AddressLimits, createLoginTries} from './tries.js';
import {createVisitors} from './visitors.js';

/** Accounts of shoppers: who has one, what they log in with, and what keeps others from guessing. */
export function composeAccounts(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly customers: Customers;
  readonly sessions: ShopperSessions;
  readonly deadTokens: DeadTokens;
  readonly merchants: Merchants;
  readonly origins: Origins;
  readonly settings: ServiceSettings;
}) {
  return {
    accounts: createAccounts(deps),
    logins: createLogins(deps),
    tries: createLoginTries(deps),
    passwords: createPasswords(() => deps.settings.passwordCost),
    visitors: createVisitors({...deps, limits: new AddressLimits()}),
  };
}

export type AccountParts = ReturnType<typeof composeAccounts>;
