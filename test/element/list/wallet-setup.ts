import type {Wallet} from '../../../src/adapter/wallet.js';
import {Deferred} from '../../../src/element/session/deferred.js';
import {WalletController, type WalletOptions} from '../../../src/element/list/wallet.js';
import type {CardVaultError, PaymentMethod} from '../../../src/protocol/index.js';
import {FakeHost, FakeTimers} from '../../support/fake-host.js';

export const card = (token: string, over: Partial<PaymentMethod> = {}): PaymentMethod => ({
  ...{token, brand: 'visa', lastFour: token.slice(-4), expirationMonth: '08', expirationYear: '2029'},
  singleUse: false,
  ...over,
});

/** All that follows from what is settled has happened. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** A request that waits for a test to answer it. */
export class Request {
  readonly what: string;
  readonly signal: AbortSignal;
  readonly keepalive: boolean | undefined;
  readonly reply = new Deferred<unknown>();

  constructor(what: string, {signal, keepalive}: {signal: AbortSignal; keepalive?: boolean}) {
    this.what = what;
    this.signal = signal;
    this.keepalive = keepalive;
  }
  answer(value?: unknown): Promise<void> {
    this.reply.resolve(value);
    return nextTask();
  }
  refuse(error: Error): Promise<void> {
    this.reply.reject(error);
    return nextTask();
  }
}

function fakeWallet(requests: Request[]): Wallet {
  const send = (request: Request) => {
    requests.push(request);
    return request.reply.promise as Promise<never>;
  };
  return {
    listPaymentMethods: (options) => send(new Request('list', options)),
    removePaymentMethod: ({token}, options) => send(new Request(`remove ${token}`, options)),
    setDefaultPaymentMethod: ({token}, options) => send(new Request(`default ${token}`, options)),
  };
}

function notes(told: string[]): WalletOptions['on'] {
  const note = (what: string) => (method: PaymentMethod) => void told.push(`${what} ${method.token}`);
  return {
    late: () => void told.push('late'),
    loaded: () => void told.push('loaded'),
    ...{removing: note('removing'), kept: note('kept'), sending: note('sending'), removed: note('removed')},
    madeDefault: ({token, isDefault}) => void told.push(`default ${token} ${isDefault}`),
    refused: ({token}, problem, {code}) => void told.push(`refused ${token} ${problem} ${code}`),
    failed: ({code}: CardVaultError) => void told.push(`failed ${code}`),
  };
}

/** The saved cards of a shopper, in no page yet. */
export function walletSetup() {
  const host = new FakeHost();
  const timers = new FakeTimers();
  const requests: Request[] = [];
  const told: string[] = [];
  const world: {wallet: Partial<Wallet>} = {wallet: fakeWallet(requests)};
  const wallet = new WalletController(host, {wallet: () => world.wallet, timers, on: notes(told)});
  const connect = (): void => document.body.append(host);
  return {
    ...{host, timers, requests, told, world, wallet, connect},
    last: () => requests.at(-1)!,
    asked: () => requests.map(({what}) => what),
    tokens: () => wallet.rows.map(({method}) => method.token),
    row: (token: string) => wallet.rows.find(({method}) => method.token === token),
    /** In a page, with these cards; what was told until then is forgotten. */
    async shown(...methods: PaymentMethod[]) {
      connect();
      await requests.at(-1)!.answer(methods);
      told.length = 0;
      requests.length = 0;
    },
  };
}

export const removeHosts = (): void =>
  document.querySelectorAll('fake-host').forEach((host) => host.remove());
