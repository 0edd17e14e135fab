import assert from 'node:assert/strict';
import {after, before, beforeEach, describe, it} from 'node:test';
import {ServiceError} from '../../src/platform/errors.js';
import {stepUpLifetimeMs} from '../../src/simulators/issuer/decide.js';
import type {Purchase} from '../../src/domain/ports/issuer.js';
import {
  everyByte,
  openIssuer,
  testDependencies,
  type TestDependencies,
  type OpenedIssuer,
} from '../microform/support.js';

const shop = 'http://localhost:5173';
const cards = {
  plain: '4111111111111111',
  silent: '4000000000002354',
  right: '4000000000002503',
  fails: '4000000000002370',
  unavailable: '4000000000002420',
  error: '4000000000002644',
};

describe('the virtual issuer', () => {
  let deps: TestDependencies;
  let issuer: OpenedIssuer;
  let waited: number[];
  let serial = 0;

  before(async () => {
    deps = await testDependencies();
    issuer = await openIssuer(deps, {
      wait: async (ms) => {
        waited.push(ms);
      },
    });
  });
  beforeEach(() => {
    waited = [];
    deps.settings.deviceData = {mode: 'v1', delayMs: 700};
  });
  after(() => deps.database.close());

  const setup = (number: string, tracker = `track_${++serial}`, origin: string | undefined = shop) =>
    issuer
      .setup({
        tracker,
        origin,
        card: {number, expirationMonth: '01', expirationYear: '2029', brand: 'visa', securityCode: '123'},
      })
      .then((answer) => ({...answer, tracker}));
  const post = (path: string, fields: Record<string, string>) =>
    issuer.routes.request(path, {method: 'POST', body: new URLSearchParams(fields)});
  const collect = (jwt: string) => post('/V1/Cruise/Collect', {JWT: jwt});
  const enroll = async (
    number: string,
    {
      collected = true,
      session = true,
      shop: name,
      purchase,
      mustAsk = false,
      cardholder,
    }: {
      cardholder?: {readonly name: string};
      collected?: boolean;
      session?: boolean;
      shop?: string;
      purchase?: Purchase;
      mustAsk?: boolean;
    } = {},
  ) => {
    const {tracker, referenceId, accessToken} = await setup(number);
    if (collected) assert.equal((await collect(accessToken)).status, 200);
    return issuer.enroll({
      tracker,
      referenceId,
      sessionId: session ? referenceId : undefined,
      returnUrl: `${deps.urls.api}/return?x=1&y=2`,
      shop: name,
      purchase,
      mustAsk,
      cardholder,
      origins: [shop],
    });
  };
  const begin = (jwt: string, md?: string) =>
    post('/V2/Cruise/StepUp', {JWT: jwt, ...(md !== undefined && {MD: md})});
  const answer = async (token: string, fields: Record<string, string>, origin = deps.urls.issuer) => {
    const response = await issuer.routes.request('/V2/Cruise/StepUp/answer', {
      method: 'POST',
      headers: {'content-type': 'application/json', origin},
      body: JSON.stringify({token, ...fields}),
    });
    return {
      status: response.status,
      ...((await response.json()) as {state: string; next?: string; attemptsLeft?: number}),
    };
  };
  const codeOf = (promise: Promise<unknown>) =>
    promise.then(
      () => 'no error',
      (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
    );

  describe('setup', () => {
    it('returns a reference, an access token and the address to post it to', async () => {
      const {accessToken, deviceDataCollectionUrl, referenceId} = await setup(cards.plain);
      assert.equal(deviceDataCollectionUrl, `${deps.urls.issuer}/V1/Cruise/Collect`);
      assert.match(referenceId, /^[0-9a-f-]{36}$/);
      assert.equal(accessToken.split('.').length, 3);
    });

    it('refuses a number with a wrong check digit', async () => {
      assert.equal(await codeOf(setup('4111111111111112')), 'card.number_invalid');
      assert.equal(await codeOf(setup('')), 'card.number_invalid');
    });

    it('stores the case and the last four digits, never the number or the code (V12)', async () => {
      await setup(cards.right);
      const bytes = await everyByte(deps.database);
      assert.ok(bytes.includes('2.9') && bytes.includes('2503'));
      assert.doesNotMatch(bytes, /4000000000002503|000000002503|"123"/);
    });
  });

  describe('device data collection (wire 3)', () => {
    const report = async (jwt: string) => {
      const html = await (await collect(jwt)).text();
      const block = /<script type="application\/json" id="report">(.*?)<\/script>/.exec(html)?.[1];
      return block === undefined
        ? undefined
        : (JSON.parse(block) as {origin: string; message: string; delayMs: number});
    };

    it('reports the session to exactly the origin of the shop', async () => {
      const {accessToken, referenceId} = await setup(cards.plain);
      const said = await report(accessToken);
      assert.deepEqual(said, {
        origin: shop,
        message: JSON.stringify({MessageType: 'profile.completed', SessionId: referenceId, Status: true}),
        delayMs: 700,
      });
    });

    it('supports the other forms: v2, Status false, late, never', async () => {
      const {accessToken, referenceId} = await setup(cards.plain);
      deps.settings.deviceData.mode = 'v2';
      const v2 = JSON.parse((await report(accessToken))!.message) as {Payload: Record<string, unknown>};
      assert.deepEqual([v2.Payload.ActionCode, v2.Payload.SessionId], ['SUCCESS', referenceId]);
      deps.settings.deviceData.mode = 'status-false';
      assert.equal((JSON.parse((await report(accessToken))!.message) as {Status: boolean}).Status, false);
      deps.settings.deviceData.mode = 'late';
      assert.ok((await report(accessToken))!.delayMs > 10_000);
      deps.settings.deviceData.mode = 'never';
      assert.equal(await report(accessToken), undefined);
    });

    it('may be framed only by the shop and is never cached', async () => {
      const {headers} = await collect((await setup(cards.plain)).accessToken);
      const policy = headers.get('content-security-policy')!;
      assert.match(policy, /(^|; )frame-ancestors http:\/\/localhost:5173(;|$)/);
      assert.match(policy, /default-src 'none'/);
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('cross-origin-resource-policy'), 'cross-origin');
      assert.equal(headers.get('cross-origin-embedder-policy'), 'require-corp');
      assert.equal(headers.get('set-cookie'), null);
    });

    it('opens only with a genuine token that has not expired', async () => {
      const {accessToken} = await setup(cards.plain);
      for (const jwt of ['', 'x', `${accessToken.slice(0, -3)}abc`]) {
        const response = await collect(jwt);
        assert.equal(response.status, 400);
        assert.match(response.headers.get('content-security-policy')!, /frame-ancestors 'none'/);
      }
      deps.clock.advance(901_000);
      assert.equal((await collect(accessToken)).status, 400);
    });
  });

  describe('enrollment', () => {
    it('returns a step-up with its address, token and window size', async () => {
      const {stepUp, veres, pares, enrollmentStatus} = await enroll(cards.right);
      assert.deepEqual([enrollmentStatus, veres, pares], ['PENDING_AUTHENTICATION', 'Y', 'C']);
      assert.equal(stepUp?.url, `${deps.urls.issuer}/V2/Cruise/StepUp`);
      assert.equal(stepUp.windowSize, '02');
    });

    it('asks the shopper of a card that it would not ask, where it has to', async () => {
      const {stepUp, transactionId, pares} = await enroll(cards.plain, {mustAsk: true});
      assert.equal(pares, 'C');
      await begin(stepUp!.accessToken);
      await answer(stepUp!.accessToken, {action: 'confirm', code: '1234'});
      assert.deepEqual(await issuer.result({transactionId}), {state: 'succeeded', eci: '05'});
    });

    it('treats device data as missing when its page was not opened or its id not sent', async () => {
      for (const lack of [{collected: false}, {session: false}]) {
        const challenged = await enroll(cards.right, lack);
        assert.deepEqual(
          [challenged.veres, challenged.stepUp, challenged.lookup],
          ['U', undefined, 'no-device-data'],
        );
        assert.equal((await enroll(cards.plain, lack)).eci, '07');
      }
      assert.equal((await enroll(cards.plain)).eci, '05');
    });

    it('replies after the directory’s delay (case 2.8)', async () => {
      const {veres, lookup} = await enroll(cards.silent);
      assert.deepEqual(waited, [deps.settings.directoryTimeoutMs]);
      assert.deepEqual([veres, lookup], ['U', 'timed-out']);
      await enroll(cards.plain);
      assert.equal(waited.length, 1);
    });

    it('accepts a reference only for its tracker', async () => {
      const {referenceId} = await setup(cards.plain);
      const request = {referenceId, sessionId: referenceId, returnUrl: deps.urls.api, origins: [shop]};
      assert.equal(
        await codeOf(issuer.enroll({...request, tracker: 'track_other'})),
        'payer_authentication.reference_unknown',
      );
      assert.equal(
        await codeOf(issuer.result({transactionId: 'x'})),
        'payer_authentication.transaction_unknown',
      );
    });

    it('has a result at once when there is no step-up', async () => {
      const {transactionId} = await enroll(cards.plain);
      assert.deepEqual(await issuer.result({transactionId}), {state: 'succeeded', eci: '05'});
    });
  });

  describe('the step-up (wire 4)', () => {
    const startedStepUp = async (number: string, md?: string) => {
      const {transactionId, stepUp} = await enroll(number);
      const token = stepUp!.accessToken;
      assert.equal((await begin(token, md)).status, 200);
      return {transactionId, token};
    };
    const outcomes = [
      ['right', 'succeeded', '05'],
      ['fails', 'failed', undefined],
      ['unavailable', 'unavailable', '07'],
      ['error', 'error', undefined],
    ] as const;

    for (const [name, state, eci] of outcomes) {
      it(`ends ${state} with the right code of the card that ${name === 'right' ? 'is right' : name}`, async () => {
        const enrolledAt = deps.clock.now().getTime();
        const {transactionId, token} = await startedStepUp(cards[name]);
        const until = new Date(enrolledAt + stepUpLifetimeMs);
        assert.deepEqual(await issuer.result({transactionId}), {state: 'pending', eci: undefined, until});
        assert.equal((await answer(token, {action: 'confirm', code: ' 1234 '})).state, 'finished');
        assert.deepEqual(await issuer.result({transactionId}), {state, eci});
      });
    }

    it('returns the number of tries left, and fails after the last', async () => {
      const {transactionId, token} = await startedStepUp(cards.right);
      assert.equal((await answer(token, {action: 'confirm', code: '0000'})).attemptsLeft, 2);
      assert.equal((await answer(token, {action: 'confirm', code: ''})).attemptsLeft, 1);
      assert.equal((await answer(token, {action: 'confirm', code: '12345'})).state, 'finished');
      assert.deepEqual(await issuer.result({transactionId}), {state: 'failed', eci: undefined});
      await answer(token, {action: 'confirm', code: '1234'});
      assert.equal((await issuer.result({transactionId})).state, 'failed');
    });

    it('counts codes that are sent at the same time', async () => {
      const {transactionId, token} = await startedStepUp(cards.right);
      const wrong = Array.from({length: 8}, () => answer(token, {action: 'confirm', code: '9999'}));
      const states = (await Promise.all(wrong)).map(({state}) => state);
      assert.equal(states.filter((state) => state === 'wrong').length, 2);
      assert.equal((await issuer.result({transactionId})).state, 'failed');
    });

    it('stays cancelled after the shopper cancels it', async () => {
      const {transactionId, token} = await startedStepUp(cards.right);
      assert.equal((await answer(token, {action: 'cancel'})).state, 'finished');
      await answer(token, {action: 'confirm', code: '1234'});
      assert.deepEqual(await issuer.result({transactionId}), {state: 'cancelled', eci: undefined});
    });

    it('sends a new code at most three times', async () => {
      const {token} = await startedStepUp(cards.right);
      const states = [];
      for (let i = 0; i < 4; i++) states.push((await answer(token, {action: 'resend'})).state);
      assert.deepEqual(states, ['sent', 'sent', 'sent', 'no-more-codes']);
    });

    it('accepts digits of other scripts', async () => {
      const {transactionId, token} = await startedStepUp(cards.right);
      await answer(token, {action: 'confirm', code: '١٢٣٤'});
      assert.equal((await issuer.result({transactionId})).state, 'succeeded');
    });

    it('returns to the shop by a form with TransactionId and MD', async () => {
      const {transactionId, token} = await startedStepUp(cards.right, 'my "data" <&');
      const {next} = await answer(token, {action: 'confirm', code: '1234'});
      const response = await issuer.routes.request(next!);
      const html = await response.text();
      assert.match(html, new RegExp(`name="TransactionId" value="${transactionId}"`));
      assert.match(html, /name="MD" value="my &quot;data&quot; &lt;&amp;"/);
      assert.match(html, /action="http:\/\/localhost:4100\/return\?x=1&amp;y=2"/);
      const policy = response.headers.get('content-security-policy')!;
      assert.match(policy, /form-action http:\/\/localhost:4100 http:\/\/localhost:5173;/);
      assert.equal((await issuer.routes.request('/V2/Cruise/StepUp/finish/unknown')).status, 404);
    });

    it('sends null when no MD was given', async () => {
      const {token} = await startedStepUp(cards.right);
      const {next} = await answer(token, {action: 'cancel'});
      assert.match(await (await issuer.routes.request(next!)).text(), /name="MD" value="null"/);
    });

    it('shows the merchant’s name, or else the shop’s host', async () => {
      for (const [name, shown] of [
        ['Käse & <b>Brot</b>', 'Käse &amp; &lt;b&gt;Brot&lt;/b&gt;'],
        [undefined, new URL(shop).host],
      ] as const) {
        const {stepUp} = await enroll('4000000000002503', {...(name !== undefined && {shop: name})});
        const html = await (await begin(stepUp!.accessToken)).text();
        assert.ok(html.includes(`<bdi>${shown}</bdi>`), shown);
      }
    });

    it('shows the amount of a payment', async () => {
      const usd = {amount: '48.00', currency: 'USD'};
      const cases: readonly (readonly [Purchase | undefined, string])[] = [
        [undefined, '<dt>For</dt><dd>Saving this card</dd>'],
        [{kind: 'payment', ...usd}, '<dt>Payment</dt><dd><bdi>$48.00</bdi></dd>'],
        [{kind: 'payment', amount: '1200', currency: 'JPY'}, '1,200</bdi></dd>'],
        [{kind: 'payment', amount: '499.50', currency: 'PKR'}, '<bdi>PKR\u00a0499.50</bdi></dd>'],
        [{kind: 'payment', amount: '24.000', currency: 'IQD'}, '<bdi>IQD\u00a024.000</bdi></dd>'],
        [{kind: 'subscription', ...usd}, '<dt>Subscription</dt><dd><bdi>$48.00</bdi></dd>'],
        [{kind: 'subscription', currency: 'USD'}, '<dt>For</dt><dd>Subscription</dd>'],
      ];
      for (const [purchase, expected] of cases) {
        const {stepUp} = await enroll(cards.right, purchase ? {purchase} : {});
        const html = await (await begin(stepUp!.accessToken)).text();
        assert.ok(html.includes(expected), expected);
      }
    });

    it('shows the name on the card as it was typed, and keeps it no longer than it asks', async () => {
      const {transactionId, stepUp} = await enroll(cards.right, {cardholder: {name: 'علی <b>'}});
      const html = await (await begin(stepUp!.accessToken)).text();
      assert.ok(html.includes('<br /><bdi>علی &lt;b&gt;</bdi></dd>'), html);
      const kept = () =>
        deps.database.query<{cardholder: string | null}>(
          'SELECT cardholder FROM issuer_transactions WHERE transaction_id = $1',
          [transactionId],
        );
      assert.equal((await kept())[0]!.cardholder, 'علی <b>');
      deps.clock.advance(deps.settings.challengeStartLimitMs + 1);
      await begin(stepUp!.accessToken);
      await issuer.result({transactionId});
      deps.clock.advance(24 * 60 * 60 * 1000);
      await issuer.result({transactionId});
      assert.equal((await kept())[0]!.cardholder, null);
    });

    it('expires unless it starts within the limit', async () => {
      const {transactionId, stepUp} = await enroll(cards.right);
      deps.clock.advance(deps.settings.challengeStartLimitMs + 1);
      const html = await (await begin(stepUp!.accessToken)).text();
      assert.match(html, /id="return"/);
      assert.doesNotMatch(html, /One-time code/);
      assert.deepEqual(await issuer.result({transactionId}), {state: 'unavailable', eci: '07'});
    });

    it('a repeated post shows the same page and changes nothing', async () => {
      const {transactionId, token} = await startedStepUp(cards.right, 'first');
      await answer(token, {action: 'confirm', code: '0000'});
      deps.clock.advance(deps.settings.challengeStartLimitMs + 1);
      const again = await begin(token, 'second');
      assert.match(await again.text(), /One-time code/);
      assert.equal((await answer(token, {action: 'confirm', code: '0000'})).attemptsLeft, 1);
      const {next} = await answer(token, {action: 'confirm', code: '1234'});
      assert.match(await (await issuer.routes.request(next!)).text(), /value="first"/);
      assert.match(await (await begin(token)).text(), /id="return"/);
      assert.equal((await issuer.result({transactionId})).state, 'succeeded');
    });

    it('accepts requests only from its own pages', async () => {
      const {transactionId, token} = await startedStepUp(cards.right);
      assert.equal((await answer(token, {action: 'cancel'}, shop)).status, 403);
      assert.equal((await answer('x', {action: 'cancel'})).status, 400);
      assert.equal((await answer(token, {action: 'explode'})).status, 400);
      assert.equal((await issuer.result({transactionId})).state, 'pending');
    });

    it('refuses answers before it has started', async () => {
      const {stepUp, transactionId} = await enroll(cards.right);
      assert.equal((await answer(stepUp!.accessToken, {action: 'confirm', code: '1234'})).status, 400);
      assert.equal((await issuer.result({transactionId})).state, 'pending');
    });

    it('shows the shop and the masked card only', async () => {
      const {stepUp} = await enroll(cards.right);
      const response = await begin(stepUp!.accessToken);
      const html = await response.text();
      assert.match(html, /localhost:5173/);
      assert.match(html, /2503/);
      assert.doesNotMatch(html, /4000000000002503|400000/);
      assert.match(
        response.headers.get('content-security-policy')!,
        /frame-ancestors http:\/\/localhost:5173;/,
      );
    });
  });
});
