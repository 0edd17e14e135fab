import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {createServiceClient, type Fetch} from '../../src/server/index.js';
import {startTestService, type TestService} from '../../service/test/support/harness.js';
import {savedCard} from '../../service/test/support/payments.js';
import type {ProofResult} from './support/proof.js';

export const id = 'A18';
export const title = 'names over a year: a payment and its refund, asked for again for a year, are made once';

const dayMs = 86_400_000;

/** All that a service without names has is the idempotency key. */
const withoutNames: Fetch = (url, init) => {
  if (typeof init.body !== 'string') return fetch(url, init);
  const withoutName = (key: string, value: unknown) => (key === 'name' ? undefined : value);
  return fetch(url, {...init, body: JSON.stringify(JSON.parse(init.body), withoutName)});
};

const paymentsOf = ({service: {keys, urls}}: TestService, send: Fetch) =>
  createServiceClient({...keys, serviceUrl: urls.api, fetch: send, timeout: 60_000}).payments;

async function goOn(api: TestService, days: number): Promise<void> {
  const to = new Date(api.service.clock.now().getTime() + days * dayMs).toISOString();
  const {status, text} = await api.call('/sandbox/v1/clock', {body: {to, catch_up: true}});
  if (status !== 200) throw new Error(`The clock was not moved: ${text}`);
}

/**
 * Asks for each payment and its refund again after each of these pauses, at a service that was started again.
 *
 * @returns Captures and refunds beyond the one of each name.
 */
async function year(names: number, pauses: readonly number[], send: Fetch): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'names-over-a-year-'));
  const start = () => startTestService({database: folder});
  let api = await start();
  try {
    const {user: customer, method: paymentMethod} = await savedCard(api);
    const ask = async (amount: number) => {
      const payment = {customer, paymentMethod, amount, currency: 'PKR'};
      const {tracker} = await paymentsOf(api, send).charge(payment, {idempotencyKey: `order ${amount}`});
      return [amount, tracker] as const;
    };
    const amounts = Array.from({length: names}, (_, index) => 1000 + index);
    // What the shop has noted, and all that it was ever answered.
    const noted = new Map<number, string>();
    for (const amount of amounts) noted.set(...(await ask(amount)));
    const answered = new Set(noted.values());
    for (const pause of pauses) {
      await goOn(api, pause);
      await api.service.close();
      api = await start();
      for (const [amount, tracker] of noted) {
        answered.add((await ask(amount))[1]);
        const idempotencyKey = `return ${amount}`;
        await paymentsOf(api, send).refund(tracker, {amount: 100, idempotencyKey});
      }
    }
    return await beyond(api, names, answered);
  } finally {
    await api.service.close();
    await rm(folder, {recursive: true, force: true});
  }
}

/** The books of the network, against one capture and one refund of each name. */
async function beyond(api: TestService, names: number, answered: ReadonlySet<string>): Promise<string[]> {
  const books = await Promise.all([...answered].map((tracker) => api.ledger(tracker)));
  const count = (wanted: string) =>
    books.flat().filter(({kind, approved}) => approved && kind === wanted).length;
  return ['capture', 'refund']
    .filter((kind) => count(kind) !== names)
    .map((kind) => `${names} names have ${count(kind)} entries of the kind ${kind}`);
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  // Within the 48 hours of an idempotency key, after them, and to the end of the year.
  const pauses = bar ? [1.1, 0.5, 1, 7, 30, 60, 90, 175.4] : [1.1, 3, 360.9];
  const names = bar ? 40 : 4;
  const violations = await year(names, pauses, fetch);
  const planted = await year(1, [3, 3], withoutNames);
  if (planted.length < 2) violations.push('names that are left out are not noticed');
  return {
    lines: [
      `${names} payments and their refunds, each asked for ${pauses.length} times more in 365 days, with a restart each time`,
      `names left out: ${planted.join('; ')}`,
    ],
    violations,
  };
}
