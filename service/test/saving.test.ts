import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {OutcomeName} from './support/fakes.js';
import {shop, startTestService, string, type Reply, type TestService} from './support/harness.js';

const pending = (reply: Reply) => reply.json['data']!['tracker']!['next_actions']!['CYBERSOURCE']!['kind'];
const state = (reply: Reply) => reply.json['data']!['tracker']!['state'];

describe('saving a card over HTTP (spec 3.1)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  it('a frictionless save without account verification holds a small amount and reverses exactly that', async () => {
    const tracker = await api.tracker({mode: 'instrument'});
    const setup = await api.setUp(tracker);
    const action = setup.json['data']!['action']!;
    assert.equal(action['payment_method']!['last_four'], '2701');
    assert.equal(action['payment_method']!['card_type_code'], '001');
    assert.ok(action['payer_authentication_setup']!['access_token']);
    assert.ok(action['payer_authentication_setup']!['device_data_collection_url']);
    assert.equal(pending(setup), 'PAYER_AUTH_ENROLLMENT');

    const enrolled = await api.enroll(tracker, 'frictionless');
    const enrollment = enrolled.json['data']!['action']!['payer_authentication_enrollment']!;
    assert.equal(enrollment['authentication_status'], 'FRICTIONLESS');
    assert.equal(enrollment['eci'], '05');
    assert.equal(enrolled.json['data']!['action']!['authentication_status'], 'FRICTIONLESS');
    assert.equal(enrollment['step_up_url'], undefined);
    assert.equal(state(enrolled), 'TRACKER_ENROLLED');

    const authorized = await api.authorize(tracker);
    assert.equal(authorized.status, 200, authorized.text);
    assert.equal(pending(authorized), 'REVERSAL');
    assert.equal(state(authorized), 'TRACKER_AUTHORIZED');

    const reversed = await api.act(tracker);
    assert.equal(reversed.status, 200, reversed.text);
    assert.equal(pending(reversed), 'NOOP');
    assert.equal(state(reversed), 'TRACKER_ENDED');

    const payment = await api.payment(tracker);
    assert.match(string(payment['payment_method']!['token']), /^pm_/);
    assert.equal(payment['payment_method']!['single_use'], false);
    const ledger = await api.ledger(tracker);
    assert.deepEqual(
      ledger.map(({kind, amount, currency, approved}) => ({kind, amount, currency, approved})),
      [
        {kind: 'authorization', amount: 500, currency: 'PKR', approved: true},
        {kind: 'reversal', amount: 500, currency: 'PKR', approved: true},
      ],
    );
    assert.equal(ledger[1]!.authorization, ledger[0]!.id);
    assert.equal(payment['attempts']![0]!['authorization']!['token'], ledger[0]!.id);
    assert.equal(payment['attempts']![0]!['reversal']!['amount'], 500);
    // The action that created it, its id in the network, and its payment (wire 1.6, 1.7).
    const {action: actionToken, cybersource_rid: rid} = payment['authorization']!;
    assert.equal(actionToken, authorized.json['data']!['action']!['token']);
    assert.equal(rid, ledger[0]!.id);
    const {token, ...client} = payment['client'] as unknown as Record<string, unknown>;
    assert.match(string(token), /^client_[0-9a-f]+$/);
    assert.deepEqual(client, {api_key: api.service.keys.publicKey, name: 'shop', email: ''});
  });

  it('with account verification the flow ends after a zero-amount authorization, and a reversal is refused', async () => {
    const tracker = await api.tracker({is_account_verification: true});
    await api.setUp(tracker);
    await api.enroll(tracker, 'attempted');
    const authorized = await api.authorize(tracker);
    assert.equal(pending(authorized), 'NOOP');
    assert.equal(state(authorized), 'TRACKER_ENDED');
    const reversal = await api.act(tracker);
    assert.equal(reversal.status, 409);
    assert.equal(reversal.json['code'], 'tracker.reversal_not_owed');
    assert.deepEqual(
      (await api.ledger(tracker)).map(({kind, amount}) => [kind, amount]),
      [['authorization', 0]],
    );
  });

  for (const status of ['unavailable', 'failed', 'rejected', 'notEligible'] as const) {
    it(`${status} ends the tracker: no authorization, no second enrollment, no payment method`, async () => {
      const tracker = await api.tracker();
      await api.setUp(tracker);
      const enrolled = await api.enroll(tracker, status);
      assert.equal(enrolled.status, 200);
      assert.equal(pending(enrolled), 'NOOP');
      assert.equal(state(enrolled), 'TRACKER_ENDED');
      for (const reply of [await api.authorize(tracker), await api.enroll(tracker), await api.act(tracker)]) {
        assert.equal(reply.status, 409, reply.text);
        assert.equal(reply.json['code'], 'tracker.ended');
      }
      assert.equal((await api.call(`/order/payments/v3/${tracker}`, {method: 'PUT', body: {}})).status, 409);
      assert.deepEqual(await api.ledger(tracker), []);
      assert.equal((await api.payment(tracker))['payment_method'], null);
      const cards = await api.service.database.query(
        'SELECT 1 FROM vault_cards WHERE id = (SELECT card FROM trackers WHERE token = $1)',
        [tracker],
      );
      assert.equal(cards.length, 0);
    });
  }

  it('a guest’s payment method may be used once', async () => {
    const tracker = await api.tracker({is_account_verification: true}, {is_guest: true});
    await api.setUp(tracker);
    await api.enroll(tracker);
    await api.authorize(tracker);
    const payment = await api.payment(tracker);
    assert.equal(payment['payment_method']!['single_use'], true);
    const wallet = await api.call(`/user/customers/v1/${string(payment['customer']!['token'])}/wallet/`);
    assert.equal(wallet.json['data']!['count'], 1);
    assert.equal(wallet.json['data']!['wallet']![0]!['max_usage'], 1);
  });

  it('a declined authorization ends the tracker without a payment method and owes no reversal', async () => {
    const tracker = await api.tracker();
    await api.setUp(tracker, '4000000000000002');
    await api.enroll(tracker);
    const declined = await api.authorize(tracker);
    assert.equal(declined.status, 402);
    assert.equal(declined.json['code'], 'tracker.authorization_declined');
    assert.equal((await api.payment(tracker))['state'], 'TRACKER_ENDED');
    const owed = await api.service.database.query(
      'SELECT 1 FROM owed_reversals WHERE tracker = $1 AND settled_at IS NULL',
      [tracker],
    );
    assert.equal(owed.length, 0);
  });

  it('enrollment failures may arrive as an HTTP error instead of a status', async () => {
    api.service.settings.enrollmentFailures = 'http';
    try {
      const tracker = await api.tracker();
      await api.setUp(tracker);
      const refused = await api.enroll(tracker, 'failed');
      assert.equal(refused.status, 400);
      assert.match(string(refused.json['message']), /payer could not be authenticated/);
      const payment = await api.payment(tracker);
      assert.equal(payment['attempts']![0]!['enrollment']!['authentication_status'], 'FAILED');
      assert.equal(payment['state'], 'TRACKER_ENDED');
    } finally {
      api.service.settings.enrollmentFailures = 'status';
    }
  });
});

