import {expect} from '@open-wc/testing';
import {
  askPlanFacts,
  askPortalAddress,
  askSubscribeAddress,
  type HostedPage,
} from '../../src/adapter/subscribe.js';
import {CardVaultError} from '../../src/protocol/index.js';
import {ManualTimers} from '../flow/support/manual-timers.js';
import {errorOf} from './support/fresh.js';

const {signal} = new AbortController();
const timers = new ManualTimers();
const request = {subscribeUrl: '/card-vault/subscribe', plan: 'plan_1', returnUrl: undefined, locale: 'en'};

describe('askSubscribeAddress', () => {
  let asked: {url: string; body: unknown}[] = [];
  let fetch: typeof globalThis.fetch;
  afterEach(() => {
    asked = [];
  });

  /** The shop's server gives this answer. */
  const shop = (answer: () => Response): void => {
    fetch = (url, init) => {
      asked.push({url: String(url), body: JSON.parse(String(init?.body))});
      return new Promise((resolve) => resolve(answer()));
    };
  };
  const ask = (returnUrl?: string): Promise<HostedPage> =>
    askSubscribeAddress({...request, returnUrl, locale: 'ur'}, {signal, timers, fetch});
  const failure = (): Promise<unknown> =>
    ask().then(
      () => undefined,
      (error: unknown) => (error instanceof CardVaultError ? error.code : error),
    );

  it('asks with plan, language and the way back, relative to the page', async () => {
    shop(() => Response.json({url: 'https://pay.example/checkout'}));
    expect(await ask()).to.deep.equal({url: 'https://pay.example/checkout', method: 'GET'});
    await ask('/box?x=1');
    const url = new URL('/card-vault/subscribe', location.href).href;
    const back = [location.href, new URL('/box?x=1', location.href).href];
    expect(asked).to.deep.equal(
      back.map((return_url) => ({url, body: {plan: 'plan_1', return_url, locale: 'ur'}})),
    );
  });

  it('sends the challenge, and says that the page takes a post', async () => {
    shop(() => Response.json({url: 'https://pay.example/checkout', method: 'POST'}));
    const codeChallenge = 'A'.repeat(43);
    const page = await askSubscribeAddress({...request, codeChallenge}, {signal, timers, fetch});
    expect(page.method).to.equal('POST');
    expect((asked[0]!.body as {code_challenge: string}).code_challenge).to.equal(codeChallenge);
  });

  it('takes http addresses only', async () => {
    for (const url of ['javascript:alert(1)', 'data:text/html,x', '/relative', '', 5, undefined]) {
      shop(() => Response.json({url}));
      expect(await failure(), String(url)).to.equal('answer-unreadable');
    }
    shop(() => new Response('<html>'));
    expect(await failure()).to.equal('answer-unreadable');
  });

  it('says on which side it failed', async () => {
    shop(() => Response.json({code: 'plan.not_found'}, {status: 404}));
    expect(await failure()).to.equal('request-refused');
    shop(() => new Response('', {status: 502}));
    expect(await failure()).to.equal('service-unavailable');
    shop(() => {
      throw new TypeError('Failed to fetch');
    });
    expect(await failure()).to.equal('shop-server-unreachable');
  });

  it('is given up with the reason of whoever asked, before the answer and in the midst of it', async () => {
    const reason = new DOMException('not wanted any more', 'AbortError');
    for (const begun of [false, true]) {
      const run = new AbortController();
      const fetch: typeof globalThis.fetch = (_url, init) => {
        const aborted = new Promise<never>((_resolve, reject) =>
          init!.signal!.addEventListener('abort', () => reject(init!.signal!.reason as Error)),
        );
        const body = new ReadableStream({
          start: (stream) => void aborted.catch((error) => stream.error(error)),
        });
        return begun ? Promise.resolve(new Response(body)) : aborted;
      };
      const asking = askSubscribeAddress(request, {signal: run.signal, timers, fetch});
      run.abort(reason);
      expect(await asking.catch((error: unknown) => error), String(begun)).to.equal(reason);
    }
  });

  it('blames the connection for an answer that ends too early', async () => {
    shop(
      () => new Response(new ReadableStream({start: (body) => body.error(new TypeError('network error'))})),
    );
    expect(await failure()).to.equal('shop-server-unreachable');
  });

  it('asks by the fetch that the page had at the load (guarantees 2.8)', async () => {
    const genuine = globalThis.fetch;
    shop(() => Response.json({url: 'https://evil.example/'}));
    globalThis.fetch = fetch;
    const address = await askSubscribeAddress(
      {...request, subscribeUrl: '/no-such-route'},
      {signal, timers},
    ).catch((error: unknown) => error);
    globalThis.fetch = genuine;
    expect(address).to.have.property('code', 'request-refused');
    expect(asked).to.deep.equal([]);
  });
});

