// A forward proxy for everything that a browser asks for, which does harm to the requests that a proof names.
import {createServer, request as ask, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as after} from 'node:timers/promises';

/** What happens to one request. */
export type Harm =
  | {readonly kind: 'late'; readonly milliseconds: number}
  /** The connection ends before the request is passed on, or after it was answered. */
  | {readonly kind: 'cut before' | 'cut after'}
  /** Nothing comes back, not even an error: passed on, or not. */
  | {readonly kind: 'silent before' | 'silent after'};

export interface FaultProxy {
  readonly url: string;
  /** Asked for each request; undefined lets it pass. */
  harm: ((address: string, method: string) => Harm | undefined) | undefined;
  /** How many requests were harmed. */
  struck: number;
  /** Ends what is silent. */
  release(): void;
  close(): Promise<void>;
}

export async function startFaultProxy(): Promise<FaultProxy> {
  const silent = new Set<ServerResponse>();

  async function pass(incoming: IncomingMessage, response: ServerResponse, harm?: Harm): Promise<void> {
    const {method, headers, url} = incoming;
    if (harm?.kind === 'late') await after(harm.milliseconds);
    if (harm?.kind === 'cut before') return void response.destroy();
    if (harm?.kind === 'silent before') return void silent.add(response);
    const outgoing = ask(url ?? '', {method, headers});
    incoming.pipe(outgoing);
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      outgoing.on('response', resolve).on('error', reject),
    );
    if (harm?.kind === 'cut after' || harm?.kind === 'silent after') {
      answer.resume();
      await new Promise((done) => answer.on('close', done));
      if (harm.kind === 'cut after') response.destroy();
      else silent.add(response);
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }

  const server = createServer((incoming, response) => {
    const harm = proxy.harm?.(incoming.url ?? '', incoming.method ?? 'GET');
    if (harm) proxy.struck += 1;
    pass(incoming, response, harm).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const proxy: FaultProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    harm: undefined,
    struck: 0,
    release() {
      for (const response of silent) response.destroy();
      silent.clear();
    },
    close: () =>
      new Promise<void>((closed) => {
        proxy.release();
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
