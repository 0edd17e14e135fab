import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {insertPlan} from './support/billing.js';
import {startTestService, string, type TestService} from './support/harness.js';
import {HostedBrowser, dataOf, jsonOf, linksOf, press} from './support/hosted-browser.js';
import {savedCard} from './support/payments.js';
import {resolveOptions} from '../src/options.js';

describe('API and hosted pages on two hosts', () => {
  let api: TestService;
  let links: ReturnType<typeof linksOf>;
  before(async () => {
    api = await startTestService({hostedPort: 0});
    links = linksOf(api);
  });
  after(() => api.service.close());
  const hosts = () => api.service.urls;
  const messageOf = async (address: string, init: RequestInit = {}) => {
    const response = await fetch(address, {redirect: 'manual', ...init});
    const {status} = JSON.parse(await response.text()) as {status: {errors: string[]}};
    return {status: response.status, message: status.errors.join(' ')};
  };

  it('have an address each, and their own health checks', async () => {
    assert.notEqual(hosts().hosted, hosts().api);
    for (const host of [hosts().hosted, hosts().api])
      assert.equal((await fetch(`${host}/readyz`)).status, 200);
  });

  for (const path of ['/checkout/subscribe?auth_token=t', '/embedded', '/portal', '/checkout/session/x']) {
    it(`the API answers ${path} with the address of the pages, and nothing of what was sent`, async () => {
      const {status, message} = await messageOf(hosts().api + path);
      assert.equal(status, 404);
      assert.equal(
        message,
        `The hosted pages have a host of their own: ${hosts().hosted}. Name it to the kit as hostedUrl.`,
      );
    });
  }

  for (const path of [
    '/order/payments/v3',
    '/client/plans/v1',
    '/user/customers/v1',
    '/docs',
    '/sandbox/v1/log',
    '/',
  ]) {
    it(`the pages' host answers ${path} with the address of the API`, async () => {
      for (const method of ['GET', 'POST']) {
        const {status, message} = await messageOf(hosts().hosted + path, {method});
        assert.equal(status, 404);
        assert.equal(
          message,
          `Only the hosted pages live here. The API is at ${hosts().api}: name that to the kit as serviceUrl.`,
        );
      }
    });
  }

  it('a saved card subscribes: cookie, form and script of the page stay at its host', async () => {
    const {user, method} = await savedCard(api);
    const plan = await insertPlan(api);
    const browser = new HostedBrowser(api);
    const {page} = await browser.open(await links.subscribe(plan.token, user));
    const {status, json} = await press(browser, page, method);
    assert.equal(status, 200, JSON.stringify(json));
    assert.match(string(json['next']), /state=active/);
  });

  it('a page may reach the API, read its answers, and frame the card fields; no other may', async () => {
    const {user} = await savedCard(api);
    const browser = new HostedBrowser(api);
    const {page} = await browser.open(await links.portal(user));
    const policy = page.headers.get('content-security-policy')!;
    assert.match(policy, new RegExp(`connect-src 'self' ${hosts().api};`));
    assert.match(policy, new RegExp(`frame-src 'self' ${hosts().fields};`));
    const preflight = (origin: string) =>
      fetch(`${hosts().api}/order/payments/v3/track_1`, {
        method: 'OPTIONS',
        headers: {origin, 'access-control-request-method': 'POST'},
      });
    const allowed = await preflight(hosts().hosted);
    assert.equal(allowed.status, 204);
    assert.equal(allowed.headers.get('access-control-allow-origin'), hosts().hosted);
    assert.equal((await preflight('https://evil.example')).status, 403);
    const refused = await fetch(`${hosts().api}/order/payments/v3/track_1`, {
      headers: {origin: hosts().hosted},
    });
    assert.equal(refused.headers.get('access-control-allow-origin'), hosts().hosted);
  });

  it('the token of a new card belongs to pages of the hosted host', async () => {
    const plan = await insertPlan(api);
    const browser = new HostedBrowser(api);
    const {page} = await browser.open(await links.subscribe(plan.token, await api.customer()));
    const answer = jsonOf(await browser.post(string(dataOf(page)['sessionUrl']), {}));
    assert.equal(answer['service_url'], hosts().api);
    const ask = (origin: string) =>
      fetch(`${hosts().api}/order/payments/v3/${string(answer['tracker'])}`, {
        method: 'POST',
        headers: {
          origin,
          authorization: `Bearer ${string(answer['time_based_token'])}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({payload: {}}),
      });
    const opened = await ask(hosts().hosted);
    assert.equal(opened.status, 200, await opened.clone().text());
    assert.equal((await ask(hosts().api)).status, 403);
  });
});

describe('a rehearsal with two hosts', () => {
  it('subscribes, has no portal, and lets its own page use the API as always', async () => {
    const api = await startTestService({hostedPort: 0, rehearse: true});
    const {hosted} = api.service.urls;
    try {
      assert.equal((await fetch(`${hosted}/portal`)).status, 404);
      assert.equal(
        (await fetch(`${hosted}/checkout/subscribe`)).headers.get('content-type'),
        'text/html; charset=utf-8',
      );
      assert.equal((await fetch(`${api.service.urls.api}/checkout/subscribe`)).status, 404);
    } finally {
      await api.service.close();
    }
  });
});

describe('options of a second host', () => {
  for (const [options, expected] of [
    [{hostedUrl: 'https://pages.example'}, /--hosted-url needs --hosted-port/],
    [{hostedPort: 70_000}, /hostedPort must be a port, 0 to 65535/],
    [{hostedPort: 1, hostedUrl: 'https://pages.example/path'}, /--hosted-url must be an https origin/],
    [
      {hostedPort: 1, hostedUrl: 'https://a.example', publicUrl: 'https://a.example'},
      /need an origin of their own each/,
    ],
  ] as const) {
    it(`${JSON.stringify(options)} is refused`, () => {
      assert.throws(() => resolveOptions(options), expected);
    });
  }
});
