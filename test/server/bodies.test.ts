import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {shop} from './support/fake-service.js';
import {openShop, refusalIn} from './support/shop.js';

const part = new Uint8Array(1024).fill(0x20);

/** A body that never ends, and how many bytes were taken from it. */
function endless() {
  let taken = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken += part.length;
        controller.enqueue(part);
      },
    },
    {highWaterMark: 0},
  );
  return {body, taken: () => taken};
}

const posts = [
  ['/session', 401],
  ['/session/track_1/token', 401],
  ['/session/track_1/complete', 401],
  ['/relay/order/payments/v3/track_1', 401],
  ['/subscribe', 413],
  ['/webhooks', 413],
  ['/return', 200],
  ['/nothing', 404],
] as const;

void describe('bodies at the kit (E8)', () => {
  const {vault, ask} = openShop({
    relay: true,
    webhooks: {scheme: 'standard', secrets: ['whsec_Y2FyZC12YXVsdCBkZXZlbG9wbWVudCBzZWNyZXQ='], on: {}},
  });
  const post = (path: string, body: ReadableStream, headers: object = {}) =>
    vault.handle(
      new Request(`${shop}/card-vault${path}`, {
        method: 'POST',
        body,
        headers: {
          origin: shop,
          'sec-fetch-site': 'same-origin',
          'content-type': 'application/json',
          ...headers,
        },
        duplex: 'half',
      } as RequestInit),
    );

  for (const [path, status] of posts) {
    it(`POST ${path} without a login reads little of a body that never ends`, async () => {
      const {body, taken} = endless();
      const answer = await post(path, body);
      assert.equal(answer.status, status);
      const most = path === '/webhooks' ? 256 : 16;
      assert.ok(taken() <= (most + 2) * 1024, `${taken()} bytes`);
    });
  }

  // shows: attack 6
  it('a body that says it is too large is not read at all', async () => {
    for (const path of ['/subscribe', '/webhooks']) {
      const {body, taken} = endless();
      assert.equal((await post(path, body, {'content-length': '1073741824'})).status, 413);
      assert.equal(taken(), 0);
    }
  });

  it('the relay reads at most 64 kB of a shopper’s own tracker', async () => {
    const {tracker} = (await (await ask('POST', '/session')).json()) as {tracker: string};
    const {body, taken} = endless();
    const headers = {'x-shopper': 'cus_ada', authorization: 'Bearer token'};
    const answer = await post(`/relay/order/payments/v3/${tracker}`, body, headers);
    assert.equal(answer.status, 413);
    assert.ok(taken() <= 66 * 1024, `${taken()} bytes`);
  });

  it('the limit is 16 kB to the byte, and the refusal says so', async () => {
    const fits = JSON.stringify({plan: 'plan_1'}).padEnd(16 * 1024);
    assert.notEqual((await ask('POST', '/subscribe', {body: fits})).status, 413);
    const refusal = await refusalIn(await ask('POST', '/subscribe', {body: `${fits} `}));
    assert.deepEqual([refusal.status, refusal.code], [413, 'request.too_large']);
    assert.match(refusal.message, /16384 bytes/);
  });
});
