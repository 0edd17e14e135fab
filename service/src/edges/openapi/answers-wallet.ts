import * as v from 'valibot';
import {describe, text, token, integer} from './atoms.js';

const method = token('pm');

/** A saved payment method, as the wallet routes of the merchant's server show it. */
export const walletItem = v.object({
  token: method,
  kind: text,
  max_usage: describe(v.nullable(integer), 'How often it may be used: 1 for guests, null for no limit.'),
  usage_count: integer,
  usage_interval: v.nullable(text),
  is_deleted: v.boolean(),
  expires_at: v.object({seconds: integer}),
  cybersource: v.object({
    token: v.nullable(text),
    customer_payment_method: method,
    scheme: text,
    bin: text,
    last_four: text,
    expiry_month: text,
    expiry_year: text,
  }),
});

export const walletComponents: Readonly<Record<string, v.GenericSchema>> = {WalletItem: walletItem};
