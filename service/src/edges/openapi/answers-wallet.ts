import * as v from 'valibot';
import {describe, instant, text, token, integer} from './atoms.js';

const paymentMethodToken = token('pm');

const givenConsent = v.object({text, language: text, given_at: instant});

/** What the shopper agreed to when the card was saved; null where nothing was sent. */
export const consent = v.nullable(givenConsent);

/** A saved payment method, as the wallet routes of the merchant's server show it. */
export const walletItem = v.object({
  token: paymentMethodToken,
  kind: text,
  max_usage: describe(v.nullable(integer), 'How often it may be used: 1 for guests, null for no limit.'),
  usage_count: integer,
  usage_interval: v.nullable(text),
  is_deleted: v.boolean(),
  is_default: v.boolean(),
  consent,
  consents: describe(
    v.array(givenConsent),
    'All consents that were given for this card, from the oldest; a later one replaces none.',
  ),
  expires_at: v.object({seconds: integer}),
  cybersource: v.object({
    token: v.nullable(text),
    customer_payment_method: paymentMethodToken,
    scheme: text,
    bin: text,
    last_four: text,
    expiry_month: text,
    expiry_year: text,
  }),
});

/** Schemas that the description references by name. */
export const walletComponents: Readonly<Record<string, v.GenericSchema>> = {WalletItem: walletItem};
