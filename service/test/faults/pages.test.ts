import assert from 'node:assert/strict';
import {setImmediate as nextTurn} from 'node:timers/promises';
import {after, afterEach, before, describe, it} from 'node:test';
import {ServiceError} from '../../src/platform/errors.js';
import {FaultBox} from '../../src/edges/faults/faults.js';
import {
  openIssuer,
  openMicroform,
  postCard,
  testDependencies,
  type TestDependencies,
  type OpenedMicroform,
  type OpenedIssuer,
} from '../microform/support.js';

const shop = 'http://localhost:5173';

describe('faults on demand at the fields and at the bank', () => {
  let deps: TestDependencies;
  let faults: FaultBox;
  let microform: OpenedMicroform;
  let issuer: OpenedIssuer;

  before(async () => {
    const dependencies = await testDependencies();
    faults = new FaultBox(dependencies);
    deps = {...dependencies, faults};
    microform = await openMicroform(deps);
    issuer = await openIssuer(deps);
  });
  afterEach(() => faults.clear());
  after(() => deps.database.close());

  const context = async (tracker: string) =>
    (
      await microform.issueCaptureContext({
        merchant: 'mer_1',
        publicKey: 'sec_test',
        tracker,
        targetOrigins: [shop],
      })
    ).jwt;
  const post = (path: string, JWT: string) =>
    issuer.routes.request(path, {method: 'POST', body: new URLSearchParams({JWT})});
  const card = {
    number: '4000000000002503',
    expirationMonth: '01',
    expirationYear: '2029',
    brand: 'visa',
  } as const;
  const setUp = (tracker: string) => issuer.setup({tracker, card, origin: shop});
  const collected = async (tracker: string) =>
    (await post('/V1/Cruise/Collect', (await setUp(tracker)).accessToken)).text();

  it('capture-context-expired: the card is refused once as with an expired context', async () => {
    const jwt = await context('track_1');
    faults.plan({rules: [{kind: 'capture-context-expired', tracker: 'track_1'}]});
    assert.equal((await postCard(microform, await context('track_2'))).status, 201, 'others are not struck');
    const refused = await postCard(microform, jwt);
    assert.equal(refused.status, 400);
    assert.equal(((await refused.json()) as {reason: string}).reason, 'CAPTURE_CONTEXT_EXPIRED');
    assert.equal((await postCard(microform, jwt)).status, 201);
  });

  it('transient-token-expired: the token is refused and stays unused', async () => {
    const token = await (await postCard(microform, await context('track_3'))).text();
    faults.plan({rules: [{kind: 'transient-token-expired'}]});
    const redeem = () => microform.redeemTransientToken({tracker: 'track_3', jwt: token});
    await assert.rejects(
      redeem(),
      (error) => error instanceof ServiceError && error.code === 'transient_token.expired',
    );
    assert.equal((await redeem()).number, '4111111111111111');
  });

  it('device-data-missing: the page sends no message', async () => {
    assert.match(await collected('track_4'), /profile\.completed/);
    faults.plan({rules: [{kind: 'device-data-missing', tracker: 'track_4'}]});
    const page = await collected('track_4');
    assert.doesNotMatch(page, /profile\.completed|<script/);
    assert.match(await collected('track_4'), /profile\.completed/);
  });

  it('device-data-slow: the page reports after the rule’s delay', async () => {
    faults.plan({rules: [{kind: 'device-data-slow', milliseconds: 4321}]});
    assert.match(await collected('track_5'), /"delayMs":4321/);
    assert.match(await collected('track_5'), /"delayMs":0/);
    faults.plan({rules: [{kind: 'device-data-slow'}]});
    assert.match(await collected('track_5'), /"delayMs":12000/, 'later than any client waits');
  });

  it('late-step-up: the bank’s page loads after the rule’s delay', async () => {
    const {referenceId, accessToken} = await setUp('track_6');
    await post('/V1/Cruise/Collect', accessToken);
    const {stepUp} = await issuer.enroll({
      tracker: 'track_6',
      referenceId,
      sessionId: referenceId,
      returnUrl: `${deps.urls.api}/return`,
      origins: [shop],
    });
    faults.plan({rules: [{kind: 'late-step-up', tracker: 'track_6', milliseconds: 600_000}]});
    let answered = false;
    const reply = Promise.resolve(post('/V2/Cruise/StepUp', stepUp!.accessToken)).then((response) => {
      answered = true;
      return response;
    });
    while (faults.report().struck.length === 0) await nextTurn();
    for (let i = 0; i < 20; i++) await nextTurn();
    assert.equal(answered, false);
    faults.clear();
    const response = await reply;
    assert.equal(response.status, 200);
    assert.match(await response.text(), /Confirm it’s you/);
  });
});
