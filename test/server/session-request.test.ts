import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {runInNewContext} from 'node:vm';
import {beginSession} from '../../src/adapter/begun.js';
import {createFetchAdapter} from '../../src/adapter/index.js';
import {starterScript} from '../../src/server/markup/starter.js';

const url = 'https://shop.example/card-vault/session';
const now = {now: () => 0, after: () => () => undefined};
const refusal = new Error('no connection');

/** A request as a server would see it, and whether it can be given up; the key is another one each time. */
function seen(address: string, {signal, headers, ...init}: RequestInit) {
  const {'Idempotency-Key': key = '', ...rest} = headers as Record<string, string>;
  return {
    address,
    redirect: 'follow',
    ...init,
    headers: rest,
    isKeyed: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(key),
    canBeGivenUp: signal?.aborted === false,
  };
}

type Seen = ReturnType<typeof seen>;

/** Each of them sends with the `fetch` that it is given. */
const senders: Readonly<Record<string, (send: typeof fetch) => unknown>> = {
  adapter: (send) =>
    createFetchAdapter({sessionUrl: url, timers: now, fetch: send})
      .openSession({}, {signal: new AbortController().signal})
      .catch(() => undefined),
  element: (send) => {
    const {fetch} = globalThis;
    try {
      globalThis.fetch = send;
      return beginSession(url);
    } finally {
      globalThis.fetch = fetch;
    }
  },
  page: (send) => {
    const tag = {
      querySelector: () => null,
      getBoundingClientRect: () => ({top: 0}),
      hasAttribute: () => false,
      matches: () => false,
      getAttribute: (name: string) => (name === 'session-url' ? url : null),
    };
    const page = {sessionStorage: {}, location: {pathname: '/'}, innerHeight: 800, AbortController, crypto};
    const document = {currentScript: {previousElementSibling: tag}};
    return runInNewContext(starterScript, {...page, fetch: send, document}) as unknown;
  },
};

describe('the request for a session', () => {
  it('is the same whether the page, the element or its adapter sends it', async () => {
    const requests: Record<string, Seen> = {};
    for (const [name, send] of Object.entries(senders))
      await new Promise<void>((sent) => {
        send((address, init) => {
          requests[name] ??= seen(address as string, {...init});
          sent();
          return Promise.reject(refusal);
        });
      });
    const {adapter} = requests;
    assert.deepEqual(requests, {adapter, element: adapter, page: adapter});
    assert.equal(adapter?.isKeyed && adapter.canBeGivenUp, true);
  });
});
