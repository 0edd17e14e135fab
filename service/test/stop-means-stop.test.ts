// Further: every sequence of tries after a stop; the orders that count: `service/test/order.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {rounds} from '../../test/support/rounds.js';
import {transientToken, type OutcomeName} from './support/fakes.js';
import {shop, startTestService, string, type Call, type Reply, type TestService} from './support/harness.js';
import {books, savedCard} from './support/payments.js';

/** A tracker that has stopped, and what may be tried on it. */
interface Stopped {
  readonly tracker: string;
  readonly transaction: string;
  /** Payload with a card that the tracker's entry mode takes. */
  readonly card: () => object;
}
/** `call` holds the credential; the secret key when it is empty. */
type Try = (service: TestService, stopped: Stopped, call: Call) => Promise<Reply>;

/** What anybody may try. */
const tries: Readonly<Record<string, Try>> = {
  context: (it, {tracker}, call) => it.act(tracker, {origin: shop}, call),
  card: (it, {tracker, card}, call) => it.act(tracker, {payment_method: card()}, call),
  enroll: (it, {tracker}, call) => {
    it.issuer.answerFor(tracker, 'frictionless');
    const setup = {success_url: `${shop}/ok`, failure_url: `${shop}/no`};
    return it.act(tracker, {authentication_setup: setup}, call);
  },
  hold: (it, {tracker}, call) => it.act(tracker, {authorization: {do_capture: false}}, call),
  empty: (it, {tracker}, call) => it.act(tracker, undefined, call),
  reversal: (it, {tracker}, call) => it.call(`/order/payments/v3/${tracker}/reversal`, {body: {}, ...call}),
  reset: (it, {tracker}, call) =>
    it.call(`/order/payments/v3/${tracker}`, {body: {}, ...call, method: 'PUT'}),
  comeBack: (it, {tracker, transaction}) => it.comeBack(tracker, transaction),
};
const names = Object.keys(tries);

/** A walk in which every sequence of `length` tries appears (de Bruijn): each refused try leaves the tracker where it was. */
function walk(length: number): readonly string[] {
  const size = names.length;
  const word = Array.from({length: size * length}, () => 0);
  const steps: number[] = [];
  const extend = (at: number, period: number): void => {
    if (at > length) {
      if (length % period === 0) steps.push(...word.slice(1, period + 1));
      return;
    }
    word[at] = word[at - period]!;
    extend(at + 1, period);
    for (let next = word[at - period]! + 1; next < size; next += 1) {
      word[at] = next;
      extend(at + 1, at);
    }
  };
  extend(1, 1);
  return [...steps, ...steps.slice(0, length - 1)].map((step) => names[step]!);
}

const number = '4000000000002719';
const rawCard = {card_number: number, expiration_month: '01', expiration_year: '2030', cvv: '123'};

async function stop(
  service: TestService,
  outcome: OutcomeName,
  more: Record<string, unknown>,
): Promise<Stopped> {
  const {user, method} = await savedCard(service);
  const tracker = await service.tracker({...more, user});
  const cards: Readonly<Record<string, () => object>> = {
    raw: () => ({card: rawCard}),
    tms: () => ({tokenized_card: {token: method}}),
  };
  const card =
    cards[String(more['entry_mode'])] ??
    (() => ({flex: {transient_token_jwt: transientToken(tracker, number)}}));
  if (more['entry_mode'] === undefined) await service.setUp(tracker);
  else await service.act(tracker, {payment_method: card()});
  const reply = await service.enroll(tracker, outcome);
  const enrollment = reply.json['data']!['action']!['payer_authentication_enrollment']!;
  const transaction = string(enrollment['authentication_transaction_id']);
  // Had the bank a change of mind, it would still be too late.
  service.issuer.finish(transaction, 'succeeded', '05');
  return {tracker, transaction, card};
}

const modes = [
  {mode: 'instrument'},
  {mode: 'instrument', is_account_verification: true},
  {mode: 'instrument', entry_mode: 'raw'},
  {mode: 'payment', amount: 700},
  {mode: 'payment', entry_mode: 'tms', amount: 700},
];

/** Less than a scoped token may be used in a minute. */
const callsOfOneToken = 40;

describe('a tracker that has stopped', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService({allowRaw: true});
  });
  after(() => api.service.close());

  /** Tries each step: every one is refused, and leaves the tracker and the network's books as they were. */
  async function walkOver(stopped: Stopped, steps: readonly string[], scoped: boolean): Promise<void> {
    const {tracker} = stopped;
    const before = await api.payment(tracker);
    let token = '';
    for (const [index, step] of steps.entries()) {
      if (scoped && index % callsOfOneToken === 0) token = await api.token({tracker, origin: shop});
      const {status, text} = await tries[step]!(api, stopped, scoped ? {token, origin: shop} : {});
      const isRefused = status >= 400 && status < 500 && status !== 401 && status !== 429;
      assert.ok(isRefused, `step ${index} ${step}${scoped ? ' with a scoped token' : ''}: ${status} ${text}`);
    }
    assert.deepEqual(await api.payment(tracker), before);
    assert.deepEqual(await books(api, tracker), []);
  }

  it('after a status that says stop no sequence of actions moves the tracker, in any mode (V8)', async () => {
    const length = rounds(2);
    for (const outcome of ['failed', 'rejected', 'unavailable', 'notEligible'] as const)
      for (const more of modes) {
        const stopped = await stop(api, outcome, more);
        await walkOver(stopped, walk(length), false);
        await walkOver(stopped, walk(length - 1), true);
      }
  });
});
