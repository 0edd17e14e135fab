// Further: another client of the same routes; routes: `test/server/node-core.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {OutsideService, returnUrl, type Json} from './support/outside.js';
import {phpHeaders, phpRefusals, phpRequests, type PhpRequest} from './support/php-requests.js';

describe('the requests of the PHP client sfpy-php against the service', () => {
  let api: OutsideService;
  const known = new Map<string, string>();
  before(async () => {
    api = await OutsideService.start();
    const customer = await api.customer();
    const method = await api.saved(customer);
    const captured = await api.charged(customer, method);
    const held = await api.authorized(customer);
    const {publicKey} = api.service.keys;
    for (const one of Object.entries({customer, method, captured, held, publicKey, returnUrl}))
      known.set(...one);
  });
  after(() => api.close());

  const fill = (text: string): string =>
    text.replace(/\{(\w+)\}/g, (whole, name: string) => known.get(name) ?? whole);

  const send = ({method, path, body}: Omit<PhpRequest, 'call' | 'reads'>, key = api.service.keys.secretKey) =>
    api.ask({
      ...{method, path: fill(path), headers: phpHeaders(key)},
      ...(body !== undefined && {body: JSON.parse(fill(JSON.stringify(body))) as unknown}),
    });

  for (const request of phpRequests) {
    it(`${request.call}: ${request.method} ${request.path}`, async () => {
      const {status, text, json} = await send(request);
      assert.equal(Math.floor(status / 100), 2, text);
      for (const member of request.reads) assert.ok(at(json, member) !== undefined, `${member} in ${text}`);
      for (const [name, member] of Object.entries(request.keeps ?? {})) {
        known.set(name, String(at(json, member)));
      }
    });
  }

  for (const request of phpRefusals) {
    it(`${request.call} is refused with ${request.status}, in the text that the client reads`, async () => {
      const {status, text, json} = await send(request);
      assert.equal(status, request.status, text);
      assert.ok((json['status']!['errors'] as unknown as readonly string[]).length > 0, text);
    });
  }

  it('a wrong secret key is refused with 401, in the text that the client reads', async () => {
    const {status, json} = await send({method: 'GET', path: '/user/customers/v1/'}, 'sk_unknown');
    assert.equal(status, 401);
    assert.ok(Array.isArray(json['status']!['errors']));
  });
});

const at = (json: Json, member: string): unknown =>
  member.split('.').reduce<Json | undefined>((part, name) => part?.[name], json);
