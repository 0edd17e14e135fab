/** The migrations of the database, which run in the order of their names, and its columns with sealed values. */
import {addressMigrations} from './domain/addresses/addresses.js';
import {refundMigrations} from './domain/transactions/migrations.js';
import {checkoutMigrations} from './edges/checkout/migrations.js';
import {clockMigrations} from './platform/clock/persisted.js';
import {travelMigrations} from './platform/clock/travel.js';
import {vaultMigrations} from './domain/vault/vault.js';
import {cardMigrations, sealedCards} from './domain/vault/cards.js';
import {brandingMigrations} from './domain/merchants/branding.js';
import {merchantMigrations} from './domain/merchants/merchant.js';
import {revokedTokenMigrations} from './platform/identity/revoked-tokens.js';
import {passportMigrations, sealedPassportKeys} from './platform/identity/keys.js';
import {idempotencyMigrations} from './platform/idempotency/store.js';
import {networkMigrations} from './simulators/network/simulated.js';
import {customerMigrations} from './domain/customers/customers.js';
import {paymentMethodMigrations} from './domain/payment-methods/migrations.js';
import {trackerExpiryMigrations} from './domain/trackers/expiry.js';
import {trackerMigrations} from './domain/trackers/migrations.js';
import {owedReversalMigrations} from './domain/trackers/owed-reversals.js';
import {stepUpMigrations} from './domain/trackers/step-ups.js';
import {planMigrations} from './domain/plans/migrations.js';
import {subscriptionMigrations} from './domain/subscriptions/migrations.js';
import {eventMigrations} from './domain/events/migrations.js';
import {webhookMigrations} from './edges/webhooks/migrations.js';
import {velocityMigrations} from './domain/velocity/velocity.js';
import {sealedEndpointSecrets} from './edges/webhooks/secrets.js';
import {sealedAnswers} from './platform/idempotency/key.js';
import type {SealedColumn} from './platform/sealing.js';
import type {Migration} from './platform/storage/database.js';
import {guardMigrations} from './platform/storage/guard.js';
import {heartbeatMigrations} from './platform/storage/heartbeat.js';

/**
 * Shoppers' accounts were removed from the service. Older databases have applied the first migration, so
 * its name stays; the second drops the tables.
 */
const formerMigrations: readonly Migration[] = [
  {name: '0170_accounts', sql: ''},
  {
    name: '0172_no_accounts',
    sql: 'DROP TABLE IF EXISTS refresh_tokens, account_logins, login_tries, accounts;',
  },
];

/**
 * The migrations of platform, domain and edges. The hosted parts (fields and issuer) add theirs in
 * `start.ts`.
 */
export const coreMigrations: readonly Migration[] = [
  ...clockMigrations,
  ...heartbeatMigrations,
  ...vaultMigrations,
  ...cardMigrations,
  ...merchantMigrations,
  ...brandingMigrations,
  ...passportMigrations,
  ...revokedTokenMigrations,
  ...idempotencyMigrations,
  ...networkMigrations,
  ...customerMigrations,
  ...paymentMethodMigrations,
  ...trackerMigrations,
  ...owedReversalMigrations,
  ...trackerExpiryMigrations,
  ...stepUpMigrations,
  ...planMigrations,
  ...subscriptionMigrations,
  ...refundMigrations,
  ...eventMigrations,
  ...webhookMigrations,
  ...checkoutMigrations,
  ...travelMigrations,
  ...addressMigrations,
  ...formerMigrations,
  ...guardMigrations,
  ...velocityMigrations,
];

/** A new vault key reaches all of these. Fields and issuer add theirs, too. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedCards,
  sealedPassportKeys,
  sealedAnswers,
  sealedEndpointSecrets,
];
