import * as v from 'valibot';
import {epoch, instant, said, text, token, whole} from './atoms.js';

/** What the routes of addresses and countries answer. */
const part = v.object({name: text});

/** Components of an address by the names that deployments of the service give them. */
export const countryRules = v.object({
  country: text,
  name: said(text, 'In English.'),
  required: said(
    v.array(v.picklist(['StreetAddress', 'Locality', 'AdministrativeArea', 'PostCode'])),
    'Which of them an address needs.',
  ),
  StreetAddress: part,
  Locality: part,
  AdministrativeArea: v.optional(
    v.object({
      name: said(text, 'What the country calls a state.'),
      options: v.optional(
        said(v.array(v.object({id: text, name: text})), 'Those there are; without a list any text will do.'),
      ),
    }),
  ),
  PostCode: v.optional(
    v.object({
      name: text,
      pattern: v.optional(
        said(text, 'A regular expression for all of it, where it is simple to tell a slip.'),
      ),
    }),
  ),
});

export const address = v.object({
  token: token('addr'),
  owner: said(v.nullable(text), 'The customer who lives there; null if none was named.'),
  street1: text,
  street2: v.nullable(text),
  city: text,
  state: v.nullable(text),
  postal_code: v.nullable(text),
  country: text,
  created_at: epoch,
  updated_at: epoch,
});

/** A saved card as its shopper sees it. */
export const ownWalletItem = v.object({
  token: token('pm'),
  user: token('cus'),
  payment_method_token: token('pm'),
  deduplication_key: said(
    text,
    'The same for the same card with the same merchant. Says nothing else to anybody.',
  ),
  intent: text,
  last_4: text,
  instrument_type: said(text, 'The scheme, such as Visa.'),
  expiry_month: text,
  expiry_year: text,
  max_usage: said(v.nullable(whole), '1 for guests; null: no limit.'),
  usage_count: whole,
  address: said(v.nullable(address), 'The one that the shopper gave last.'),
  created_at: instant,
});

export const addressComponents: Readonly<Record<string, v.GenericSchema>> = {
  Address: address,
  OwnWalletItem: ownWalletItem,
  CountryRules: countryRules,
};
