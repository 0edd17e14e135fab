import * as v from 'valibot';
import {invalidRequest, misfit} from '../errors.js';
import {check, clearText, record, text, wordOf} from './body.js';
import type {ServiceContext} from './env.js';
import {nearestOf} from './unknown-fields.js';

const maxItems = 100;
const defaultItems = 20;

/** A whole number in a query parameter, which is always text. */
const numberInText = (min: number, max: number) => {
  const expected = `a whole number from ${min} to ${max}`;
  return v.pipe(
    clearText(expected),
    v.regex(/^\d{1,9}$/, expected),
    v.transform(Number),
    v.minValue(min, expected),
    v.maxValue(max, expected),
  );
};
const sortKeys = ['created_at', 'updated_at'] as const;
const directions = ['asc', 'desc'] as const;

/**
 * Query parameters of every list: `limit` (1 to 100, default 20), `offset`, `sort_by`, `direction` (default
 * newest first).
 */
const pageQuery = record({
  limit: v.optional(numberInText(1, maxItems)),
  offset: v.optional(numberInText(0, 999_999_999)),
  sort_by: v.optional(wordOf(sortKeys), 'created_at'),
  direction: v.optional(v.pipe(text, v.toLowerCase(), wordOf(directions)), 'desc'),
});

/**
 * The requested part of a list. `sort_by` and `direction` come from closed lists, so they may be put into
 * SQL.
 */
export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly sort_by: 'created_at' | 'updated_at';
  readonly direction: 'asc' | 'desc';
}

const pageParameters = ['limit', 'offset', 'sort_by', 'direction'];

/**
 * Refuses a filter that a list does not have. If it were ignored, the caller would take the whole list for the
 * filtered one.
 *
 * @throws {ServiceError} 400 `request.invalid`, naming each unknown parameter.
 */
export function refuseOtherFilters(c: ServiceContext, known: readonly string[]): void {
  const unknown = Object.keys(c.req.query()).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const names = known.length < 2 ? known.join() : `${known.slice(0, -1).join(', ')} and ${known.at(-1)}`;
  throw invalidRequest(
    unknown.map((name) => {
      const meant = nearestOf(name, known);
      const hint = meant.length === 0 ? '' : ` (did you mean ${meant.join(' or ')}?)`;
      return misfit(`/${name}`, `left out${hint}: this list takes ${names}`);
    }),
  );
}

/**
 * Reads the page from a request's query.
 *
 * @param filters The filters of this list; only their names are used.
 * @throws {ServiceError} 400 `request.invalid`, naming each parameter that is unknown or wrong.
 */
export function readPage(c: ServiceContext, filters: Readonly<Record<string, unknown>> = {}): Page {
  refuseOtherFilters(c, [...Object.keys(filters), ...pageParameters]);
  const {limit = defaultItems, offset = 0, sort_by, direction} = check(pageQuery, c.req.query());
  return {limit, offset, sort_by, direction};
}

/**
 * `ORDER BY … LIMIT … OFFSET …`. Rows with equal times are ordered by token, so that every item is on
 * exactly one page.
 */
export const pageSql = ({limit, offset, sort_by, direction}: Page) =>
  `ORDER BY ${sort_by} ${direction}, token ${direction} LIMIT ${limit} OFFSET ${offset}`;

/** One page of a list (wire 1.7). `count` is the length of the whole list. */
export const pageJson = <Item>(page: Page, total: number, list: readonly Item[]) => ({
  count: total,
  list,
  meta: {offset: page.offset, limit: page.limit, sort_by: page.sort_by, direction: page.direction},
});
