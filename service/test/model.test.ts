// Further: every order of two tries; the orders that count: `service/test/order.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {transientToken, type OutcomeName} from './support/fakes.js';
import {shop, startTestService, string, type Reply, type TestService} from './support/harness.js';

/** Requests that a client may send for a tracker, in any order. */
const requests = [
  'context',
  'token',
  'enroll',
  'authorize',
  'empty',
  'reversal',
  'reset',
  'comeBack',
] as const;
type RequestName = (typeof requests)[number];

/**
 * A simple model of a tracker after an enrollment that stops nothing: the pending action, and what the network must have
 * received.
 */
interface Model {
  pending: 'authorization' | 'validation' | 'reversal' | 'nothing';
  held: boolean;
  reversed: boolean;
  saved: boolean;
}

const afterEnrollment = (outcome: OutcomeName): Model => ({
  pending: outcome === 'required' ? 'validation' : 'authorization',
  held: false,
  reversed: false,
  saved: false,
});

/** Applies a request to the model, and returns whether it must be accepted. All step-ups succeed. */
function apply(model: Model, request: RequestName, verification: boolean): boolean {
  const approve = () => {
    Object.assign(model, {held: true, saved: true, pending: verification ? 'nothing' : 'reversal'});
    return true;
  };
  if (request === 'authorize' && model.pending === 'authorization') return approve();
  if (request === 'comeBack') {
    if (model.pending === 'validation') return approve();
    return false;
  }
  if (request === 'empty' || request === 'reversal') {
    if (model.pending === 'reversal') Object.assign(model, {reversed: true, pending: 'nothing'});
    // A repeated reversal gets the same answer.
    return model.reversed;
  }
  return false;
}

describe('after an enrollment that stops nothing, every order of two tries (spec 3.1; V6 to V10)', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  function send(tracker: string, transaction: string, request: RequestName): Promise<Reply> {
    switch (request) {
      case 'context':
        return api.act(tracker, {origin: shop});
      case 'token': {
        const jwt = transientToken(tracker, '4000000000002719');
        return api.act(tracker, {payment_method: {flex: {transient_token_jwt: jwt}}});
      }
      case 'enroll':
        return api.enroll(tracker, 'frictionless');
      case 'authorize':
        return api.authorize(tracker);
      case 'empty':
        return api.act(tracker);
      case 'reversal':
        return api.call(`/order/payments/v3/${tracker}/reversal`, {method: 'POST'});
      case 'reset':
        return api.call(`/order/payments/v3/${tracker}`, {method: 'PUT', body: {}});
      case 'comeBack':
        return api.comeBack(tracker, transaction);
    }
  }

  async function check(
    outcome: OutcomeName,
    order: readonly RequestName[],
    verification: boolean,
  ): Promise<void> {
    const name = `${outcome}: ${order.join(', ')}`;
    const tracker = await api.tracker({is_account_verification: verification});
    await api.setUp(tracker);
    const enrolled = await api.enroll(tracker, outcome);
    const enrollment = enrolled.json['data']!['action']!['payer_authentication_enrollment']!;
    const transaction = string(enrollment['authentication_transaction_id']);
    if (outcome === 'required') api.issuer.finish(transaction, 'succeeded', '05');
    const model = afterEnrollment(outcome);
    for (const request of order) {
      const repeated = request === 'comeBack' && outcome === 'required' && model.held;
      const isAccepted = apply(model, request, verification);
      const reply = await send(tracker, transaction, request);
      // A repeated redirect from the bank goes to the same address and changes nothing.
      if (repeated) assert.equal(reply.status, 303, name);
      else
        assert.equal(reply.status < 400, isAccepted, `${name}, at ${request}: ${reply.status} ${reply.text}`);
      assert.ok(reply.status < 500, name);
    }
    const amount = verification ? 0 : 500;
    assert.deepEqual(
      (await api.ledger(tracker)).map((entry) => [entry.kind, entry.amount, entry.approved]),
      [
        ...(model.held ? [['authorization', amount, true]] : []),
        ...(model.reversed ? [['reversal', amount, true]] : []),
      ],
      name,
    );
    const payment = await api.payment(tracker);
    assert.equal((payment['payment_method'] as unknown) !== null, model.saved, name);
    assert.equal(payment['state'] === ('TRACKER_ENDED' as unknown), model.pending === 'nothing', name);
  }

  const orders = requests.flatMap((first) => requests.map((second) => [first, second] as const));
  for (const outcome of ['frictionless', 'required'] as const) {
    it(`${outcome}: ${orders.length} orders`, async () => {
      for (const [index, order] of orders.entries()) await check(outcome, order, index % 2 === 0);
    });
  }

  it('a whole save tried twice in a row is one save', async () => {
    const twice = ['authorize', 'authorize', 'empty', 'empty', 'reversal', 'authorize'] as const;
    await check('attempted', twice, false);
    await check('required', ['comeBack', 'comeBack', 'reversal', 'comeBack', 'empty'], false);
  });
});
