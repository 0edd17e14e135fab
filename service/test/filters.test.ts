import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {operationsOf} from '../src/edges/openapi/operations.js';
import {startTestService, string, type TestService} from './support/harness.js';

describe('filters of lists', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  const lists = operationsOf({sandbox: false}).filter(({query}) => query !== undefined && 'limit' in query);
  const countOf = async (path: string): Promise<unknown> =>
    (await api.call(path)).json['data']!['count'] as unknown;

  it('a filter that a list does not have is refused by name, with those it has', async () => {
    assert.equal(lists.length, 7);
    const made = await api.call('/client/webhooks/v1', {body: {url: 'https://shop.example/hook'}});
    const endpoint = string(made.json['data']!['token']);
    for (const {path} of lists) {
      const reply = await api.call(`${path.replace(':endpoint', endpoint)}?colour=blue`);
      assert.equal(reply.status, 400, path);
      assert.equal(reply.json['fields']![0]!['pointer'] as unknown, '/colour', path);
      assert.match(
        string(reply.json['message']),
        /^colour must be left out: this list takes .*limit, offset/,
      );
    }
  });

  it('so do the lists of the sandbox', async () => {
    const views = operationsOf({sandbox: true}).filter(
      ({path, query}) => path.startsWith('/sandbox/') && query !== undefined,
    );
    assert.equal(views.length, 14);
    for (const {path, query = {}} of views) {
      const reply = await api.call(`${path}?colour=blue`);
      assert.equal(reply.status, 400, path);
      const message = string(reply.json['message']);
      assert.match(message, /^colour must be left out: this list takes /, path);
      for (const name of Object.keys(query)) assert.ok(message.includes(name), `${path} names ${name}`);
    }
  });

  it('a described filter narrows the list to nothing when nothing fits', async () => {
    await api.tracker();
    assert.equal(await countOf('/user/customers/v1?email=nobody@example.com'), 0);
    assert.equal(await countOf('/reporter/api/v1/payments?customer=cus_none'), 0);
    assert.equal(await countOf('/reporter/api/v1/payments?state=TRACKER_VOIDED'), 0);
    assert.equal(await countOf('/reporter/api/v1/payments?mode=cof'), 0);
  });

  it('customers are found by address, payments by customer, state and mode', async () => {
    const email = 'grace@example.com';
    const user = await api.customer({email});
    await api.customer({email: 'ada@example.com'});
    const found = await api.call('/user/customers/v1?email=Grace@example.com');
    assert.deepEqual(
      [...found.json['data']!['list']!].map(({token}) => token as unknown),
      [user],
    );
    const tracker = await api.tracker({user, mode: 'payment', amount: 900});
    for (const query of [`customer=${user}`, 'mode=payment', `state=TRACKER_STARTED&customer=${user}`]) {
      const {json} = await api.call(`/reporter/api/v1/payments?${query}`);
      assert.deepEqual(
        [...json['data']!['list']!].map(({token}) => token as unknown),
        [tracker],
        query,
      );
    }
    assert.equal((await api.call('/reporter/api/v1/payments?state=lost')).status, 400);
  });
});
