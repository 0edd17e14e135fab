import type {Answer} from '../../protocol/answer.js';
import {read} from './readers.js';
import {at} from './sending.js';

/** Which part of a list is wanted. */
export interface PageOptions {
  /** 1 to 100, 20 when missing. */
  readonly limit?: number;
  /** Items before the page. */
  readonly offset?: number;
}

/** A page of a list. */
export interface ResultPage<Item> {
  /** How many there are on all pages. */
  readonly total: number;
  readonly items: readonly Item[];
}

const pageAt = <Item>(data: Answer, itemAt: (place: Answer) => Item): ResultPage<Item> => ({
  total: data.at('count').number(),
  items: data.at('list').items().map(itemAt),
});

/** Reads a list page by page (wire 1.7). Throws `answer-unreadable`. */
export const readPage = <Item>(answer: unknown, itemAt: (place: Answer) => Item): ResultPage<Item> =>
  read(answer, (root) => pageAt(root.at('data'), itemAt));

/** The same for a list that other deployments may answer whole, without a count. Throws `answer-unreadable`. */
export const readPageOrWhole = <Item>(answer: unknown, itemAt: (place: Answer) => Item): ResultPage<Item> =>
  read(answer, (root) => {
    const data = root.at('data');
    if (!Array.isArray(data.value)) return pageAt(data, itemAt);
    return {total: data.value.length, items: data.items().map(itemAt)};
  });

/** Query of what is given; empty when nothing is. */
export function queryOf(given: Readonly<Record<string, string | number | boolean | undefined>>): string {
  const entries = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** The path of one of them. Throws `request-refused` for what is no token. */
export const pathOf = (all: string, named: Readonly<Record<string, string>>): string => all + at`${named}`;
