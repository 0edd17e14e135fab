import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {signBody, signWebhook} from '../../src/protocol/index.js';
import {
  createWebhooks,
  memoryReplayStore,
  type ReplayStore,
  type WebhookScheme,
} from '../../src/server/index.js';

const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const plain = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const url = 'http://shop.test/card-vault/webhooks';
const now = Date.parse('2026-11-20T12:00:00Z');
const schemes = ['standard', 'sfpy', 'sfpy-data'] as const;
const hours = [0, 75, 77, 40 * 24];
const headers = ['webhook-id', 'webhook-timestamp', 'webhook-signature', 'x-sfpy-signature'];

/** A message with the signatures of two schemes, as the service sends it, `age` hours ago. */
async function message(age: number, timed: boolean, over: 'body' | 'data') {
  const id = 'evt_old';
  const seconds = Math.floor(now / 1000) - age * 3600;
  const time = timed ? {created_at: {seconds, nanos: 0}} : {};
  const data = {ledger: id, ...time};
  const body = JSON.stringify({token: id, type: 'ledger.closed', data, ...time});
  const all: Record<string, string> = {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': await signWebhook(whsec, {id, timestamp: seconds, body}),
    'x-sfpy-signature': await signBody(plain, over === 'body' ? body : JSON.stringify(data)),
  };
  return {body, headers: all};
}

type Sent = Awaited<ReturnType<typeof message>>;

/** How often a receiver handled a message that came twice before and twice after a restart. */
async function deliver(scheme: WebhookScheme, {body, headers: all}: Sent, stores: readonly ReplayStore[]) {
  let handled = 0;
  for (const store of stores) {
    const secrets = [scheme === 'standard' ? whsec : plain];
    const on = {other: () => void handled++};
    const webhooks = createWebhooks({scheme, secrets, store, on, now: () => now});
    for (let time = 0; time < 2; time++) {
      await webhooks.handle(new Request(url, {method: 'POST', headers: all, body}));
    }
  }
  return handled;
}

const durable = (): ReplayStore => ({...memoryReplayStore(), durable: true});
const restarted = {
  durable: () => {
    const store = durable();
    return [store, store];
  },
  memory: () => [memoryReplayStore(), memoryReplayStore()],
} as const;

describe('messages of any age, with any of their headers', () => {
  // shows: attack 5
  it('an old webhook is handled once or refused, under each scheme, also after a restart (E6)', async () => {
    for (const age of hours)
      for (const timed of [true, false])
        for (const over of ['body', 'data'] as const) {
          const whole = await message(age, timed, over);
          for (const scheme of schemes)
            for (const store of ['durable', 'memory'] as const)
              for (let left = 0; left < 2 ** headers.length; left++) {
                const kept = headers.filter((_, index) => !(left & (1 << index)));
                const sent = {
                  ...whole,
                  headers: Object.fromEntries(kept.map((name) => [name, whole.headers[name]!])),
                };
                const own =
                  scheme === 'standard'
                    ? headers.slice(0, 3).every((name) => name in sent.headers)
                    : 'x-sfpy-signature' in sent.headers && (scheme === 'sfpy') === (over === 'body');
                const old = scheme === 'standard' ? age > 0 : timed ? age > 76 : store === 'memory';
                // With memory alone a restart forgets, which a store in a database is for.
                const times = !own || old ? 0 : store === 'durable' ? 1 : 2;
                const what = `${scheme}, ${age} h, ${timed ? 'timed' : 'untimed'}, ${store}, headers ${Object.keys(sent.headers).join(' ') || 'none'}`;
                assert.equal(await deliver(scheme, sent, restarted[store]()), times, what);
              }
        }
  });
});
