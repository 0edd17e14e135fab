import assert from 'node:assert/strict';
import {decodeJwt} from 'jose';
import {after, before, describe} from 'node:test';
import {shop, string, type Reply} from '../support/harness.js';
import {rule} from './rows.js';
import {
  type RealService,
  actionOf,
  cardOf,
  codeOf,
  enrollmentOf,
  heldAndReversed,
  pendingOf,
  setupOf,
  startRealService,
  zeroOnly,
} from './support.js';

describe('spec 3: states and transitions', () => {
  let api: RealService;
  before(async () => {
    api = await startRealService({allowRaw: true});
  });
  after(() => api.service.close());

  const userOf = async (tracker: string) => string((await api.payment(tracker))['customer']!['token']);
  const stateOf = async (tracker: string) => (await api.payment(tracker))['state'] as unknown;
  const targets = (jwt: string) =>
    (decodeJwt(jwt) as unknown as {ctx: {data: {targetOrigins: string[]}}[]}).ctx[0]!.data.targetOrigins;

  rule('3.1 step 1', 'a customer is created once and may be reused for the next card', async () => {
    const user = await api.customer();
    await api.saved({user});
    const [tracker] = await api.enrolled(cardOf('2.3'), {user});
    assert.equal((await api.authorize(tracker)).status, 200);
    assert.equal((await api.wallet(user)).length, 2);
  });

  rule('3.1 step 2', 'setupPayment gives a tracker whose first action is pending', async () => {
    const user = await api.customer();
    const body = {user, currency: 'PKR', intent: 'CYBERSOURCE', mode: 'instrument'};
    const opened = await api.call('/order/payments/v3/', {body});
    assert.equal(pendingOf(opened), 'GENERATE_CAPTURE_CONTEXT');
    const tracker = string(opened.json['data']!['tracker']!['token']);
    assert.equal(await userOf(tracker), user);
    assert.deepEqual(await api.books(tracker), []);
  });

  rule(
    '3.1 step 3a',
    'a capture context is made for the given origin, or for the hosted checkout',
    async () => {
      const tracker = await api.tracker();
      const reply = await api.act(tracker, {origin: shop});
      assert.deepEqual(targets(string(actionOf(reply)['flex']!['capture_context_jwt'])), [shop]);
      assert.equal(pendingOf(reply), 'PROCESS_TRANSIENT_TOKEN');
      const checkout = await api.act(await api.tracker());
      const context = string(actionOf(checkout)['flex']!['capture_context_jwt']);
      assert.deepEqual(targets(context), [api.service.urls.api]);
      const raw = await api.act(await api.tracker({entry_mode: 'raw'}), {origin: shop});
      assert.equal(codeOf(raw), 'tracker.action_not_allowed', 'only in flex');
    },
  );

  rule('3.1 step 3a', 'an empty payload renews the capture context until a card has come', async () => {
    const contextOf = (reply: Reply) => string(actionOf(reply)['flex']!['capture_context_jwt']);
    const [hosted, named] = [await api.tracker(), await api.tracker()];
    await api.act(named, {origin: shop});
    for (const [tracker, origin] of [
      [hosted, api.service.urls.hosted],
      [named, shop],
    ] as const) {
      const contexts = [contextOf(await api.act(tracker)), contextOf(await api.act(tracker))];
      assert.deepEqual(contexts.map(targets), [[origin], [origin]], 'of the page of the one before');
      assert.equal(new Set(contexts).size, 2);
    }
    const page = {token: await api.token({tracker: named, origin: shop}), origin: shop};
    const renewed = contextOf(await api.act(named, undefined, page));
    assert.deepEqual(targets(renewed), [shop]);
    assert.equal((await api.process(named, await api.typeInto(renewed, cardOf('2.1')))).status, 200);
    assert.match((await api.act(named)).text, /'PAYER_AUTH_ENROLLMENT': it does not run without a payload/);
  });

  rule(
    '3.1 step 3b',
    'the transient token brings card details and setup in one move; step 4 is skipped',
    async () => {
      const tracker = await api.tracker();
      const jwt = await api.transientToken(tracker, cardOf('2.1'));
      const reply = await api.process(tracker, jwt);
      assert.equal(actionOf(reply)['payment_method']!['last_four'], '2701');
      assert.ok(setupOf(reply)['access_token'] && setupOf(reply)['device_data_collection_url']);
      assert.equal(pendingOf(reply), 'PAYER_AUTH_ENROLLMENT');
      const other = await api.tracker();
      assert.ok((await api.process(other, jwt)).status >= 400, 'bound to its tracker');
      assert.ok((await api.process(tracker, jwt)).status >= 400, 'used once');
    },
  );

  rule('3.1 step 4', 'raw entry mode: the request’s card gives the same details and setup', async () => {
    const tracker = await api.tracker({entry_mode: 'raw'});
    const reply = await api.rawCard(tracker, cardOf('2.1', 'mastercard'));
    assert.equal(reply.status, 200, reply.text);
    assert.equal(actionOf(reply)['payment_method']!['last_four'], '2235');
    assert.ok(setupOf(reply)['access_token'] && setupOf(reply)['device_data_collection_url']);
    assert.equal(pendingOf(reply), 'PAYER_AUTH_ENROLLMENT');
  });

  rule(
    '3.1 step 5',
    'the client’s collection gives the session id that enrollment is believed with',
    async () => {
      const tracker = await api.tracker();
      const session = await api.collect(await api.enterCard(tracker, cardOf('2.1')));
      assert.equal(enrollmentOf(await api.enrollWith(tracker, session))['eci'], '05');
      const other = await api.tracker();
      await api.enterCard(other, cardOf('2.1'));
      assert.equal(
        enrollmentOf(await api.enrollWith(other, session))['eci'],
        '07',
        'another’s session shifts nothing',
      );
    },
  );

  rule('3.1 step 6', 'enrollment answers its object and authentication_status, once', async () => {
    const [tracker, reply] = await api.enrolled(cardOf('2.1'));
    assert.equal(actionOf(reply)['authentication_status'], 'FRICTIONLESS');
    assert.equal(enrollmentOf(reply)['authentication_status'], 'FRICTIONLESS');
    assert.equal(codeOf(await api.enrollWith(tracker, undefined)), 'tracker.action_not_allowed');
    const early = await api.enrollWith(await api.tracker(), undefined);
    assert.equal(codeOf(early), 'tracker.action_not_allowed', 'not before the card is there');
  });

  rule('3.1 step 7', 'the bank’s word decides whether success_url or failure_url is opened', async () => {
    for (const [id, code, outcome] of [
      ['2.9', '1234', 'success'],
      ['2.10', '1234', 'failure'],
      ['2.9', '', 'failure'],
    ] as const) {
      const [tracker, reply] = await api.enrolled(cardOf(id));
      const back = await api.stepUp(tracker, enrollmentOf(reply), code);
      assert.equal(back.status, 303);
      const to = new URL(back.headers.get('location')!);
      assert.equal(to.origin, shop);
      assert.equal(to.searchParams.get('outcome'), outcome, `${id} ${code}`);
      assert.equal(to.searchParams.get('tracker'), tracker);
      assert.equal(to.searchParams.has('error'), outcome === 'failure');
      assert.equal((await api.wallet(await userOf(tracker))).length, outcome === 'success' ? 1 : 0);
    }
  });

  rule(
    '3.1 step 8',
    'the validation is performed when the step-up succeeds, and makes the method',
    async () => {
      const [tracker, reply] = await api.enrolled(cardOf('2.9'), {is_account_verification: true});
      const back = await api.stepUp(tracker, enrollmentOf(reply));
      const payment = await api.payment(tracker);
      const kinds = [...payment['actions']!].map(({kind}) => kind as unknown);
      assert.deepEqual(kinds.slice(-2), ['PAYER_AUTH_VALIDATION', 'AUTHORIZATION']);
      const method = string(payment['payment_method']!['token']);
      assert.equal(new URL(back.headers.get('location')!).searchParams.get('payment_method'), method);
      assert.equal(
        codeOf(await api.authorize(tracker)),
        'tracker.ended',
        'a second authorization is refused',
      );
      assert.deepEqual(await api.books(tracker), zeroOnly);
    },
  );

  rule(
    '3.1 step 9',
    'authorize follows a frictionless enrollment; authentication is not bypassed unless the provider allows it',
    async () => {
      const bypass = await api.tracker();
      await api.enterCard(bypass, cardOf('2.1'));
      const refused = await api.authorize(bypass);
      assert.equal(codeOf(refused), 'tracker.action_not_allowed');
      assert.match(refused.text, /PAYER_AUTH_ENROLLMENT is pending\. .* started with --allow-bypass\./);
      const page = {token: await api.token({tracker: bypass, origin: shop}), origin: shop};
      assert.doesNotMatch((await api.authorize(bypass, page)).text, /bypass/, 'a page cannot have it');
      assert.deepEqual(await api.books(bypass), []);
      const [tracker] = await api.enrolled(cardOf('2.1'));
      const reply = await api.authorize(tracker);
      assert.equal(reply.status, 200, reply.text);
      assert.match(string(reply.json['data']!['tracker']!['authorization']!['token']), /^auth_/);
    },
  );

  rule(
    '3.1 step 9',
    'authorize bypasses authentication where the provider allows it, for servers only',
    async () => {
      const {settings} = api.service;
      settings.allowBypass = true;
      try {
        const early = await api.tracker();
        assert.equal(
          codeOf(await api.authorize(early)),
          'tracker.action_not_allowed',
          'there is no card yet',
        );
        const tracker = await api.tracker();
        await api.enterCard(tracker, cardOf('2.9'));
        const token = await api.token({tracker, origin: shop});
        const page = await api.authorize(tracker, {token, origin: shop});
        assert.equal(codeOf(page), 'tracker.action_not_allowed', 'a page does not decide it');
        const reply = await api.authorize(tracker);
        assert.equal(reply.status, 200, reply.text);
        assert.equal(pendingOf(reply), 'REVERSAL');
        assert.equal((await api.wallet(await userOf(tracker))).length, 1);
        const payment = await api.payment(tracker);
        assert.ok(!payment['payer_authentication_enrollment'], 'no authentication, so no shift of liability');
        assert.equal((await api.act(tracker)).status, 200);
        assert.deepEqual(await api.books(tracker), heldAndReversed);
        const [stopped] = await api.enrolled(cardOf('2.2'));
        assert.equal(
          codeOf(await api.authorize(stopped)),
          'tracker.ended',
          'a refused authentication stays refused',
        );
        const [challenged] = await api.enrolled(cardOf('2.9'));
        assert.equal(codeOf(await api.authorize(challenged)), 'tracker.action_not_allowed');
      } finally {
        settings.allowBypass = false;
      }
    },
  );

  rule('3.1 step 10', 'an empty payload gives the held amount back and ends the flow', async () => {
    for (const send of [{raw: ''}, {body: {}}, {body: {payload: {}}}]) {
      const [tracker] = await api.enrolled(cardOf('2.1'));
      assert.equal(pendingOf(await api.authorize(tracker)), 'REVERSAL');
      const path = `/order/payments/v3/${tracker}`;
      const ended = await api.call(path, {method: 'POST', ...send});
      assert.equal(ended.status, 200, ended.text);
      assert.equal(pendingOf(ended), 'NOOP');
      assert.equal(
        (await api.call(path, {method: 'POST', ...send})).status,
        200,
        'a repeat returns the same result',
      );
      assert.deepEqual(await api.books(tracker), heldAndReversed);
    }
  });

  rule('3.1 step 10', 'reversals asked for at the same moment are one, and all return it', async () => {
    const [tracker] = await api.enrolled(cardOf('2.1'));
    await api.authorize(tracker);
    const replies = await Promise.all([1, 2, 3, 4].map(() => api.act(tracker)));
    assert.deepEqual(
      replies.map(({status}) => status),
      [200, 200, 200, 200],
    );
    const tokens = new Set(replies.map((reply) => string(actionOf(reply)['reversal']!['token'])));
    assert.equal(tokens.size, 1);
    assert.deepEqual(await api.books(tracker), heldAndReversed);
  });

  rule('3.1 rule 1', 'with is_account_verification nothing is held and a reversal is refused', async () => {
    const [stepped, reply] = await api.enrolled(cardOf('2.9'), {is_account_verification: true});
    await api.stepUp(stepped, enrollmentOf(reply));
    const quiet = (await api.saved({is_account_verification: true})).tracker;
    for (const tracker of [stepped, quiet]) {
      assert.equal(await stateOf(tracker), 'TRACKER_ENDED');
      assert.equal(codeOf(await api.act(tracker)), 'tracker.reversal_not_owed');
      assert.deepEqual(await api.books(tracker), zeroOnly);
    }
  });

  rule(
    '3.1 rule 2',
    'without is_account_verification a reversal follows, also without a request',
    async () => {
      const [requested, reply] = await api.enrolled(cardOf('2.9'));
      await api.stepUp(requested, enrollmentOf(reply));
      assert.deepEqual(await api.books(requested), heldAndReversed.slice(0, 1));
      await api.act(requested);
      const [forgotten] = await api.enrolled(cardOf('2.1'));
      await api.authorize(forgotten);
      await api.moveClock(3_600_000);
      for (const tracker of [requested, forgotten]) {
        assert.deepEqual(await api.books(tracker), heldAndReversed);
        assert.equal(await stateOf(tracker), 'TRACKER_ENDED');
      }
    },
  );

  rule('3.1 rule 3', 'without a challenge there is no payment method before step 9', async () => {
    for (const id of ['2.1', '2.3']) {
      const [tracker, reply] = await api.enrolled(cardOf(id));
      assert.equal(pendingOf(reply), 'AUTHORIZATION');
      assert.deepEqual(await api.wallet(await userOf(tracker)), []);
      await api.authorize(tracker);
      assert.equal((await api.wallet(await userOf(tracker))).length, 1);
    }
  });

  rule('3.3 REQUIRED', 'the challenge is run, and nothing else is possible meanwhile', async () => {
    const [tracker, reply] = await api.enrolled(cardOf('2.9'));
    assert.equal(actionOf(reply)['authentication_status'], 'REQUIRED');
    assert.ok(enrollmentOf(reply)['access_token'] && enrollmentOf(reply)['step_up_url']);
    for (const moved of [
      await api.authorize(tracker),
      await api.act(tracker),
      await api.act(tracker, {origin: shop}),
    ]) {
      assert.equal(codeOf(moved), 'tracker.action_not_allowed');
    }
    assert.deepEqual(await api.books(tracker), []);
    assert.equal((await api.stepUp(tracker, enrollmentOf(reply))).status, 303);
    assert.deepEqual(await api.books(tracker), heldAndReversed.slice(0, 1));
  });

  const goesOn = async (id: string, status: string) => {
    const [tracker, reply] = await api.enrolled(cardOf(id));
    assert.equal(actionOf(reply)['authentication_status'], status);
    assert.equal(pendingOf(reply), 'AUTHORIZATION');
    assert.equal((await api.authorize(tracker)).status, 200);
    assert.deepEqual(await api.books(tracker), heldAndReversed.slice(0, 1));
  };

  rule('3.3 FRICTIONLESS', 'step-up is skipped and authorization follows', () =>
    goesOn('2.1', 'FRICTIONLESS'),
  );
  rule('3.3 ATTEMPTED', 'step-up is skipped and authorization follows', () => goesOn('2.3', 'ATTEMPTED'));

  /**
   * Checks that a tracker has ended: no action changes it, the network gets no request, and no card is saved.
   */
  const stops = async (id: string, status: string) => {
    const [tracker, reply] = await api.enrolled(cardOf(id));
    assert.equal(actionOf(reply)['authentication_status'], status);
    assert.equal(await stateOf(tracker), 'TRACKER_ENDED');
    const moves = [
      () => api.authorize(tracker),
      () => api.act(tracker),
      () => api.act(tracker, {origin: shop}),
      () => api.enrollWith(tracker, undefined),
      () => api.call(`/order/payments/v3/${tracker}/reversal`, {body: {}}),
      () => api.comeBack(tracker, string(enrollmentOf(reply)['authentication_transaction_id'])),
    ];
    for (const move of moves) assert.equal(codeOf(await move()), 'tracker.ended');
    const reset = await api.call(`/order/payments/v3/${tracker}`, {method: 'PUT', body: {}});
    assert.equal(codeOf(reset), 'tracker.not_resettable');
    assert.deepEqual(await api.books(tracker), []);
    assert.deepEqual(await api.wallet(await userOf(tracker)), []);
  };

  rule('3.3 UNAVAILABLE', 'ends the tracker for good', () => stops('2.4', 'UNAVAILABLE'));
  rule('3.3 FAILED', 'ends the tracker for good', () => stops('2.2', 'FAILED'));
  rule('3.3 REJECTED', 'ends the tracker for good', () => stops('2.5', 'REJECTED'));
  rule('3.3 NOT_ELIGIBLE', 'ends the tracker for good', () => stops('2.6', 'NOT_ELIGIBLE'));
});
