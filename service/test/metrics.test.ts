import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {shop, startTestService, type TestService} from './support/harness.js';

void describe('figures and ids for operators', () => {
  let api: TestService;
  before(async () => (api = await startTestService({metricsPort: 0})));
  after(() => api.service.close());

  const figures = async () => {
    const response = await fetch(`${api.service.listening.metrics}/metrics`);
    assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    return response.text();
  };

  it('counts answers by route and status, and names no customer or key', async () => {
    const customer = await api.customer();
    await api.call(`/user/customers/v1/${customer}`);
    await api.call('/user/customers/v1/cus_unknown');
    const text = await figures();
    const route = 'method="GET",route="/user/customers/v1/:customer"';
    assert.match(text, new RegExp(`http_requests_total\\{${route},status="200"\\} 1\n`));
    assert.match(text, new RegExp(`http_requests_total\\{${route},status="404"\\} 1\n`));
    assert.doesNotMatch(text, new RegExp(`${customer}|sk_|mer_`));
    assert.match(text, /^card_vault_http_requests_shed_total 0$/m);
  });

  it('has the form that Prometheus reads', async () => {
    const text = await figures();
    for (const line of text.split('\n').filter(Boolean))
      assert.match(
        line,
        /^(# (HELP|TYPE) card_vault_\w+ .+|card_vault_\w+(\{[^{}]+\})? \d+(\.\d+)?(e-?\d+)?)$/,
      );
    const buckets = [
      ...text.matchAll(/seconds_bucket\{le="([^"]+)",route="\/user\/customers\/v1\/?"\} (\d+)/g),
    ];
    const counts = buckets.map(([, , count]) => Number(count));
    assert.equal(buckets.at(-1)![1], '+Inf');
    assert.deepEqual(
      counts,
      counts.toSorted((a, b) => a - b),
      'buckets are cumulative',
    );
  });

  it('is not on the ports that browsers reach', async () => {
    for (const url of [api.service.listening.api, api.service.listening.fields])
      assert.equal((await fetch(`${url}/metrics`)).status, 404);
  });

  it('takes the id that a proxy or the shop’s server gives a request, into the answer and the log', async () => {
    const id = 'shop-0a1b2c3d4e5f';
    const {headers} = await api.call('/user/customers/v1/', {
      body: {first_name: 'Ada'},
      headers: {'x-request-id': id},
    });
    assert.equal(headers.get('x-request-id'), id);
    assert.equal(api.logs.filter((line) => line.includes(`"request":"${id}"`)).length, 1);
    for (const forged of ['a', 'x'.repeat(65), 'a b c d e f', '"},{"level":"error"', shop]) {
      const answer = await api.call('/healthz', {headers: {'x-request-id': forged}});
      assert.match(answer.headers.get('x-request-id') ?? '', /^req_[\da-f-]{36}$/);
    }
  });
});
