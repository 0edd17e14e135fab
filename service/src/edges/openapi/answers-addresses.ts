/** Answers of the routes of addresses, countries, and a shopper's own wallet. */
import * as v from 'valibot';
import {epoch, instant, describe, text, token, integer} from './atoms.js';

const addressPart = v.object({name: text});

/** Rules for the parts of an address. The names of the parts follow existing clients. */
export const countryRules = v.object({
  country: text,
  name: describe(text, 'The country’s name in English.'),
  required: describe(
    v.array(v.picklist(['StreetAddress', 'Locality', 'AdministrativeArea', 'PostCode'])),
    'The parts that an address must have.',
  ),
  StreetAddress: addressPart,
  Locality: addressPart,
  AdministrativeArea: v.optional(
    v.object({
      name: describe(text, 'The country’s word for a state.'),
      options: v.optional(
        describe(
          v.array(v.object({id: text, name: text})),
          'All states. Without this list, any text is accepted.',
        ),
      ),
    }),
  ),
  PostCode: v.optional(
    v.object({
      name: text,
      pattern: v.optional(
        describe(text, 'A regular expression for the whole postal code, if the country has a simple format.'),
      ),
    }),
  ),
});

export const address = v.object({
  token: token('addr'),
  owner: describe(v.nullable(text), 'The customer whose address it is; null if none was given.'),
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
  deduplication_key: describe(
    text,
    'Equal for the same card of the same merchant. Nothing else can be learned from it.',
  ),
  intent: text,
  last_4: text,
  instrument_type: describe(text, 'The scheme, such as Visa.'),
  expiry_month: text,
  expiry_year: text,
  max_usage: describe(v.nullable(integer), 'How often it may be used: 1 for guests, null for no limit.'),
  usage_count: integer,
  address: describe(v.nullable(address), 'The shopper’s latest address.'),
  created_at: instant,
});

/** Schemas that the description references by name. */
export const addressComponents: Readonly<Record<string, v.GenericSchema>> = {
  Address: address,
  OwnWalletItem: ownWalletItem,
  CountryRules: countryRules,
};
