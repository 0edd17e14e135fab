import type {Billing} from '../../domain/billing/billing.js';
import type {Clock} from '../../platform/clock/clock.js';
import type {Customers} from '../../domain/customers/customers.js';
import {maskedName} from '../../domain/customers/masked-name.js';
import type {Merchant, Origins} from '../../platform/identity/merchant.js';
import type {Branding} from '../../domain/merchants/branding.js';
import type {Merchants} from '../../domain/merchants/merchants.js';
import type {Vault} from '../../platform/sealing.js';
import type {Logger} from '../../platform/logger.js';
import type {Passport} from '../../platform/identity/passport.js';
import type {RevokedTokens} from '../../platform/identity/revoked-tokens.js';
import type {PaymentMethods} from '../../domain/payment-methods/payment-methods.js';
import type {Database} from '../../platform/storage/database.js';
import type {Subscriptions} from '../../domain/subscriptions/subscriptions.js';
import type {SharedDependencies} from '../../domain/trackers/context.js';
import type {Language} from './language.js';
import type {CheckoutSession, CheckoutSessions} from './session.js';
import type {ReturnUrls} from './return-urls.js';

/**
 * Dependencies of the hosted pages. The pages act as the shop's server for `<card-vault>`, so they need
 * everything that trackers need.
 */
export interface CheckoutTools extends SharedDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly vault: Vault;
  readonly logger: Logger;
  readonly merchants: Merchants;
  readonly origins: Origins;
  readonly customers: Customers;
  readonly methods: PaymentMethods;
  readonly passport: Passport;
  readonly revokedTokens: RevokedTokens;
  readonly subscriptions: Subscriptions;
  readonly charging: Pick<Billing, 'chargeFirst' | 'chargeNow'>;
  readonly sessions: CheckoutSessions;
  readonly returnUrls: ReturnUrls;
}

/** The context of one request to an open checkout session. */
export interface SessionContext {
  readonly session: CheckoutSession;
  readonly merchant: Merchant;
  readonly language: Language;
  /** The shop's name on the page. */
  readonly shop: string;
  readonly branding: Branding;
  /** Path of the page. */
  readonly self: string;
}

/** The customer that the page is for, masked. */
export async function whoOf(
  {customers}: Pick<CheckoutTools, 'customers'>,
  {session, language}: SessionContext,
): Promise<string> {
  const person = session.customer && (await customers.find(session.merchant, session.customer));
  return (person && maskedName(person)) || language.say('unnamedCustomer');
}

export const sessionPath = (token: string) => `/checkout/session/${token}`;
