import {transientToken, type OutcomeName} from '../../service/test/support/fakes.js';
import {
  shop,
  startTestService,
  string,
  type Call,
  type Reply,
  type TestService,
} from '../../service/test/support/harness.js';
import {books, savedCard} from '../../service/test/support/payments.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A11';
export const title =
  'after a status that says stop, no sequence of actions moves the tracker (V8), in any mode';

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

/** Tries the steps one after the other; every one must be refused and leave the tracker and the network's books as they were. */
async function walkOver(
  service: TestService,
  stopped: Stopped,
  {steps, scoped}: {readonly steps: readonly string[]; readonly scoped: boolean},
): Promise<string[]> {
  const {tracker} = stopped;
  const wrong: string[] = [];
  const before = JSON.stringify(await service.payment(tracker));
  let token = '';
  for (const [index, step] of steps.entries()) {
    if (scoped && index % callsOfOneToken === 0) token = await service.token({tracker, origin: shop});
    const {status, text} = await tries[step]!(service, stopped, scoped ? {token, origin: shop} : {});
    if (status < 400 || status >= 500 || status === 401 || status === 429) {
      wrong.push(
        `${tracker}, step ${index} ${step}${scoped ? ' with a scoped token' : ''}: ${status} ${text}`,
      );
    }
  }
  if (JSON.stringify(await service.payment(tracker)) !== before) wrong.push(`${tracker} was changed`);
  if ((await books(service, tracker)).length > 0) wrong.push(`${tracker} is in the network’s books`);
  return wrong;
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const length = bar ? 5 : 3;
  const walks = [
    {steps: walk(length), scoped: false},
    {steps: walk(length - 1), scoped: true},
  ];
  const service = await startTestService({allowRaw: true});
  const violations: string[] = [];
  const lines: string[] = [];
  try {
    for (const outcome of ['failed', 'rejected', 'unavailable', 'notEligible'] as const) {
      for (const more of modes) {
        const stopped = await stop(service, outcome, more);
        for (const steps of walks) violations.push(...(await walkOver(service, stopped, steps)));
      }
      lines.push(
        `${outcome}: every sequence of ${length} of ${names.length} tries (of ${length - 1} with scoped tokens), ${modes.length} modes with flex, raw and tms, ${walks[0]!.steps.length + walks[1]!.steps.length} tries each`,
      );
    }
  } finally {
    await service.service.close();
  }
  return {lines, violations};
}
