/**
 * Schemas from which the answers of all routes are built. Those of requests, with error messages, are in
 * `platform/http/body.ts`.
 */
import * as v from 'valibot';
import {authenticationStatuses} from '../../../../src/protocol/index.js';

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
