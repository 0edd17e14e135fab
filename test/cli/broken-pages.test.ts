// Further: pages with one fault each; the command: `test/cli/check.test.ts`.
import assert from 'node:assert/strict';
import {it} from 'node:test';
import {check, login, run, webhookSecret} from './support/shop.js';
import {html, instead, itNames, withHeaders, type BrokenShop} from './support/broken-shop.js';

const shell = '/card-vault/frame';

const shops: Readonly<Record<string, BrokenShop>> = {
  'the policy of the page lacks the frames of the card fields and the service': {
    changes: {
      policy: (right) =>
        right
          .replace(/frame-src [^;]+/, "frame-src 'self'")
          .replace(/connect-src [^;]+/, "connect-src 'self'"),
    },
    wrong: {
      page: /frame-src lacks http:\/\/127\.0\.0\.1:\d+ \(the card fields\).*connect-src lacks http:\/\/localhost:\d+ \(the service\)/,
    },
  },
  'the policy of the page has no name for our Trusted Types': {
    changes: {policy: (right) => right.replace('trusted-types lit-html card-vault', 'trusted-types shop')},
    wrong: {page: /trusted-types lacks lit-html and card-vault/},
  },
  'the page pins another merchant than the session names': {
    changes: (street) => ({between: street.sessionWith({merchant: 'sec_of_another_merchant'})}),
    wrong: {page: /merchant attribute.*not the public key in the session.*Set the attribute/},
  },
  'the script of the card fields is not the one that the capture context names': {
    world: (street) =>
      street.withFetch(({pathname}) =>
        pathname.endsWith('/flex-microform.min.js')
          ? new Response('globalThis.Flex = class {};', {headers: {'access-control-allow-origin': '*'}})
          : undefined,
      ),
    wrong: {library: /The hash of \S+ is sha\d+-\S+, and the capture context names sha\d+-\S+/},
  },
  'the capture context is for another origin': {
    changes: async (street) => ({
      between: street.sessionWith({capture_context: await street.captureContext('https://other.example')}),
    }),
    wrong: {
      'capture-context': /is meant for https:\/\/other\.example, not for http:.*set publicUrl and origins/,
    },
  },
  'the capture context has been changed': {
    changes: async (street) => {
      const shop = await street.shop();
      const [head, , signature] = (await street.captureContext(shop.origin)).split('.');
      return {
        between: async (request, handle, {origin}) => {
          const [, claims] = (await street.captureContext(origin)).split('.');
          return street.sessionWith({capture_context: [head, claims, signature].join('.')})(
            request,
            handle,
            shop,
          );
        },
      };
    },
    wrong: {signature: /does not fit the key/},
  },
  "the shop's router answers the return page": {
    changes: {between: instead('/card-vault/return', () => html('<div id="app"></div>'))},
    wrong: {return: /GET without a login: \S+ answers with another page of the shop, or of its router/},
  },
  'the return page is behind the login': {
    changes: {
      between: (request, handle) =>
        request.url.includes('/return') && request.headers.get('cookie') !== login
          ? Promise.resolve(Response.redirect(new URL('/login', request.url)))
          : handle(request),
    },
    wrong: {return: /redirects to http:\/\/localhost:\d+\/login, perhaps a login page/},
  },
  'a framework refuses the form that the bank posts to the return page': {
    changes: {
      between: (request, handle) =>
        request.url.includes('/return') && request.method === 'POST'
          ? Promise.resolve(new Response(null, {status: 415}))
          : handle(request),
    },
    wrong: {return: /a form posted to it without a login: \S+ answers 415/},
  },
  "a middleware puts its own headers in place of the shell frame's": {
    changes: {
      between: withHeaders(shell, (headers) => {
        headers.delete('content-security-policy');
        headers.set('x-frame-options', 'DENY');
      }),
    },
    wrong: {frame: /X-Frame-Options is DENY.*keep middleware that sets security headers away/},
  },
  'a middleware adds a second policy to the shell frame': {
    changes: {
      between: withHeaders(shell, (headers) =>
        headers.append('content-security-policy', "script-src 'self'"),
      ),
    },
    wrong: {frame: /Content-Security-Policy \(script-src\) blocks its own script/},
  },
  'a middleware lets nobody frame the shell': {
    changes: {
      between: withHeaders(shell, (headers) =>
        headers.append('content-security-policy', "frame-ancestors 'none'"),
      ),
    },
    wrong: {frame: /frame-ancestors 'none', which excludes http:\/\/localhost/},
  },
  'the webhook secret is another one': {
    world: {secret: 'whsec_AAAAr8GKYqrTwjUPD8ILPZIo2LaLaSwAAAAAAAA='},
    wrong: {
      webhook: /refuses an event signed with CARD_VAULT_WEBHOOK_SECRET \(401, webhook\.signature_mismatch\)/,
    },
  },
  'the receiver of events expects another scheme': {
    args: ['--webhook-scheme', 'sfpy'],
    changes: {options: {webhooks: {secrets: ['0123456789abcdef'.repeat(4)], scheme: 'sfpy-data'}}},
    world: {secret: '0123456789abcdef'.repeat(4)},
    wrong: {webhook: /expects the scheme sfpy-data, not sfpy.*Set webhooks\.scheme/},
  },
  'a body parser changes events before they are verified': {
    changes: {
      between: async (request, handle) =>
        request.url.endsWith('/webhooks')
          ? handle(new Request(request, {body: `${JSON.stringify(await request.json(), null, 1)}\n`}))
          : handle(request),
    },
    wrong: {webhook: /signature_mismatch.*ahead of body parsers/},
  },
  'a receiver believes every event': {
    changes: {between: instead('/card-vault/webhooks', () => Response.json({}))},
    wrong: {webhook: /accepts an event with a false signature.*anybody can send/},
  },
};

itNames(shops, (street) => {
  it('the clock of this machine is an hour ahead', async () => {
    const shop = await street().shop();
    const world = {now: () => Date.now() + 3_600_000};
    const {wrong} = await check(shop, [], world);
    assert.deepEqual(Object.keys(wrong), ['capture-context', 'webhook']);
    assert.match(wrong['capture-context']!, /is not valid now/);
    assert.match(wrong['webhook']!, /timestamp_out_of_tolerance.*Set the clocks/);
  });

  it('a secret and a scheme do not belong together', async () => {
    const {session} = await street().shop();
    const args = ['--webhook', session, '--webhook-scheme', 'sfpy'];
    const {text} = await run(['check', session, ...args], {secret: webhookSecret});
    assert.match(
      text,
      /^wrong +webhook +CARD_VAULT_WEBHOOK_SECRET begins with whsec_, which the scheme "sfpy" does not use/m,
    );
  });

  it('a report-only policy would block the element later', async () => {
    const shop = await street().shop({
      between: withHeaders('/cards', (headers) => {
        headers.set('content-security-policy-report-only', "default-src 'self'");
        headers.delete('content-security-policy');
      }),
    });
    const {all, wrong} = await check(shop);
    assert.deepEqual(wrong, {});
    const {says} = all.find((one) => one.check === 'page')!;
    assert.match(says, /has no Content-Security-Policy.*mend this: default-src lacks http:\/\/127\.0\.0\.1/);
  });
});
