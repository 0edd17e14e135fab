import * as v from 'valibot';

/** What the routes of addresses and countries answer. */
const text = v.string();
const said = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));
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

export const addressComponents: Readonly<Record<string, v.GenericSchema>> = {CountryRules: countryRules};
