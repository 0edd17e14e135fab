import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {check, openStreet, type Changes, type Street, type World} from './shop.js';

export const html = (text: string, headers: Record<string, string> = {}) =>
  new Response(`<!doctype html><title>Shop</title>${text}`, {
    headers: {'content-type': 'text/html', ...headers},
  });

/** Answers one path in the handler's place. */
export const instead =
  (path: string, respond: (request: Request) => Response): NonNullable<Changes['between']> =>
  (request, handle) =>
    new URL(request.url).pathname === path ? Promise.resolve(respond(request)) : handle(request);

/** Sets headers of one path's responses, as a middleware does. */
export const withHeaders =
  (path: string, change: (headers: Headers) => void): NonNullable<Changes['between']> =>
  async (request, handle) => {
    const response = await handle(request);
    if (new URL(request.url).pathname === path) change(response.headers);
    return response;
  };

export interface BrokenShop {
  /** What is wrong, and words of the sentences that must say so. */
  readonly wrong: Readonly<Record<string, RegExp>>;
  readonly changes?: Changes | ((street: Street) => Changes | Promise<Changes>);
  readonly args?: readonly string[];
  readonly world?: World | ((street: Street) => World);
}

/** Each shop is right but for one thing, and the check names that thing and no other. */
export function itNames(
  shops: Readonly<Record<string, BrokenShop>>,
  more: (street: () => Street) => void = () => undefined,
): void {
  describe('npx card-vault check, against broken shops, names it when', () => {
    let street: Street;
    before(async () => (street = await openStreet()));
    after(() => street.close());

    for (const [title, {wrong: expected, ...one}] of Object.entries(shops)) {
      it(title, async () => {
        const {changes = {}, args = [], world = {}} = one;
        const shop = await street.shop(typeof changes === 'function' ? await changes(street) : changes);
        const {exitCode, wrong} = await check(
          shop,
          args,
          typeof world === 'function' ? world(street) : world,
        );
        assert.deepEqual(Object.keys(wrong), Object.keys(expected), JSON.stringify(wrong, null, 1));
        for (const [name, words] of Object.entries(expected)) assert.match(wrong[name]!, words);
        assert.equal(exitCode, 1);
      });
    }
    more(() => street);
  });
}
