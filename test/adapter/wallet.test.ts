import {expect} from '@open-wc/testing';
import {createWallet, type Wallet} from '../../src/adapter/wallet.js';
import {settled} from '../flow/support/fake-ports.js';
import {ManualTimers} from '../flow/support/manual-timers.js';
import {errorOf, options} from './support/fresh.js';

const url = 'https://shop.example/card-vault/payment-methods';
const calls: Readonly<Record<string, (wallet: Wallet, call: typeof options) => Promise<unknown>>> = {
  listPaymentMethods: (wallet, call) => wallet.listPaymentMethods(call),
  removePaymentMethod: (wallet, call) => wallet.removePaymentMethod({token: 'pm_1'}, call),
  setDefaultPaymentMethod: (wallet, call) => wallet.setDefaultPaymentMethod({token: 'pm_1'}, call),
};

/** A server that says nothing. */
function silent() {
  const timers = new ManualTimers();
  const signals: AbortSignal[] = [];
  const fetch: typeof globalThis.fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const signal = init!.signal!;
      signals.push(signal);
      if (signal.aborted) reject(signal.reason as Error);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
  return {timers, signals, wallet: createWallet({url, fetch, timers})};
}

describe('the requests for saved cards', () => {
  for (const [name, call] of Object.entries(calls)) {
    it(`${name} is sent again beside a silent one, and has 30 s, by the clock that it is given`, async () => {
      const {timers, signals, wallet} = silent();
      const error = errorOf(call(wallet, options));
      await timers.pass(29_999);
      expect(signals[0]?.aborted).to.equal(false);
      await timers.pass(1);
      expect(signals[0]?.aborted).to.equal(true);
      expect(await error).to.include({
        code: 'shop-server-unreachable',
        message: "The shop's server at https://shop.example did not answer.",
      });
      await settled();
      expect([signals.length, timers.running]).to.deep.equal([2, 0]);
    });

    it(`${name} is given up with the reason of the caller`, async () => {
      const {timers, wallet} = silent();
      const caller = new AbortController();
      const ended = call(wallet, {signal: caller.signal}).catch((reason: unknown) => reason);
      caller.abort(new DOMException('not wanted any more', 'AbortError'));
      expect(await ended).to.equal(caller.signal.reason);
      await settled();
      expect(timers.running).to.equal(0);
    });
  }

  it('leave no timer behind once they are answered', async () => {
    const timers = new ManualTimers();
    const fetch = () => Promise.resolve(Response.json({payment_methods: []}));
    await createWallet({url, fetch, timers})
      .listPaymentMethods(options)
      .catch(() => undefined);
    expect(timers.running).to.equal(0);
  });
});
