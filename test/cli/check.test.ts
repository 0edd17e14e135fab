import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {Street, allOptions, check, run} from './support/shop.js';

describe('npx card-vault check, against a right shop', () => {
  let street: Street;
  before(async () => (street = await Street.open()));
  after(() => street.close());

  it('finds nothing wrong and leaves nothing out', async () => {
    const {exitCode, text} = await run(allOptions(await street.shop()));
    console.log(text);
    assert.equal(exitCode, 0);
    assert.match(text, /\n19 ok, 0 wrong, 0 not tried$/);
  });
});
