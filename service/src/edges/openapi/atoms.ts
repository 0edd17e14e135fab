import * as v from 'valibot';

/**
 * What the answers of all routes are made of. Schemas of requests, with their messages, are in
 * `platform/http/body.ts`.
 */
export const text = v.string();
export const whole = v.pipe(v.number(), v.integer());
export const instant = v.pipe(text, v.isoTimestamp());
/** An instant as trackers and addresses write it: seconds since the epoch, and nanoseconds. */
export const epoch = v.object({seconds: whole, nanos: whole});
export const token = (prefix: string) => v.pipe(text, v.regex(new RegExp(`^${prefix}_`)));
/** A schema and what it means. */
export const said = <Schema extends v.GenericSchema>(schema: Schema, description: string) =>
  v.pipe(schema, v.description(description));
