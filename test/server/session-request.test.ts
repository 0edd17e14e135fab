import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {runInNewContext} from 'node:vm';
import {beginSession, type BegunRequest} from '../../src/adapter/begun.js';
import {createFetchAdapter} from '../../src/adapter/index.js';
import {createWallet} from '../../src/adapter/wallet.js';
import {earlyScript} from '../../src/server/markup/early-script.js';

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
    isKeyed: /^[\da-f]+(-[\da-f]+){3,4}$/.test(key),
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
    const aborted = new AbortController();
    class XMLHttpRequest {
      withCredentials = false;
      readonly #headers: Record<string, string> = {};
      #method = '';
      #url = '';
      open(method: string, address: string): void {
        [this.#method, this.#url] = [method, address];
      }
      setRequestHeader(name: string, value: string): void {
        this.#headers[name] = value;
      }
      abort(): void {
        aborted.abort();
      }
      send(body: string): void {
        void send(this.#url, {
          ...{method: this.#method, headers: this.#headers, body, signal: aborted.signal},
          // What it does by itself: browsers keep no answer to a POST, and send cookies to their own origin.
          ...{cache: 'no-store', credentials: this.withCredentials ? 'include' : 'same-origin'},
        }).catch(() => undefined);
      }
    }
    const customElements = {get: () => undefined, whenDefined: () => new Promise(() => undefined)};
    const tag = {
      localName: 'card-vault',
      closest: () => null,
      querySelector: () => null,
      addEventListener: () => undefined,
    };
    const page = {sessionStorage: {}, location: {pathname: '/'}, customElements, AbortController, crypto};
    class EventTarget {
      addEventListener(): void {}
    }
    class Document extends EventTarget {
      get currentScript() {
        return {dataset: {session: url}, previousElementSibling: tag};
      }
      getElementsByTagName() {
        return [];
      }
    }
    runInNewContext(earlyScript, {
      ...page,
      ...{XMLHttpRequest, EventTarget, Document, Reflect, document: new Document()},
    });
    return (tag as {begunSession?: BegunRequest}).begunSession;
  },
};

describe('the request for a session', () => {
  it('is sent by the fetch that was there when the script loaded, as is that for saved cards, also where a later script replaces it', async () => {
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
      const wallet = createWallet({url: 'http://127.0.0.1:1/card-vault/payment-methods', timers: now});
      await assert.rejects(wallet.listPaymentMethods({signal}));
      assert.equal(calls, 0);
    } finally {
      globalThis.fetch = fetch;
    }
  });

  it('is sent when the code that begins it is done, which a browser would else read again', async () => {
    let calls = 0;
    const begun = beginSession(url, undefined, () => {
      calls++;
      return Promise.reject(refusal);
    });
    assert.equal(calls, 0);
    await assert.rejects(begun.answer);
    assert.equal(calls, 1);
  });

  // shows: time 14
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

  for (const name of ['element', 'page'])
    it(`names the key that it was sent under, for a second sending: begun by the ${name}`, async () => {
      let sentUnder: string | null = null;
      const begun = senders[name]!((_address, init) => {
        sentUnder = new Headers(init?.headers).get('Idempotency-Key');
        return Promise.reject(refusal);
      }) as BegunRequest;
      await Promise.resolve();
      assert.equal(typeof begun.key, 'string');
      assert.equal(begun.key, sentUnder);
    });
});
