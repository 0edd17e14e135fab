import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {rounds} from '../../test/support/rounds.js';
import {startTestService, type TestService} from './support/harness.js';
import {enrolledPayment, savedCard} from './support/payments.js';

const base = '/order/payments/v3';
const dayMs = 24 * 3_600_000;
const capturing = {payload: {authorization: {do_capture: true}}};

async function heldPayment(api: TestService): Promise<string> {
  const tracker = await enrolledPayment(api);
  await api.authorize(tracker);
  return tracker;
}

async function capturedPayment(api: TestService): Promise<string> {
  const tracker = await enrolledPayment(api);
  await api.call(`${base}/${tracker}`, {body: capturing});
  return tracker;
}

async function savingHold(api: TestService): Promise<string> {
  const tracker = await api.tracker();
  await api.setUp(tracker);
  await api.enroll(tracker);
  await api.authorize(tracker);
  return tracker;
}

/** Makes what has to be there first, and answers with the tracker, the end of the path, and the body. */
type Prepare = (api: TestService) => Promise<readonly [tracker: string, path: string, body: object]>;

/** Calls that move money, and how the network's books name what each does. */
const moves: readonly (readonly [name: string, kind: string, prepare: Prepare])[] = [
  ['authorize', 'authorization', async (api) => [await enrolledPayment(api), '', capturing]],
  ['reverse by an empty payload', 'reversal', async (api) => [await savingHold(api), '', {}]],
  ['reverse', 'reversal', async (api) => [await savingHold(api), '/reversal', {}]],
  ['capture', 'capture', async (api) => [await heldPayment(api), '', {}]],
  ['void', 'void', async (api) => [await capturedPayment(api), '/void', {}]],
  [
    ...(['refund', 'refund'] as const),
    async (api) => {
      const tracker = await capturedPayment(api);
      api.service.clock.advanceTo(new Date(api.service.clock.now().getTime() + dayMs));
      return [tracker, '/refund', {amount: 100}];
    },
  ],
  [
    ...(['charge a saved card', 'capture'] as const),
    async (api) => {
      const {user, method} = await savedCard(api);
      const tracker = await api.tracker({user, mode: 'unscheduled_cof', amount: 700});
      return [tracker, '', {payload: {payment_method: {tokenized_card: {token: method}}}}];
    },
  ],
];

describe('many requests at once', () => {
  let api: TestService;
  before(async () => {
    api = await startTestService();
  });
  after(() => api.service.close());

  it('a request that moves money, sent many times at once, has one effect, with a key and without (V16)', async () => {
    for (let round = 0; round < rounds(1); round++)
      for (const [name, kind, prepare] of moves)
        for (const keyed of [true, false]) {
          const [tracker, path, body] = await prepare(api);
          const call = {body, ...(keyed && {key: randomUUID()})};
          const all = Array.from({length: 16}, () => api.call(`${base}/${tracker}${path}`, call));
          const replies = await Promise.all(all);
          const what = `${name}, ${keyed ? 'with a key' : 'without'}`;
          for (const {status, text} of replies)
            assert.ok(status === 200 || status === 409, `${what}: ${status} ${text}`);
          const good = replies.filter(({status}) => status === 200).map(({text}) => text);
          assert.ok(keyed ? new Set(good).size === 1 : good.length > 0, `${what}: ${good.join('\n')}`);
          const books = (await api.ledger(tracker)).filter(({approved}) => approved);
          assert.equal(books.filter((entry) => entry.kind === kind).length, 1, what);
        }
  });
});
