import {randomUUID} from 'node:crypto';
import {
  startTestService,
  type Call,
  type Reply,
  type TestService,
} from '../../service/test/support/harness.js';
import {enrolledPayment, savedCard} from '../../service/test/support/payments.js';
import {sizeOf} from './support/size.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A4';
export const title = 'the same money-moving request at the same time, with a key and without: one effect';

/** A call that moves money: what must be there first, and what the network's books must hold of it afterwards. */
interface Move {
  readonly name: string;
  readonly kind: string;
  prepare(
    service: TestService,
  ): Promise<{readonly tracker: string; readonly path: string; readonly body: object}>;
}

const base = '/order/payments/v3';
const dayMs = 24 * 3_600_000;
const capturing = {payload: {authorization: {do_capture: true}}};

async function heldPayment(service: TestService): Promise<string> {
  const tracker = await enrolledPayment(service);
  await service.authorize(tracker);
  return tracker;
}

async function capturedPayment(service: TestService): Promise<string> {
  const tracker = await enrolledPayment(service);
  await service.call(`${base}/${tracker}`, {body: capturing});
  return tracker;
}

async function savingHold(service: TestService): Promise<string> {
  const tracker = await service.tracker();
  await service.setUp(tracker);
  await service.enroll(tracker);
  await service.authorize(tracker);
  return tracker;
}

const on = (tracker: string, what = '', body: object = {}) => ({
  tracker,
  path: `${base}/${tracker}${what}`,
  body,
});

const moves: readonly Move[] = [
  {
    name: 'authorize',
    kind: 'authorization',
    prepare: async (it) => on(await enrolledPayment(it), '', capturing),
  },
  {name: 'reverse (empty payload)', kind: 'reversal', prepare: async (it) => on(await savingHold(it))},
  {name: 'reverse', kind: 'reversal', prepare: async (it) => on(await savingHold(it), '/reversal')},
  {name: 'capture', kind: 'capture', prepare: async (it) => on(await heldPayment(it))},
  {name: 'void', kind: 'void', prepare: async (it) => on(await capturedPayment(it), '/void')},
  {
    name: 'refund',
    kind: 'refund',
    async prepare(it) {
      const tracker = await capturedPayment(it);
      it.service.clock.advanceTo(new Date(it.service.clock.now().getTime() + dayMs));
      return on(tracker, '/refund', {amount: 100});
    },
  },
  {
    name: 'charge a saved card',
    kind: 'capture',
    async prepare(it) {
      const {user, method} = await savedCard(it);
      const tracker = await it.tracker({user, mode: 'unscheduled_cof', amount: 700});
      return on(tracker, '', {payload: {payment_method: {tokenized_card: {token: method}}}});
    },
  },
];

/** With a key every good answer is the same, byte for byte; without one the books decide. */
function violationsIn(replies: readonly Reply[], keyed: boolean, effects: number): string | undefined {
  const strange = replies.filter(({status}) => status !== 200 && status !== 409);
  const good = replies.filter(({status}) => status === 200);
  if (strange[0]) return `answered ${strange[0].status}: ${strange[0].text}`;
  if (effects !== 1) return `${effects} effects`;
  if (good.length === 0) return 'no answer names the effect';
  if (keyed && new Set(good.map(({text}) => text)).size !== 1) return 'different answers under one key';
  return undefined;
}

/** `CARD_VAULT_ROUNDS` names another number of rounds. */
export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rounds = sizeOf('CARD_VAULT_ROUNDS', {bar, slice: 20, full: 200});
  const times = bar ? 64 : 16;
  const service = await startTestService();
  const violations: string[] = [];
  const lines: string[] = [];
  try {
    for (const move of moves) {
      let good = 0;
      for (let round = 0; round < rounds; round += 1) {
        const keyed = round % 2 === 0;
        const {tracker, path, body} = await move.prepare(service);
        const call: Call = {body, ...(keyed && {key: randomUUID()})};
        const replies = await Promise.all(Array.from({length: times}, () => service.call(path, call)));
        const made = (await service.ledger(tracker)).filter(
          ({kind, approved}) => kind === move.kind && approved,
        );
        const wrong = violationsIn(replies, keyed, made.length);
        good += replies.filter(({status}) => status === 200).length;
        if (wrong !== undefined)
          violations.push(`${move.name}, ${tracker}${keyed ? ', with key' : ''}: ${wrong}`);
      }
      lines.push(
        `${move.name}: ${rounds} rounds × ${times}, half with a key: one effect each, ${good} told of it`,
      );
    }
  } finally {
    await service.service.close();
  }
  return {lines, violations};
}
