/**
 * Schemas from which the answers of all routes are built. Those of requests, with error messages, are in
 * `platform/http/body.ts`.
 */
import * as v from 'valibot';
import {authenticationStatuses} from '../../../../src/protocol/index.js';
import {kinds} from '../errors.js';

export const text = v.string();
export const integer = v.pipe(v.number(), v.integer());
export const instant = v.pipe(text, v.isoTimestamp());
/** An object whose fields are not described, such as the merchant's own data. */
export const anyFields = v.record(text, v.unknown());
export const authenticationStatus = v.picklist(authenticationStatuses);
/** An instant in the format of trackers and addresses. */
export const epoch = v.object({seconds: integer, nanos: integer});
/** A token with this prefix, such as `cus_…`. */
export const token = (prefix: string) => v.pipe(text, v.regex(new RegExp(`^${prefix}_`)));
/** A schema with a description. */
export const describe = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));

export const amount = describe(text, 'Decimal string in units of the currency, such as 500 or 12.50.');
export const instantOrNull = v.nullable(instant);
export const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null;
export const minorUnits = describe(integer, 'Minor units, such as paisa or cents.');

/** `status` of every envelope that is not the reporter's. */
export const status = v.object({
  errors: describe(v.array(text), 'Empty on success.'),
  message: describe(text, '`success`, or what went wrong.'),
});

const warnings = v.optional(
  describe(
    v.array(text),
    'Only in development: the fields of the body that nothing has read, with what may have been meant. ' +
      'The header `Card-Vault-Warnings` has the same.',
  ),
);

/** Success envelope around `data`. */
export const envelope = <Data extends v.GenericSchema, More extends v.ObjectEntries>(
  data: Data,
  more?: More,
) => v.object({data, ...more, status, warnings});

/** The one shape of every error. */
export const errorEnvelope = v.object({
  data: v.null(),
  code: describe(text, 'Dotted and stable. Programs should decide by it.'),
  message: describe(text, 'For people; may change.'),
  fields: v.optional(
    describe(
      v.array(v.object({pointer: text, expected: text, got: v.picklist(kinds)})),
      'The refused fields: JSON pointer, expected value, and kind of the value sent.',
    ),
  ),
  status,
  warnings,
});

/** One page of a list. `count` is the length of the whole list. */
export const pageOf = <Item extends v.GenericSchema>(item: Item) =>
  v.object({
    count: integer,
    list: v.array(item),
    meta: v.object({offset: integer, limit: integer, sort_by: text, direction: text}),
  });

export const deleted = v.object({deleted: v.literal(true), token: text});

/** An answer that is said once: of each field its schema, and how it is read from what is stored. */
export const answerFrom =
  <Source>() =>
  <Entries extends v.ObjectEntries>(fields: {
    readonly [Name in keyof Entries]: readonly [
      Entries[Name],
      (source: Source) => v.InferOutput<Entries[Name]>,
    ];
  }) => {
    const names: readonly (keyof Entries)[] = Object.keys(fields);
    return {
      entries: Object.fromEntries(names.map((name) => [name, fields[name][0]])) as {
        [Name in keyof Entries]: Entries[Name];
      },
      json: (source: Source) =>
        Object.fromEntries(names.map((name) => [name, fields[name][1](source)])) as {
          [Name in keyof Entries]: v.InferOutput<Entries[Name]>;
        },
    };
  };