describe('the step-up (spec 3.1 steps 7 and 8)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  async function challenged(more: object = {}): Promise<{tracker: string; transaction: string}> {
    const tracker = await api.tracker(more);
    await api.setUp(tracker);
    const enrolled = await api.enroll(tracker, 'required' satisfies OutcomeName);
    const enrollment = enrolled.json['data']!['action']!['payer_authentication_enrollment']!;
    assert.equal(enrollment['authentication_status'], 'REQUIRED');
    assert.ok(enrollment['step_up_url'] && enrollment['access_token']);
    assert.equal(enrollment['challenge_window_size'], '02');
    assert.equal(pending(enrolled), 'PAYER_AUTH_VALIDATION');
    return {tracker, transaction: string(enrollment['authentication_transaction_id'])};
  }

  it('a right code creates the payment method in the same action and redirects to success_url', async () => {
    const {tracker, transaction} = await challenged();
    api.issuer.finish(transaction, 'succeeded', '05');
    const back = await api.comeBack(tracker, transaction);
    assert.equal(back.status, 303);
    const to = new URL(back.headers.get('location')!);
    assert.equal(to.origin, shop);
    assert.equal(to.searchParams.get('outcome'), 'success');
    assert.equal(to.searchParams.get('tracker'), tracker);
    const payment = await api.payment(tracker);
    assert.equal(to.searchParams.get('payment_method'), payment['payment_method']!['token']);
    assert.deepEqual(payment['attempts']![0]!['validation'], {result: 'succeeded', eci: '05'});
    assert.equal(payment['next_actions']!['CYBERSOURCE']!['kind'], 'REVERSAL');
    assert.equal((await api.act(tracker)).status, 200);
    assert.deepEqual(
      (await api.ledger(tracker)).map(({kind, amount}) => [kind, amount]),
      [
        ['authorization', 500],
        ['reversal', 500],
      ],
    );
  });

  it('a form that is sent twice is validated once and redirects to one address', async () => {
    const {tracker, transaction} = await challenged({is_account_verification: true});
    api.issuer.finish(transaction, 'succeeded', '05');
    const replies = await Promise.all([1, 2, 3].map(() => api.comeBack(tracker, transaction)));
    assert.deepEqual(new Set(replies.map(({status}) => status)), new Set([303]));
    assert.equal(new Set(replies.map(({headers}) => headers.get('location'))).size, 1);
    assert.equal((await api.ledger(tracker)).length, 1);
  });

  it('a form that waited for an undecided one reads the result itself', async () => {
    const {tracker, transaction} = await challenged();
    const {issuer} = api;
    let openGate: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (openGate = resolve));
    const validationRead = new Promise<void>((resolve) => {
      issuer.result = async () => {
        resolve();
        await gate;
        return {state: 'pending', eci: undefined};
      };
    });
    const first = api.comeBack(tracker, transaction);
    await validationRead;
    const second = api.comeBack(tracker, transaction);
    // Long enough for the second request to find the tracker busy.
    for (let count = 0; count < 3; count++) await api.payment(tracker);
    openGate();
    const statuses = (await Promise.all([first, second])).map(({status}) => status);
    Reflect.deleteProperty(issuer, 'result');
    assert.deepEqual(statuses, [303, 303]);
  });

  for (const result of ['failed', 'cancelled', 'unavailable', 'rejected', 'error'] as const) {
    it(`${result} ends the tracker and redirects to failure_url with the reason`, async () => {
      const {tracker, transaction} = await challenged();
      api.issuer.finish(transaction, result);
      const back = await api.comeBack(tracker, transaction);
      const to = new URL(back.headers.get('location')!);
      assert.equal(to.searchParams.get('outcome'), 'failure');
      assert.equal(to.searchParams.get('error'), result);
      assert.equal(to.searchParams.get('payment_method'), null);
      const payment = await api.payment(tracker);
      assert.equal(payment['attempts']![0]!['validation']!['result'], result);
      assert.equal(payment['payment_method'], null);
      assert.equal((await api.authorize(tracker)).status, 409);
      assert.deepEqual(await api.ledger(tracker), []);
    });
  }

  it('the issuer decides, not the browser: an unfinished step-up does not count', async () => {
    const {tracker, transaction} = await challenged();
    const back = await api.comeBack(tracker, transaction);
    assert.equal(new URL(back.headers.get('location')!).searchParams.get('error'), 'error');
    assert.equal((await api.authorize(tracker)).status, 400);
    assert.equal((await api.payment(tracker))['attempts']![0]!['validation'], null);
    api.issuer.finish(transaction, 'succeeded', '05');
    const again = await api.comeBack(tracker, transaction);
    assert.ok(new URL(again.headers.get('location')!).searchParams.get('payment_method'));
  });

  it('another tracker’s transaction, or none, is refused', async () => {
    const [own, other] = [await challenged(), await challenged()];
    api.issuer.finish(other.transaction, 'succeeded', '05');
    assert.equal((await api.comeBack(own.tracker, other.transaction)).status, 400);
    const bare = await api.call(`/order/payments/v3/${own.tracker}/validation`, {secret: null});
    assert.equal(bare.status, 400);
    assert.equal(bare.json['code'], 'validation.transaction_unknown');
  });

  it('a link works like a form', async () => {
    const {tracker, transaction} = await challenged({is_account_verification: true});
    api.issuer.finish(transaction, 'succeeded', '05');
    const back = await api.call(`/order/payments/v3/${tracker}/validation?TransactionId=${transaction}`, {
      secret: null,
    });
    assert.equal(back.status, 303);
  });

  it('the issuer gets the origins that may frame its page and the address to return to', async () => {
    const {tracker} = await challenged();
    const enrollment = api.issuer.enrollments.at(-1)!;
    assert.deepEqual(enrollment.origins, [shop]);
    assert.equal(enrollment.returnUrl, `${api.service.urls.api}/order/payments/v3/${tracker}/validation`);
    assert.ok(enrollment.sessionId);
  });
});
