import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {it} from 'node:test';
import {signWebhook, webhookHeaders} from '../../../src/protocol/index.js';
import {webhookRequest} from '../../../src/testing/index.js';
import {page, partner} from './app.mjs';

export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Where a kit answers, and whom it knows. */
export interface Place {
  readonly url: string;
  readonly customer: string;
  readonly serviceUrl: string;
}

type Json = Readonly<Record<string, unknown>>;
interface Sending {
  readonly as?: string;
  readonly origin?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly body?: BodyInit;
}

const utf8 = new TextEncoder();
/** `{"plan":"José"}` in Latin-1. */
const latin1 = utf8.encode('{"plan":"Jos_"}').map((byte) => (byte === 0x5f ? 0xe9 : byte));

/** What is refused before anything is done, by its status and code. */
const refused: Readonly<Record<string, readonly [string, string, Sending, number, string]>> = {
  'somebody who is not signed in': ['POST', '/session', {as: ''}, 401, 'login.required'],
  'a page of another site': ['POST', '/session', {origin: 'https://evil.example'}, 403, 'request.cross_site'],
  'a program that names no page': ['POST', '/session', {origin: ''}, 403, 'request.cross_site'],
  'text that is no JSON by its type': [
    ...(['POST', '/session', {type: 'text/plain', body: '{}'}, 415, 'request.content_type'] as const),
  ],
  'a body without a type': [
    'DELETE',
    '/payment-methods/pm_1',
    {body: utf8.encode('{}')},
    415,
    'request.content_type',
  ],
  'another charset': [
    ...(['POST', '/subscribe', {type: 'application/json; charset=iso-8859-1', body: latin1}, 415] as const),
    'request.content_type',
  ],
  'a compressed body': [
    ...([
      'POST',
      '/subscribe',
      {headers: {'content-encoding': 'zstd'}, type: 'application/json', body: 'x'},
    ] as const),
    ...([415, 'request.content_type'] as const),
  ],
  'bytes that are no UTF-8': [
    ...(['POST', '/subscribe', {type: 'application/json', body: latin1}, 400, 'request.not_json'] as const),
  ],
  'JSON that ends early': [
    ...([
      'POST',
      '/subscribe',
      {type: 'application/json', body: '{"plan":'},
      400,
      'request.not_json',
    ] as const),
  ],
  'a body above the limit': [
    ...(['POST', '/subscribe', {type: 'application/json', body: ' '.repeat(16_385)}, 413] as const),
    'request.too_large',
  ],
  'a stranger’s tracker': ['POST', '/session/track_404/complete', {}, 404, 'tracker.not_found'],
  'an address of nobody': ['GET', '/nothing', {}, 404, 'route.not_found'],
  'another method': ['PATCH', '/session', {}, 405, 'route.method_not_allowed'],
};

/** How the place takes events: it has the bytes that were signed, or says that something took them. */
export type Webhooks = 'verified' | 'configuration.missing';

