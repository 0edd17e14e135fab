import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Page} from 'playwright';
import {startRecorded, type Recorded} from './index.js';
import {openShop, type Shop} from './support/browser.js';
import {newSession, type Session} from './support/shop.js';

const open = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'Origin, Content-Type, Authorization',
  'access-control-allow-methods': 'GET, POST, OPTIONS, PUT',
};

describe('what a page may ask of the recorded service (wire 9.1)', () => {
  let recorded: Recorded;
  let shop: Shop;
  let page: Page;
  let session: Session;

  before(async () => {
    recorded = await startRecorded();
    shop = await openShop();
    page = await shop.open();
    session = await newSession(recorded);
  });
  after(async () => {
    await shop.close();
    await recorded.stop();
  });

  /** The status and the body that the page reads, or why it reads none. */
  const ask = (path: string, more: {method?: string; headers?: Record<string, string>; body?: string} = {}) =>
    page.evaluate(
      ([url, init]) =>
        fetch(url, init).then(
          async (response) => `${response.status} ${await response.text()}`,
          (error: unknown) => String(error),
        ),
      [`${recorded.serviceUrl}${path}`, more] as const,
    );
  const action = (headers: Record<string, string> = {}, token = session.token) =>
    ask(`/order/payments/v3/${session.tracker}`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers},
      body: JSON.stringify({payload: {origin: shop.origin}}),
    });

  it('reads the answer of an action sent with type and token alone', async () => {
    assert.match(await action(), /^200 .*capture_context_jwt/);
  });

  for (const name of ['Idempotency-Key', 'X-Requested-With', 'X-Card-Vault-Version', 'Traceparent'])
    it(`is refused at the preflight with a header too many: ${name}`, async () => {
      const before = recorded.requests.length;
      assert.match(await action({[name]: 'one'}), /TypeError: Failed to fetch/);
      const [preflight, ...others] = recorded.requests.slice(before);
      assert.equal(preflight?.method, 'OPTIONS');
      assert.deepEqual(others, []);
    });

  it('is refused at the preflight with a method too many', async () => {
    const headers = {Authorization: `Bearer ${session.token}`};
    const path = `/user/customers/v1/${session.customer}`;
    assert.match(await ask(path, {method: 'DELETE', headers}), /TypeError/);
  });

  it('reads a refusal too, in its envelope', async () => {
    assert.match(
      await action({}, 'nothing'),
      /^401 {"code":"error.unauthorized_access","message":"strategies/,
    );
  });

  it('cannot read the reporter, unless it is open', async () => {
    const headers = {Authorization: `Bearer ${session.token}`};
    const path = `/reporter/api/v1/payments/${session.tracker}`;
    assert.match(await ask(path, {headers}), /TypeError/);
    recorded.setBehaviour({reporter: 'open'});
    assert.match(await ask(path, {headers}), /^200 {"ok":true/);
    recorded.setBehaviour({reporter: 'closed'});
  });

  it('meets the same headers on every answer, success and error alike', async () => {
    const paths = ['/order/payments/v3/', `/order/payments/v3/${session.tracker}`, '/user/customers/v1/none'];
    for (const path of [...paths, '/client/passport/v1/token', '/client/nothing'])
      for (const secret of [recorded.secretKey, 'wrong'])
        for (const method of ['POST', 'OPTIONS']) {
          const headers = {'X-SFPY-MERCHANT-SECRET': secret};
          const answer = await fetch(`${recorded.serviceUrl}${path}`, {method, headers});
          const seen = Object.fromEntries(Object.keys(open).map((name) => [name, answer.headers.get(name)]));
          assert.deepEqual(seen, open, `${method} ${path} answered ${answer.status}`);
        }
  });

  it('finds no such header at the reporter, which varies by origin', async () => {
    const headers = {'X-SFPY-MERCHANT-SECRET': recorded.secretKey, Origin: shop.origin};
    const url = `${recorded.serviceUrl}/reporter/api/v1/payments/${session.tracker}`;
    const answer = await fetch(url, {headers});
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('vary'), 'Origin');
    assert.equal(answer.headers.get('access-control-allow-origin'), null);
  });

  it('leaves every header that it sent in the record, in its own spelling', async () => {
    await action();
    const {rawHeaders, body, headers} = recorded.requests.at(-1)!;
    assert.ok(
      rawHeaders.some(([name, value]) => name === 'Authorization' && value === `Bearer ${session.token}`),
    );
    assert.equal(headers['origin'], shop.origin);
    assert.deepEqual(JSON.parse(body), {payload: {origin: shop.origin}});
  });
});
