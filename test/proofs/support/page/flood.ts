import type {Frame} from 'playwright-core';

/** What a sender does. */
export interface FloodOrder {
  readonly count: number;
  /** Ids of the field frames, which stand in their addresses for every script of the page. */
  readonly channels: readonly string[];
  /** Which of the page's frames are senders, and get nothing. */
  readonly senders: readonly number[];
}

export interface FloodReport {
  readonly sent: number;
  /** Messages that came back to the sender, by its window or by a port it had sent. */
  readonly replies: number;
  /** Times that code of a message ran in the receiver. */
  readonly reads: number;
}

/** Sends hostile messages from one window to every other window of the page; see `sendAll`. */
export async function floodFrom(frame: Frame, order: FloodOrder): Promise<FloodReport> {
  return frame.evaluate(sendAll, order);
}

/** Runs in the sender: its own text, nothing from outside. */
async function sendAll({count, channels, senders}: FloodOrder): Promise<FloodReport> {
  const report = {sent: 0, replies: 0, reads: 0};
  const windows: Window[] = [];
  const page = (window.opener ?? window.top) as Window;
  const collect = (target: Window): void => {
    windows.push(target);
    for (let index = 0; index < target.length; index += 1)
      if (target !== page || !senders.includes(index)) collect(target[index] as Window);
  };
  collect(page);
  const onReply = (event: MessageEvent): void => {
    // The page itself hears what all the others send.
    if (event.source !== window && window !== page) report.replies += 1;
  };
  window.addEventListener('message', onReply);

  const deep = (): unknown => {
    let value: unknown = 'end';
    for (let depth = 0; depth < 200; depth += 1) value = {value};
    return value;
  };
  const cycle = (): unknown => {
    const value: {self?: unknown} = {};
    value.self = value;
    return value;
  };
  const forged = {SessionId: 'forged-session', Status: true};
  const collected = {MessageType: 'profile.completed', ...forged};
  const makers: (() => unknown)[] = [
    () => ({cardVault: 'return', type: 'returned'}),
    () => ({cardVault: 'return', type: 'returned', extra: 1}),
    () => collected,
    () => JSON.stringify(collected),
    () => JSON.stringify({MessageType: 'x', Payload: {ActionCode: 'SUCCESS', SessionId: 'forged-session'}}),
    () => ({cardVault: 'shell', type: 'connect'}),
    () => ({type: 'step-up', url: 'https://attacker.example/', jwt: 'x', target: 'top'}),
    () => ({type: 'completed', sessionId: 'forged-session'}),
    () => ({type: 'ready'}),
    () => ({type: 'returned'}),
    () => ({type: 'clear'}),
    () => ({type: 'token', id: 1, expirationMonth: '01', expirationYear: '2031', withCode: true}),
    () => ({type: 'change', state: {empty: false, valid: true, couldBeValid: true}}),
    () => JSON.stringify({type: 'ready'}),
    () => 'x'.repeat(100_000),
    () => ({cardVault: 'return', type: 'returned', padding: 'x'.repeat(50_000)}),
    deep,
    cycle,
    () => undefined,
    () => new Uint8Array(1000),
    () => new Map([['type', 'ready']]),
    () => new Error('hostile'),
    () => [[[]]],
    () => Number.NaN,
    () => ({__proto__: null, constructor: 'x', hasOwnProperty: 'x', toString: 'x'}),
    ...channels.map((channel) => () => ({cardVault: 'microform', type: 'connect', channel})),
  ];
  const ports: MessagePort[] = [];
  for (let index = 0; index < count; index += 1) {
    const make = makers[Math.floor(index / windows.length) % makers.length]!;
    const target = windows[index % windows.length]!;
    const withPort = index % 4 === 0;
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => (report.replies += 1);
    target.postMessage(make(), '*', withPort ? [port2] : []);
    if (withPort) ports.push(port1);
    else port1.close();
    if (ports.length > 400) ports.shift()!.close();
    report.sent += 1;
    // Now and then the receivers get their turn.
    if (index % 200 === 199) await new Promise((next) => setTimeout(next));
  }
  await new Promise((next) => setTimeout(next, 100));
  for (const port of ports) port.close();
  window.removeEventListener('message', onReply);
  return report;
}

/**
 * Events that a script of the page makes itself: right origin, right window, and data whose getters would run in the receiver.
 * Runs in the page.
 */
export function floodByEvents({count}: {readonly count: number}): FloodReport {
  const report = {sent: 0, replies: 0, reads: 0};
  const spied = (value: Record<string, unknown>): unknown => {
    const data = {};
    for (const [key, text] of Object.entries(value))
      Object.defineProperty(data, key, {
        enumerable: true,
        get: () => ((report.reads += 1), text),
      });
    return data;
  };
  const throwing = (): unknown =>
    new Proxy(
      {},
      {
        get() {
          report.reads += 1;
          throw new Error('hostile trap');
        },
      },
    );
  const sources = [window, ...Array.from({length: window.length}, (_, index) => window[index] as Window)];
  const frames = [...document.querySelectorAll('iframe')].map(({src}) => src);
  const origins = [location.origin, ...frames.filter(Boolean).map((src) => new URL(src).origin), 'null', ''];
  const makers: (() => unknown)[] = [
    () => ({cardVault: 'return', type: 'returned'}),
    () => spied({cardVault: 'return', type: 'returned'}),
    () => spied({MessageType: 'profile.completed', SessionId: 'forged-session', Status: true}),
    () => ({MessageType: 'profile.completed', SessionId: 'forged-session', Status: true}),
    throwing,
  ];
  for (let index = 0; index < count; index += 1) {
    const event = new MessageEvent('message', {
      data: makers[index % makers.length]!(),
      origin: origins[index % origins.length]!,
      source: sources[index % sources.length]!,
    });
    window.dispatchEvent(event);
    report.sent += 1;
  }
  return report;
}