/** The contract of the kit, over HTTP: the same at every runtime, and behind every body parser. */
export function keepsContract(
  place: () => Place,
  webhooks: Webhooks = 'verified',
  parsed: readonly string[] = [],
): void {
  const send = async (method: string, path: string, {as, origin = page, type, headers, body}: Sending = {}) =>
    fetch(
      `${place().url}${path.startsWith('/down') || path.startsWith('/silent') || path === '/seen' ? '' : '/card-vault'}${path}`,
      {
        ...{method, signal: AbortSignal.timeout(120_000)},
        redirect: 'manual',
        headers: {
          ...(as !== '' && {'x-shopper': as ?? place().customer}),
          ...(method !== 'GET' && origin !== '' && {origin}),
          ...(type !== undefined && {'content-type': type}),
          ...headers,
        },
        ...(body !== undefined && {body}),
      },
    );
  const ask = async (method: string, path: string, sending?: Sending): Promise<Json> => {
    const answer = await send(method, path, sending);
    const text = await answer.text();
    assert.equal(answer.status, 200, text);
    return JSON.parse(text) as Json;
  };
  const seen = async () => (await ask('GET', '/seen')) as {errors: string[]; handled: string[]};

  it('saves a card, and lists it, makes it the default and removes it by requests without content', async () => {
    const session = await ask('POST', '/session');
    const {tracker, time_based_token: token, return_url: back} = session as Record<string, string>;
    for (const payload of [
      {
        payment_method: {
          card: {
            card_number: '4000000000002701',
            expiration_month: '01',
            expiration_year: '2030',
            cvv: '123',
          },
        },
      },
      {authentication_setup: {success_url: back, failure_url: back}},
      {authorization: {do_capture: false}},
    ]) {
      const answer = await fetch(`${place().serviceUrl}/order/payments/v3/${tracker}`, {
        method: 'POST',
        headers: {authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: page},
        body: JSON.stringify({payload}),
      });
      assert.ok(answer.ok, await answer.text());
    }
    const renewed = await ask('POST', `/session/${tracker}/token`, {type: 'application/json', body: '{}'});
    assert.equal(renewed['tracker'], tracker);
    assert.equal((await ask('GET', `/session/${tracker}/payment`))['ok'], true);
    const completed = await ask('POST', `/session/${tracker}/complete`);
    const {token: card} = completed['payment_method'] as {token: string};
    const cards = async () =>
      (
        (await ask('GET', '/payment-methods'))['payment_methods'] as {token: string; is_default?: boolean}[]
      ).map((one) => [one.token, one.is_default]);
    // A first card is the default.
    for (const isDefault of [true, false]) {
      assert.deepEqual(await cards(), [[card, isDefault]]);
      await ask('PUT', `/payment-methods/${card}`, {
        type: 'application/json; charset=UTF-8',
        body: `{"is_default":${!isDefault}}`,
      });
    }
    assert.deepEqual(await cards(), [[card, true]]);
    assert.deepEqual(await ask('DELETE', `/payment-methods/${card}`), {deleted: true});
    assert.deepEqual(await cards(), []);
    assert.deepEqual((await seen()).errors, []);
  });

  for (const [what, [method, path, sending, status, code]] of Object.entries(refused)) {
    // A parser of the shop's own refuses or rewrites these before the kit sees them.
    if (parsed.includes(what)) continue;
    it(`refuses ${what}`, async () => {
      const answer = await send(method, path, sending);
      const text = await answer.text();
      assert.deepEqual([answer.status, (JSON.parse(text) as Json)['code']], [status, code], text);
      assert.match(answer.headers.get('x-request-id') ?? '', /^[\w-]+$/);
      if (status === 405) assert.equal(answer.headers.get('allow'), 'POST');
    });
  }

  it('tells a page that the service is down or silent, and nothing of where it is', async () => {
    for (const [kit, status, code, cause] of [
      ['/down', 502, 'service.unreachable', 'service-unreachable'],
      ['/silent', 504, 'request.timed_out', 'request-timed-out'],
    ] as const) {
      const answer = await send('POST', `${kit}/session`);
      const text = await answer.text();
      assert.deepEqual([answer.status, (JSON.parse(text) as Json)['code']], [status, code], text);
      assert.doesNotMatch(text, /127\.0\.0\.1|localhost:(?!5173)|ECONN|refused \(|sk_/i);
      assert.deepEqual((await seen()).errors, [cause]);
    }
  });

  it('lets a listed page of another origin in, and no other', async () => {
    const asks = {'access-control-request-method': 'DELETE'};
    const listed = await send('OPTIONS', '/payment-methods/pm_1', {origin: partner, headers: asks});
    assert.equal(listed.status, 204);
    assert.equal(listed.headers.get('access-control-allow-origin'), partner);
    const other = await send('OPTIONS', '/payment-methods/pm_1', {
      origin: 'https://evil.example',
      headers: asks,
    });
    assert.equal(other.headers.get('access-control-allow-origin'), null);
  });

  it('serves its pages, each with a policy that names its only script by its hash', async () => {
    const form = {type: 'application/x-www-form-urlencoded', origin: 'null', body: 'MD=1'};
    const answers = [
      await send('GET', '/frame'),
      await send('GET', '/return'),
      await send('POST', '/return', form),
    ];
    for (const answer of answers) {
      const [, script = ''] = /<script>([^]*)<\/script>/.exec(await answer.text()) ?? [];
      const hash = createHash('sha256').update(script).digest('base64');
      assert.equal(answer.status, 200);
      assert.ok(answer.headers.get('content-security-policy')?.includes(`script-src 'sha256-${hash}'`));
    }
    const file = await fetch(`${place().url}/.well-known/card-vault`);
    assert.deepEqual([file.status, /^sec_|^pk_/m.test(await file.text())], [200, true]);
  });

  const post = async (request: Request, change?: (body: string) => string) => {
    const body = await request.text();
    const headers = Object.fromEntries(request.headers);
    const answer = await fetch(`${place().url}/card-vault/webhooks`, {
      method: 'POST',
      headers,
      body: change?.(body) ?? body,
    });
    return [answer.status, ((await answer.json()) as Json)['code']] as const;
  };
  const plain = () =>
    webhookRequest('http://shop.test/', {type: 'subscription.cancelled'}, {secret: webhookSecret});
  /** As another writer of JSON would send it: only the bytes themselves carry its signature. */
  const spaced = async () => {
    const request = await plain();
    const body = (await request.clone().text()).replace(',', ' , ').replace('USD', '\\u0055SD');
    const timestamp = Number(request.headers.get(webhookHeaders.timestamp));
    const id = request.headers.get(webhookHeaders.id)!;
    const headers = new Headers(request.headers);
    headers.set(webhookHeaders.signature, await signWebhook(webhookSecret, {id, timestamp, body}));
    return new Request(request.url, {method: 'POST', headers, body});
  };

  it('takes a signed event once', async () => {
    const request = await plain();
    assert.deepEqual(await post(request.clone()), [200, undefined]);
    assert.deepEqual(await post(request.clone()), [200, undefined]);
    const {errors, handled} = await seen();
    assert.deepEqual([errors, handled.length], [[], 1]);
  });

  if (webhooks === 'verified') {
    it('takes an event by the bytes that were signed, and believes no other', async () => {
      assert.deepEqual(await post(await spaced()), [200, undefined]);
      assert.deepEqual(await post(await plain(), (body) => `${body} `), [401, 'webhook.signature_mismatch']);
      const {errors, handled} = await seen();
      assert.deepEqual([errors.length, handled.length], [1, 1]);
    });
  } else
    it('says that a parser took the bytes of an event, and never that its signature is wrong', async () => {
      assert.deepEqual(await post(await spaced()), [500, 'configuration.missing']);
      assert.deepEqual(await seen(), {errors: ['configuration-missing'], handled: []});
    });
}