describe('askPortalAddress', () => {
  it('asks the route beside the one for the checkout', async () => {
    const asked: [string, unknown][] = [];
    const fetch: typeof globalThis.fetch = (url, init) => {
      asked.push([String(url), JSON.parse(String(init?.body))]);
      return Promise.resolve(Response.json({url: 'https://pay.example/portal'}));
    };
    const own = {...request, subscribeUrl: '/shop/subscribe'};
    const page = await askPortalAddress(own, {signal, timers, fetch});
    expect(page).to.deep.equal({url: 'https://pay.example/portal', method: 'GET'});
    expect(asked).to.deep.equal([
      [new URL('/shop/portal', location.href).href, {return_url: location.href, locale: 'en'}],
    ]);
  });
});

describe('askPlanFacts', () => {
  const whole = {
    name: 'Box',
    amount: '48.00',
    currency: 'USD',
    interval: 'MONTH',
    interval_count: 2,
    trial_days: 0,
  };
  const ask = (answer: unknown, asked: string[] = []) => {
    const fetch: typeof globalThis.fetch = (url) => {
      asked.push(String(url));
      return Promise.resolve(Response.json(answer));
    };
    return askPlanFacts({subscribeUrl: '/shop/subscribe?x=1', plan: 'plan 1'}, {signal, timers, fetch});
  };

  it('reads what a plan is called and costs', async () => {
    const asked: string[] = [];
    expect(await ask(whole, asked)).to.deep.equal({
      name: 'Box',
      amount: '48.00',
      currency: 'USD',
      interval: 'month',
      count: 2,
    });
    expect(asked).to.deep.equal([new URL('/shop/subscribe?x=1&plan=plan+1', location.href).href]);
  });

  it('takes nothing that it could not show', async () => {
    for (const wrong of [
      null,
      {},
      {...whole, name: 5},
      ...['much', '1e3', '0x30', ' 48', ''].map((amount) => ({...whole, amount})),
      {...whole, currency: 'dollars'},
      {...whole, interval: 'MOON'},
      {...whole, interval_count: '2'},
    ]) {
      const code = await ask(wrong).then(
        () => '',
        (error: CardVaultError) => error.code,
      );
      expect(code, JSON.stringify(wrong)).to.equal('answer-unreadable');
    }
  });
});

describe('a shop that stays silent', () => {
  const asks = {askSubscribeAddress, askPortalAddress, askPlanFacts};
  for (const [name, ask] of Object.entries(asks))
    it(`${name} has 30 s, by the clock that it is given`, async () => {
      const clock = new ManualTimers();
      let own: AbortSignal | undefined;
      const fetch: typeof globalThis.fetch = (_url, init) =>
        new Promise((_resolve, reject) => {
          own = init!.signal!;
          own.addEventListener('abort', () => reject(own!.reason as Error));
        });
      const error = errorOf(ask(request, {signal, timers: clock, fetch}));
      await clock.pass(29_999);
      expect(own?.aborted).to.equal(false);
      await clock.pass(1);
      expect(await error).to.include({code: 'shop-server-unreachable', audience: 'network'});
      expect(clock.running).to.equal(0);
    });
});
