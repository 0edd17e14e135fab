import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {decodeJwt} from 'jose';
import {ServiceError} from '../../src/platform/errors.js';
import {
  claimsOf,
  everyByte,
  goodCard,
  openMicroform,
  postCard,
  testDependencies,
  type OpenedMicroform,
  type TestDependencies,
} from './support.js';

const shop = 'http://localhost:5173';

describe('the token of a security code alone (decision 0021)', () => {
  let deps: TestDependencies;
  let microform: OpenedMicroform;
  let serial = 0;

  before(async () => {
    deps = await testDependencies();
    microform = await openMicroform(deps);
  });
  after(() => deps.database.close());

  const newTracker = () => `track_${++serial}`;
  const context = async (tracker: string, codeLengths?: readonly number[]) =>
    (
      await microform.issueCaptureContext({
        ...{merchant: 'merchant_1', publicKey: 'sec_test', tracker, targetOrigins: [shop]},
        ...(codeLengths && {codeLengths}),
      })
    ).jwt;
  const token = async (jwt: string, card: object) => {
    const response = await postCard(microform, jwt, card as Record<string, unknown>);
    assert.equal(response.status, 201, await response.clone().text());
    return response.text();
  };
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
    );

  it('is made with a capture context that says so, and shows nothing of the code', async () => {
    const tracker = newTracker();
    const jwt = await context(tracker, [4]);
    const {allowedFields, securityCodeLengths} = claimsOf(jwt).ctx[0].data;
    assert.deepEqual([allowedFields, securityCodeLengths], [['securityCode'], [4]]);
    const made = await token(jwt, {securityCode: '9876'});
    assert.deepEqual(decodeJwt(made)['content'], {paymentInformation: {card: {securityCode: {}}}});
    assert.equal(await microform.redeemSecurityCode({tracker, jwt: made}), '9876');
  });

  it('is kept nowhere but in memory', async () => {
    const tracker = newTracker();
    const made = await token(await context(tracker, [4]), {securityCode: '9182'});
    const bytes = await everyByte(deps.database);
    assert.ok(bytes.includes(tracker), 'the search finds what is there');
    // By itself: a random id or a time may have the same four digits somewhere inside.
    const code = /(?<![\w-])9182(?![\w-])/;
    assert.match('{"code":"9182"}', code);
    assert.doesNotMatch(bytes, code);
    await microform.redeemSecurityCode({tracker, jwt: made});
    assert.doesNotMatch(await everyByte(deps.database), code);
  });

  it('takes a code of the length of the brand, and nothing but a code', async () => {
    const jwt = await context(newTracker(), [3]);
    const wrong = [
      [{securityCode: '1234'}, 'securityCode'],
      [{securityCode: '12'}, 'securityCode'],
      [{securityCode: 'abc'}, 'securityCode'],
      [{}, 'securityCode'],
      [{...goodCard}, 'number'],
    ] as const;
    for (const [card, location] of wrong) {
      const response = await postCard(microform, jwt, card as Record<string, unknown>);
      assert.equal(response.status, 400, JSON.stringify(card));
      const {reason, details} = (await response.json()) as {reason: string; details: {location: string}[]};
      assert.equal(reason, 'CREATE_TOKEN_VALIDATION_SERVERSIDE');
      assert.deepEqual(
        details.map((detail) => detail.location),
        [location],
      );
    }
    const either = await context(newTracker(), [3, 4]);
    for (const securityCode of ['123', '1234']) await token(either, {securityCode});
  });

  it('is made from no context of a whole card', async () => {
    const response = await postCard(microform, await context(newTracker()), {securityCode: '123'});
    assert.equal(((await response.json()) as {reason: string}).reason, 'CREATE_TOKEN_NO_DATA_SUBMITTED');
  });

  it('is not taken for a card, nor the token of a card for a code', async () => {
    const tracker = newTracker();
    const code = await token(await context(tracker, [3]), {securityCode: '123'});
    assert.equal(
      await codeOf(microform.redeemTransientToken({tracker, jwt: code})),
      'transient_token.wrong_kind',
    );
    assert.equal(
      await microform.redeemSecurityCode({tracker, jwt: code}),
      '123',
      'a refusal uses nothing up',
    );
    const card = await token(await context(tracker), goodCard);
    assert.equal(
      await codeOf(microform.redeemSecurityCode({tracker, jwt: card})),
      'transient_token.wrong_kind',
    );
  });

  it('works once, for its own tracker, before it expires, in the process that heard it', async () => {
    const tracker = newTracker();
    const make = async () => token(await context(tracker, [3]), {securityCode: '123'});
    const once = await make();
    assert.equal(
      await codeOf(microform.redeemSecurityCode({tracker: newTracker(), jwt: once})),
      'transient_token.invalid',
    );
    await microform.redeemSecurityCode({tracker, jwt: once});
    assert.equal(await codeOf(microform.redeemSecurityCode({tracker, jwt: once})), 'transient_token.used');
    const elsewhere = await make();
    const restarted = await openMicroform(deps);
    assert.equal(
      await codeOf(restarted.redeemSecurityCode({tracker, jwt: elsewhere})),
      'transient_token.expired',
    );
    const old = await make();
    deps.clock.advance(900_000);
    assert.equal(await codeOf(microform.redeemSecurityCode({tracker, jwt: old})), 'transient_token.expired');
  });
});
