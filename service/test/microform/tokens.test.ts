import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {
  SignJWT,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  jwtVerify,
  exportJWK,
  generateKeyPair,
  type JWK,
} from 'jose';
import {ServiceError} from '../../src/platform/errors.js';
import {
  claimsOf,
  everyByte,
  goodCard,
  openIssuer,
  openMicroform,
  postCard,
  testDependencies,
  type TestDependencies,
  type OpenedMicroform,
  type OpenedIssuer,
} from './support.js';

const shop = 'http://localhost:5173';

describe('capture contexts and transient tokens', () => {
  let deps: TestDependencies;
  let microform: OpenedMicroform;
  let issuer: OpenedIssuer;
  let serial = 0;

  const newTracker = () => `track_${++serial}`;
  const context = async (tracker = newTracker(), targetOrigins = [shop]) =>
    (
      await microform.issueCaptureContext({
        merchant: 'merchant_1',
        publicKey: 'sec_test',
        tracker,
        targetOrigins,
      })
    ).jwt;
  const token = async (jwt: string, card = goodCard) => {
    const response = await postCard(microform, jwt, card);
    assert.equal(response.status, 201, await response.clone().text());
    return response.text();
  };
  const refusal = async (response: Response) => {
    assert.ok(response.status >= 400);
    return (await response.json()) as {reason: string; details: {location: string}[]; correlationId: string};
  };
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
    );

  before(async () => {
    deps = await testDependencies();
    microform = await openMicroform(deps);
    issuer = await openIssuer(deps);
  });
  after(() => deps.database.close());

  describe('a capture context (wire 2.1)', () => {
    it('has the documented claims and expires after 900 seconds', async () => {
      const jwt = await context();
      const claims = claimsOf(jwt);
      assert.equal(decodeProtectedHeader(jwt).alg, 'RS256');
      assert.equal(claims.iss, 'Flex API');
      assert.equal(claims.exp, claims.iat + 900);
      assert.equal(claims.iat, deps.clock.now().getTime() / 1000);
      assert.ok(claims.jti.length >= 22, 'at least 128 random bits');
      assert.equal(claims.flx.path, '/flex/v2/tokens');
      assert.equal(claims.flx.origin, deps.urls.fields);
      assert.deepEqual([claims.flx.jwk.kty, claims.flx.jwk.use], ['RSA', 'enc']);
      const [{type, data}] = claims.ctx;
      assert.equal(type, 'mf-2.0.0');
      assert.deepEqual(data.targetOrigins, [shop]);
      assert.equal(data.mfOrigin, deps.urls.fields);
      assert.ok(data.allowedCardNetworks.includes('VISA') && data.allowedCardNetworks.includes('DINERSCLUB'));
      assert.ok(data.clientLibrary.startsWith(`${deps.urls.fields}/microform/bundle/v2.`));
    });

    it('is verified with the key of the public-keys route', async () => {
      const jwt = await context();
      const {kid} = decodeProtectedHeader(jwt);
      const response = await microform.routes.request(`/flex/v2/public-keys/${kid}`);
      const key = await importJWK((await response.json()) as JWK, 'RS256');
      await jwtVerify(jwt, key, {currentDate: deps.clock.now()});
      assert.equal((await microform.routes.request('/flex/v2/public-keys/another')).status, 404);
    });

    it('names the hash of the served library', async () => {
      const {clientLibrary, clientLibraryIntegrity} = claimsOf(await context()).ctx[0].data;
      const response = await microform.routes.request(new URL(clientLibrary).pathname);
      const digest = await crypto.subtle.digest('SHA-256', await response.arrayBuffer());
      assert.equal(clientLibraryIntegrity, `sha256-${Buffer.from(digest).toString('base64')}`);
      assert.equal(response.headers.get('access-control-allow-origin'), '*');
      assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
    });

    it('has a key id that no other context has', async () => {
      const made = await Promise.all([context(), context(), context()]);
      assert.equal(new Set(made.map((one) => claimsOf(one).flx.jwk.kid)).size, 3);
    });

    it('is refused for invalid origins', async () => {
      const wrong = [
        'http://shop.example',
        'https://shop.example/path',
        'https://*.shop.example',
        'https://user@shop.example',
        'https://shop.example?x',
        'javascript:alert(1)',
        'null',
        '*',
        '',
      ];
      for (const origin of wrong) {
        assert.equal(await codeOf(context(newTracker(), [origin])), 'capture_context.origin_invalid', origin);
      }
      assert.equal(await codeOf(context(newTracker(), [])), 'capture_context.origin_invalid');
      for (const origin of [
        'https://shop.example',
        'https://shop.example:8443',
        'http://shop.localhost:5173',
      ]) {
        assert.deepEqual(claimsOf(await context(newTracker(), [origin])).ctx[0].data.targetOrigins, [origin]);
      }
    });
  });

  describe('a transient token (wire 2.4)', () => {
    it('shows only the masked number of the card', async () => {
      const jwt = await token(await context());
      const claims = decodeJwt(jwt);
      assert.equal(claims.iss, 'Flex/00');
      assert.equal(claims.type, 'mf-2.0.0');
      assert.equal(claims.exp, claims.iat! + 900);
      assert.match(claims.jti!, /^[0-9A-F]{64}$/);
      assert.deepEqual(claims.content, {
        paymentInformation: {
          card: {
            number: {maskedValue: 'XXXXXXXXXXXX1111', detectedCardTypes: ['001']},
            securityCode: {},
            expirationMonth: {value: '01'},
            expirationYear: {value: '2029'},
          },
        },
      });
      assert.doesNotMatch(jwt, /411111/);
    });

    it('is signed with the key embedded in its capture context', async () => {
      const captureContext = await context();
      const jwk = claimsOf(captureContext).flx.jwk;
      const jwt = await token(captureContext);
      assert.equal(decodeProtectedHeader(jwt).kid, jwk.kid);
      await jwtVerify(jwt, await importJWK({...jwk}, 'RS256'), {currentDate: deps.clock.now()});
    });

    it('opens once, for its tracker, and returns the card', async () => {
      const tracker = newTracker();
      const jwt = await token(await context(tracker));
      assert.deepEqual(await microform.redeemTransientToken({tracker, jwt}), {...goodCard, brand: 'visa'});
      assert.equal(await codeOf(microform.redeemTransientToken({tracker, jwt})), 'transient_token.used');
    });

    it('opens once among many concurrent requests (V22)', async () => {
      const tracker = newTracker();
      const jwt = await token(await context(tracker));
      const codes = await Promise.all(
        Array.from({length: 16}, () => codeOf(microform.redeemTransientToken({tracker, jwt}))),
      );
      assert.equal(codes.filter((code) => code === 'no error').length, 1);
      assert.equal(codes.filter((code) => code === 'transient_token.used').length, 15);
    });

    it('is refused for another tracker, and its own can still open it', async () => {
      const tracker = newTracker();
      const jwt = await token(await context(tracker));
      assert.equal(
        await codeOf(microform.redeemTransientToken({tracker: newTracker(), jwt})),
        'transient_token.invalid',
      );
      await microform.redeemTransientToken({tracker, jwt});
    });

    it('is refused after 900 seconds', async () => {
      const tracker = newTracker();
      const jwt = await token(await context(tracker));
      deps.clock.advance(900_000);
      assert.equal(await codeOf(microform.redeemTransientToken({tracker, jwt})), 'transient_token.expired');
    });

    it('is refused when forged: another key, no algorithm, the public key as a secret, changed claims', async () => {
      const tracker = newTracker();
      const captureContext = await context(tracker);
      const jwt = await token(captureContext);
      const [header, payload, signature] = jwt.split('.') as [string, string, string];
      const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const jwk = claimsOf(captureContext).flx.jwk;
      const other = claimsOf(await context()).flx.jwk;
      const symmetric = await new SignJWT(decodeJwt(jwt))
        .setProtectedHeader({alg: 'HS256', kid: jwk.kid, typ: 'transient-token+jwt'})
        .sign(new TextEncoder().encode(JSON.stringify(jwk)));
      const forged = [
        '',
        'a.b.c',
        `${encode({...decodeProtectedHeader(jwt), alg: 'none'})}.${payload}.`,
        `${encode({...decodeProtectedHeader(jwt), kid: other.kid})}.${payload}.${signature}`,
        `${encode({...decodeProtectedHeader(jwt), typ: 'JWT'})}.${payload}.${signature}`,
        `${header}.${encode({...decodeJwt(jwt), jti: 'F'.repeat(64)})}.${signature}`,
        symmetric,
      ];
      for (const one of forged) {
        assert.equal(
          await codeOf(microform.redeemTransientToken({tracker, jwt: one})),
          'transient_token.invalid',
        );
      }
      await microform.redeemTransientToken({tracker, jwt});
    });

    it('keeps the number sealed until it is opened and the security code nowhere (V12, V13)', async () => {
      const tracker = newTracker();
      const card = {...goodCard, number: '4000000000002503', securityCode: '987'};
      const jwt = await token(await context(tracker), card);
      const bytes = await everyByte(deps.database);
      assert.ok(bytes.includes(tracker), 'the search finds what is there');
      assert.doesNotMatch(bytes, /4000000000002503|000000002503|"987"/);
      await microform.redeemTransientToken({tracker, jwt});
      const [row] = await deps.database.query<{sealed_number: string | null}>(
        'SELECT sealed_number FROM microform_tokens WHERE tracker = $1',
        [tracker],
      );
      assert.equal(row?.sealed_number, null);
    });

    it('loses its security code on a restart and after the time limit, but not the number', async () => {
      const timers: (() => void)[] = [];
      const forgetful = await openMicroform(deps, {
        startTimer: (_ms, callback) => {
          timers.push(callback);
          return () => {};
        },
      });
      const [first, second] = [newTracker(), newTracker()];
      const make = async (tracker: string) => {
        const {jwt} = await forgetful.issueCaptureContext({
          merchant: 'm',
          publicKey: 'sec_test',
          tracker,
          targetOrigins: [shop],
        });
        return (await postCard(forgetful, jwt)).text();
      };
      const [one, two] = [await make(first), await make(second)];
      timers.forEach((forget) => forget());
      assert.equal(
        (await forgetful.redeemTransientToken({tracker: first, jwt: one})).securityCode,
        undefined,
      );
      // A second instance on the same tables, like a process after a restart.
      const card = await microform.redeemTransientToken({tracker: second, jwt: two});
      assert.deepEqual([card.number, card.securityCode], [goodCard.number, undefined]);
    });
  });

  describe('making tokens', () => {
    it('needs a genuine capture context that has not expired', async () => {
      const jwt = await context();
      assert.equal(
        (await refusal(await postCard(microform, jwt.slice(0, -4)))).reason,
        'CAPTURE_CONTEXT_INVALID',
      );
      deps.clock.advance(899_000);
      await token(jwt);
      deps.clock.advance(1000);
      const refused = await refusal(await postCard(microform, jwt));
      assert.equal(refused.reason, 'CAPTURE_CONTEXT_EXPIRED');
      assert.match(refused.correlationId, /^[0-9a-f-]{36}$/);
    });

    it("is refused from another origin than the fields'", async () => {
      for (const origin of [shop, 'null', 'http://127.0.0.1:4102']) {
        const response = await postCard(microform, await context(), goodCard, {origin});
        assert.equal(response.status, 403);
      }
    });

    it('happens at most five times under one capture context', async () => {
      const jwt = await context();
      for (let i = 0; i < 5; i++) await token(jwt);
      const response = await postCard(microform, jwt);
      assert.equal(response.status, 429);
      assert.equal((await refusal(response)).reason, 'CREATE_TOKEN_CAPTURE_CONTEXT_USED_TOO_MANY_TIMES');
    });

    it('stops after 25 refused cards, against card testing', async () => {
      const jwt = await context();
      const wrong = {...goodCard, number: '4111111111111112'};
      for (let i = 0; i < 25; i++) {
        assert.equal(
          (await refusal(await postCard(microform, jwt, wrong))).reason,
          'CREATE_TOKEN_VALIDATION_SERVERSIDE',
        );
      }
      assert.equal((await postCard(microform, jwt)).status, 429);
    });

    it('names every invalid part of a card', async () => {
      const cases: [Record<string, unknown>, string, string[]][] = [
        [{number: '4111111111111112'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['number']],
        [{number: '41111111'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['number']],
        [{number: '9999999999999995'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['number']],
        [{number: 4111111111111111}, 'CREATE_TOKEN_NO_DATA_SUBMITTED', ['number']],
        [{expirationMonth: '13'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['expirationMonth']],
        [{expirationMonth: '1'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['expirationMonth']],
        [{expirationYear: '29'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['expirationYear']],
        [
          {expirationMonth: '10', expirationYear: '2026'},
          'CREATE_TOKEN_VALIDATION_SERVERSIDE',
          ['expirationYear'],
        ],
        [{expirationYear: '2099'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['expirationYear']],
        [{securityCode: '1234'}, 'CREATE_TOKEN_VALIDATION_SERVERSIDE', ['securityCode']],
        [
          {number: '378282246310005', securityCode: '123', expirationMonth: '00'},
          'CREATE_TOKEN_VALIDATION_SERVERSIDE',
          ['expirationMonth', 'securityCode'],
        ],
      ];
      for (const [change, reason, locations] of cases) {
        const refused = await refusal(await postCard(microform, await context(), {...goodCard, ...change}));
        assert.equal(refused.reason, reason, JSON.stringify(change));
        assert.deepEqual(
          refused.details.map(({location}) => location),
          locations,
        );
      }
    });

    it('accepts a card until its month ends', async () => {
      const [expirationYear = '', expirationMonth = ''] = deps.clock.now().toISOString().split('-');
      const card = {...goodCard, expirationMonth, expirationYear};
      assert.equal((await postCard(microform, await context(), card)).status, 201);
    });

    it('accepts a card without a code when the page has no code field', async () => {
      const tracker = newTracker();
      const {securityCode: _, ...card} = goodCard;
      const jwt = await (await postCard(microform, await context(tracker), card)).text();
      assert.equal('securityCode' in (await microform.redeemTransientToken({tracker, jwt})), false);
    });

    it('refuses brands that the context does not allow', async () => {
      const visaOnly = await openMicroform(deps, {networks: ['VISA']});
      const {jwt} = await visaOnly.issueCaptureContext({
        merchant: 'm',
        publicKey: 'sec_test',
        tracker: newTracker(),
        targetOrigins: [shop],
      });
      const refused = await refusal(await postCard(visaOnly, jwt, {...goodCard, number: '5555555555554444'}));
      assert.equal(refused.reason, 'CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED');
      assert.deepEqual(
        refused.details.map(({location}) => location),
        ['type'],
      );
    });

    it('is of the brand that the shopper has chosen of a co-badged card', async () => {
      const both = await openMicroform(deps, {networks: ['VISA', 'MADA']});
      const brandOfToken = async (type?: string) => {
        const tracker = newTracker();
        const {jwt} = await both.issueCaptureContext({
          merchant: 'm',
          publicKey: 'sec_test',
          tracker,
          targetOrigins: [shop],
        });
        const card = {...goodCard, number: '4464040000000007', ...(type && {type})};
        const response = await postCard(both, jwt, card);
        if (!response.ok) return (await refusal(response)).reason;
        return (await both.redeemTransientToken({tracker, jwt: await response.text()})).brand;
      };
      assert.equal(await brandOfToken(), 'visa');
      assert.equal(await brandOfToken('001'), 'visa');
      assert.equal(await brandOfToken('060'), 'mada');
      assert.equal(await brandOfToken('002'), 'CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED');
    });

    it('takes a co-badged card by the one brand that the context allows', async () => {
      const madaOnly = await openMicroform(deps, {networks: ['MADA']});
      const tracker = newTracker();
      const {jwt} = await madaOnly.issueCaptureContext({
        merchant: 'm',
        publicKey: 'sec_test',
        tracker,
        targetOrigins: [shop],
      });
      const response = await postCard(madaOnly, jwt, {...goodCard, number: '4464040000000007'});
      const token = await response.text();
      assert.equal((await madaOnly.redeemTransientToken({tracker, jwt: token})).brand, 'mada');
    });

    it('refuses a card that is encrypted for another context, and malformed cards', async () => {
      const [mine, other] = [await context(), await context()];
      const headers = {'content-type': 'application/json', origin: deps.urls.fields};
      const post = (body: string) =>
        microform.routes.request('/flex/v2/tokens', {method: 'POST', headers, body});
      const {encryptCard} = await import('../../src/simulators/microform/index.js');
      const {publicKey} = await generateKeyPair('RSA-OAEP-256', {extractable: true});
      const {n, e} = await exportJWK(publicKey);
      const foreign = {...claimsOf(mine).flx.jwk, n: n!, e: e!};
      // Both contexts may share a key, so the key id alone must distinguish them.
      for (const key of [claimsOf(other).flx.jwk, foreign]) {
        const jwe = await encryptCard(goodCard, key);
        assert.equal(
          (await refusal(await post(JSON.stringify({captureContext: mine, card: jwe})))).reason,
          'API_JWE_PARSING_ERROR',
        );
      }
      assert.equal((await refusal(await post('{'))).reason, 'API_JSON_PARSER_ERROR');
      assert.equal((await refusal(await post('[]'))).reason, 'CREATE_TOKEN_NO_DATA_SUBMITTED');
      assert.equal((await refusal(await post(`"${'x'.repeat(20_000)}"`))).reason, 'API_JSON_PARSER_ERROR');
    });
  });

  it('refuses each kind of token where another is expected', async () => {
    const tracker = newTracker();
    const captureContext = await context(tracker);
    const transient = await token(captureContext);
    const card = {...goodCard, brand: 'visa'} as const;
    const setup = await issuer.setup({tracker, card: {...card, number: '4000000000002503'}, origin: shop});
    const open = (path: string, jwt: string) =>
      issuer.routes.request(path, {method: 'POST', body: new URLSearchParams({JWT: jwt})});
    await open('/V1/Cruise/Collect', setup.accessToken);
    const enrollment = await issuer.enroll({
      tracker,
      referenceId: setup.referenceId,
      sessionId: setup.referenceId,
      returnUrl: `${deps.urls.api}/return`,
      origins: [shop],
    });
    const tokens = {
      context: captureContext,
      transient,
      deviceData: setup.accessToken,
      stepUp: enrollment.stepUp!.accessToken,
    };
    const places: Record<keyof typeof tokens, (jwt: string) => Promise<boolean>> = {
      context: async (jwt) => {
        const headers = {'content-type': 'application/json', origin: deps.urls.fields};
        const body = JSON.stringify({captureContext: jwt, card: 'x'});
        const response = await microform.routes.request('/flex/v2/tokens', {method: 'POST', headers, body});
        return (await refusal(response)).reason !== 'CAPTURE_CONTEXT_INVALID';
      },
      transient: async (jwt) => (await codeOf(microform.redeemTransientToken({tracker, jwt}))) === 'no error',
      deviceData: async (jwt) => (await open('/V1/Cruise/Collect', jwt)).ok,
      stepUp: async (jwt) => (await open('/V2/Cruise/StepUp', jwt)).ok,
    };
    for (const [place, accepts] of Object.entries(places)) {
      for (const [kind, jwt] of Object.entries(tokens)) {
        assert.equal(await accepts(jwt), kind === place, `${kind} in the place of ${place}`);
      }
    }
  });
});
