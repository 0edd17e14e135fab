/** The schemas that the description references by name. */
import type * as v from 'valibot';
import {address, countryRules} from '../../domain/addresses/openapi.js';
import {customer} from '../../domain/customers/openapi.js';
import {ownWalletItem, walletItem} from '../../domain/payment-methods/openapi.js';
import {planAnswer} from '../../domain/plans/json.js';
import {subscriptionAnswer} from '../../domain/subscriptions/json.js';
import {
  action,
  card,
  enrollment,
  payment,
  paymentMethod,
  tracker,
} from '../../domain/trackers/openapi/answers.js';
import {transactionAnswer} from '../../domain/transactions/json.js';
import {errorEnvelope, status} from '../../platform/openapi/answers.js';
import {ledgerEntry} from '../sandbox/openapi-answers.js';

export const components: Readonly<Record<string, v.GenericSchema>> = {
  Error: errorEnvelope,
  Status: status,
  Customer: customer,
  Tracker: tracker,
  Action: action,
  Card: card,
  Enrollment: enrollment,
  Payment: payment,
  PaymentMethod: paymentMethod,
  WalletItem: walletItem,
  LedgerEntry: ledgerEntry,
  Address: address,
  OwnWalletItem: ownWalletItem,
  CountryRules: countryRules,
  Plan: planAnswer,
  Subscription: subscriptionAnswer,
  Transaction: transactionAnswer,
};
