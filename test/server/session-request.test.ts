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
  element: (send) => beginSession(url, undefined, send),
  page: (send) => {
    const tag = {
      localName: 'card-vault',
      querySelector: () => null,
      addEventListener: () => undefined,
      getBoundingClientRect: () => ({top: 0}),
      hasAttribute: () => false,
      matches: () => false,
      getAttribute: (name: string) => (name === 'session-url' ? url : null),
    };
    const customElements = {whenDefined: () => new Promise(() => undefined)};
    const location = {pathname: '/'};
    const page = {sessionStorage: {}, location, customElements, innerHeight: 800, AbortController, crypto};
    const document = {
      getElementsByTagName: () => [],
      currentScript: {previousElementSibling: tag, dataset: {}},
    };
    return runInNewContext(starterScript, {...page, fetch: send, document}) as unknown;
  },
};

describe('the request for a session', () => {
  it('is sent by the fetch that was there when the script loaded, also where a later script replaces it', async () => {
    const {fetch} = globalThis;
    let calls = 0;
    globalThis.fetch = () => {
      calls++;
      return Promise.resolve(Response.json({}));
    };
    try {
      // Every fetch refuses this port at once.
      const sessionUrl = 'http://127.0.0.1:1/card-vault/session';
      await assert.rejects(beginSession(sessionUrl).answer, TypeError);
      const {signal} = new AbortController();
      const adapter = createFetchAdapter({sessionUrl, timers: now});
      const opening = adapter.openSession({}, {signal: AbortSignal.any([signal, AbortSignal.timeout(1)])});
      await assert.rejects(opening);
      assert.equal(calls, 0);
    } finally {
      globalThis.fetch = fetch;
    }
  });

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
