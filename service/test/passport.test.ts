import assert from 'node:assert/strict';
import {SignJWT, UnsecuredJWT, decodeJwt, decodeProtectedHeader, exportJWK, generateKeyPair} from 'jose';
import {createHmac} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {readableAfterEndMs} from '../src/domain/trackers/routes.js';
import {transientToken} from './support/fakes.js';
import {shop, startTestService, string, type Call, type TestService} from './support/harness.js';

describe('the time-based token (guarantees 3)', () => {
  let api: TestService;
  let tracker: string;
  let scoped: string;
  before(async () => {
    api = await startTestService();
    tracker = await api.tracker();
    scoped = await api.token({tracker, origin: shop});
  });
  after(() => api.service.close());
  const fetchWith = (token: string, origin: string | undefined = shop, of = tracker) =>
    api.call(`/reporter/api/v1/payments/${of}`, {token, ...(origin !== undefined && {origin})});

  it('names its tracker, customer, origin, actions and a random id; data is a bare string', async () => {
    const reply = await api.call('/client/passport/v1/token', {
      body: {tracker, origin: shop, expires_in: 60},
    });
    const token = string(reply.json['data']);
    const claims = decodeJwt(token);
    assert.deepEqual(
      {...decodeProtectedHeader(token), kid: undefined},
      {alg: 'EdDSA', typ: 'tbt+jwt', kid: undefined},
    );
    assert.equal(claims.sub, tracker);
    assert.equal(claims['ori'], shop);
    assert.equal(claims.aud, api.service.urls.api);
    assert.match(string(claims['cus']), /^cus_/);
    assert.ok(!(claims['act'] as string[]).includes('REVERSAL'));
    assert.equal(Buffer.from(string(claims.jti), 'base64url').length, 16);
    assert.equal(claims.exp! - claims.iat!, 60);
    assert.equal(reply.json['expires_at'] as unknown, new Date(claims.exp! * 1000).toISOString());
  });

  it('opens its own tracker from pages of its own origin', async () => {
    assert.equal((await fetchWith(scoped)).status, 200);
    assert.equal((await api.act(tracker, {origin: shop}, {token: scoped, origin: shop})).status, 200);
  });

  it('another origin, or none, is refused', async () => {
    for (const origin of ['https://evil.example', 'http://localhost:5173', 'null', undefined]) {
      const reply = await api.call(`/reporter/api/v1/payments/${tracker}`, {
        token: scoped,
        ...(origin !== undefined && {origin}),
      });
      assert.equal(reply.status, 403, origin);
      assert.equal(reply.json['code'], 'token_origin_mismatch');
    }
  });

  it('another tracker is answered as not found', async () => {
    const other = await api.tracker();
    const foreign = await fetchWith(scoped, shop, other);
    const unknown = await fetchWith(scoped, shop, 'track_00000000-0000-4000-8000-000000000000');
    assert.equal(foreign.status, 404);
    assert.equal(foreign.text, unknown.text);
    assert.equal((await api.act(other, {origin: shop}, {token: scoped, origin: shop})).status, 404);
  });

  it('makes no capture context for another origin', async () => {
    const page = {token: scoped, origin: shop};
    assert.equal((await api.act(tracker, {origin: 'https://evil.example'}, page)).status, 403);
  });

  it('never reverses, captures, or touches customers, wallets, metadata and tokens', async () => {
    const owing = await api.tracker();
    const token = await api.token({tracker: owing, origin: shop});
    const page = {token, origin: shop};
    await api.setUp(owing);
    await api.enroll(owing);
    assert.equal((await api.authorize(owing, page)).status, 200);
    const reversal = await api.act(owing, undefined, page);
    assert.equal(reversal.status, 403);
    assert.equal(reversal.json['code'], 'tracker.action_forbidden');
    const path = `/order/payments/v3/${owing}`;
    assert.equal((await api.call(`${path}/reversal`, {method: 'POST', ...page})).status, 403);
    for (const [method, address] of [
      ['POST', '/user/customers/v1/'],
      ['POST', '/order/payments/v3/'],
      ['POST', '/client/passport/v1/token'],
      ['POST', `${path}/metadata`],
      ['PUT', path],
      ['GET', '/user/customers/v1/cus_1/wallet/'],
    ] as const) {
      const reply = await api.call(address, {method, body: method === 'GET' ? undefined : {}, ...page});
      assert.equal(reply.status, 403, `${method} ${address}`);
      assert.equal(reply.json['code'], 'merchant_authentication_required');
    }
    assert.equal((await api.ledger(owing)).length, 1);
  });

  it('without a scope it calls every tracker action, as existing clients expect', async () => {
    const token = await api.token();
    const other = await api.tracker();
    for (const origin of [shop, undefined]) {
      const page = {token, ...(origin !== undefined && {origin})};
      assert.equal((await api.act(other, {origin: shop}, page)).status, 200);
      assert.equal((await api.call(`/reporter/api/v1/payments/${other}`, page)).status, 200);
    }
    const jwt = transientToken(other, '4000000000002701');
    const page = {token, origin: shop};
    await api.act(other, {payment_method: {flex: {transient_token_jwt: jwt}}}, page);
    await api.enroll(other);
    assert.equal((await api.authorize(other, page)).status, 200);
    assert.equal((await api.act(other, undefined, page)).status, 200);
    const stranger = await api.call(`/reporter/api/v1/payments/${other}`, {
      token,
      origin: 'https://evil.example',
    });
    assert.equal(stranger.json['code'], 'origin_not_allowed');
    assert.equal((await api.act(other, {origin: 'https://evil.example'}, {token})).status, 403);
  });

  it('ends two minutes after its tracker; a new one can only read the result', async () => {
    const ending = await api.tracker();
    const token = await api.token({tracker: ending, origin: shop, expires_in: 600});
    await api.setUp(ending);
    await api.enroll(ending, 'failed');
    const ended = api.service.clock.now().getTime();
    api.service.clock.advanceTo(new Date(ended + readableAfterEndMs - 1));
    assert.equal((await fetchWith(token, shop, ending)).status, 200);
    api.service.clock.advanceTo(new Date(ended + readableAfterEndMs));
    const act = (page: string) => api.act(ending, {origin: shop}, {token: page, origin: shop});
    for (const late of [await fetchWith(token, shop, ending), await act(token)]) {
      assert.equal(late.status, 401);
      assert.equal(late.json['code'], 'error.unauthorized_access');
      assert.deepEqual([...late.json['status']!['errors']!] as unknown, ['tbt_expired']);
      assert.equal(late.headers.get('access-control-allow-origin'), shop);
    }
    const fresh = await api.token({tracker: ending, origin: shop});
    assert.equal((await fetchWith(fresh, shop, ending)).status, 200);
    assert.equal((await act(fresh)).json['code'], 'tracker.ended');
    assert.equal(
      (await api.call(`/reporter/api/v1/payments/${ending}`)).status,
      200,
      'the server always may',
    );
  });

  it('ends with an expired tracker too', async () => {
    const forgotten = await api.tracker();
    const [row] = await api.service.database.query<{expires_at: Date}>(
      'SELECT expires_at FROM trackers WHERE token = $1',
      [forgotten],
    );
    api.service.clock.advanceTo(new Date(row!.expires_at.getTime() - 1000));
    const token = await api.token({tracker: forgotten, origin: shop});
    api.service.clock.advanceTo(row!.expires_at);
    assert.equal(
      (await fetchWith(token, shop, forgotten)).json['data']!['state'] as unknown,
      'TRACKER_EXPIRED',
    );
    api.service.clock.advanceTo(new Date(row!.expires_at.getTime() + readableAfterEndMs));
    assert.equal((await fetchWith(token, shop, forgotten)).status, 401);
    tracker = await api.tracker();
    scoped = await api.token({tracker, origin: shop});
  });

  it('expires while its tracker goes on', async () => {
    const token = await api.token({tracker, origin: shop, expires_in: 600});
    api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + 600_000));
    const late = await fetchWith(token);
    assert.deepEqual([late.status, [...late.json['status']!['errors']!]] as unknown[], [
      401,
      ['tbt_expired'],
    ]);
    scoped = await api.token({tracker, origin: shop});
  });

  it('is revoked by the merchant’s server without affecting other tokens', async () => {
    const end = (body: object, call: Call = {}) =>
      api.call('/client/passport/v1/token/revocation', {...call, body});
    const guest = await api.call('/user/v1/guest/', {body: {}});
    const session = string(guest.json['data']!['session']);
    const wallet = () => api.call('/user/wallets/v1/', {token: session});
    const [one, other, unscoped] = [
      await api.token({tracker, origin: shop}),
      await api.token({tracker, origin: shop}),
      await api.token(),
    ];
    assert.equal((await fetchWith(one)).status, 200);
    assert.equal((await wallet()).status, 200);
    const ended = await end({token: one});
    assert.deepEqual(ended.json['data'] as unknown, {revoked: true, id: decodeJwt(one).jti});
    assert.equal((await end({token: one})).status, 200, 'twice does no harm');
    assert.deepEqual([...(await fetchWith(one)).json['status']!['errors']!] as unknown, [
      'credentials_refused',
    ]);
    assert.equal((await fetchWith(other)).status, 200);
    for (const token of [unscoped, session]) assert.equal((await end({token})).status, 200);
    assert.equal((await fetchWith(unscoped)).status, 401);
    assert.equal((await wallet()).status, 401);
    const user = await api.customer();
    const portal = () => api.token({scope: 'portal', user});
    const openPortal = (token: string) =>
      fetch(`${api.service.urls.api}/portal?auth_token=${token}`, {redirect: 'manual'});
    assert.equal((await openPortal(await portal())).status, 303);
    const link = await portal();
    await end({token: link});
    assert.equal((await openPortal(link)).status, 403, 'the link leads nowhere any more');
    const made = await api.call('/sandbox/v1/merchants', {body: {name: 'other'}});
    const secret = string(made.json['data']!['secret_key']);
    const foreign = await end({token: other}, {secret});
    assert.deepEqual([foreign.status, foreign.json['code']] as unknown[], [404, 'token.not_found']);
    assert.equal((await end({token: 'a.b.c'})).text, foreign.text);
    assert.equal((await end({token: other}, {token: other, origin: shop})).status, 403);
    assert.equal((await fetchWith(other)).status, 200);
  });

  it('a scope needs tracker and origin, both valid, and an expiry within limits', async () => {
    const mint = (body: object) => api.call('/client/passport/v1/token', {body});
    assert.equal((await mint({tracker})).status, 400);
    assert.equal((await mint({origin: shop})).status, 400);
    assert.equal((await mint({tracker: 'track_unknown', origin: shop})).status, 404);
    assert.equal((await mint({tracker, origin: 'http://shop.example'})).status, 400);
    for (const expires_in of [0, -1, 1.5, '60', 3601]) {
      assert.equal((await mint({expires_in})).json['code'], 'request.invalid');
    }
    api.service.settings.tokenTtlSeconds = 5;
    const reply = await mint({});
    api.service.settings.tokenTtlSeconds = 900;
    const claims = decodeJwt(string(reply.json['data']));
    assert.equal(claims.exp! - claims.iat!, 5);
  });

  it('every forged token gets the same answer', async () => {
    const {kid} = decodeProtectedHeader(scoped);
    const claims = decodeJwt(scoped);
    const pair = await generateKeyPair('EdDSA', {extractable: true});
    const jwk = await exportJWK(pair.publicKey);
    const [head, body, signature] = scoped.split('.') as [string, string, string];
    const raw = (header: object, payload: object = claims) =>
      [header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const hmac = (text: string) =>
      `${text}.${createHmac('sha256', string(jwk.x)).update(text).digest('base64url')}`;
    const sign = (header: object, payload: object = claims) =>
      new SignJWT({...payload})
        .setProtectedHeader({alg: 'EdDSA', typ: 'tbt+jwt', ...header})
        .sign(pair.privateKey);
    const forged = [
      'x',
      'a.b.c',
      `${head}.${body}`,
      `${head}.${body}.`,
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `${head}.${Buffer.from(JSON.stringify({...claims, sub: 'track_other'})).toString('base64url')}.${signature}`,
      new UnsecuredJWT({...claims}).encode(),
      `${raw({alg: 'none', typ: 'tbt+jwt', kid})}.`,
      hmac(raw({alg: 'HS256', typ: 'tbt+jwt', kid})),
      await sign({kid}),
      await sign({kid: 'unknown'}),
      await sign({}),
      await sign({kid, jwk}),
      await sign({kid, jku: 'https://evil.example/keys'}),
      await sign({kid, typ: 'JWT'}),
      await sign({kid}, {...claims, aud: 'https://other.example'}),
      await sign({kid}, {...claims, iss: 'Flex API'}),
      transientToken(tracker, '4000000000002701'),
    ];
    const answers = new Set<string>();
    for (const token of forged) {
      const reply = await fetchWith(token);
      assert.equal(reply.status, 401, token.slice(0, 40));
      answers.add(reply.text);
    }
    assert.equal(answers.size, 1);
    assert.equal((await fetchWith(scoped)).status, 200);
  });

  it('the private key is stored sealed', async () => {
    const rows = await api.service.database.query<{sealed_private_jwk: string}>(
      'SELECT * FROM passport_keys',
    );
    assert.equal(rows.length, 1);
    assert.match(rows[0]!.sealed_private_jwk, /^v1\./);
  });
});
