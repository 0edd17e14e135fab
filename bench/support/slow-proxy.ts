// A forward proxy that is as slow as Fast 3G for every origin: 150 ms a request, one line of 1.6 Mbit/s for all answers.
import {createServer, request as ask, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as after} from 'node:timers/promises';

const latency = 150;
const bytesPerMs = 200;

/** Its address, and how it is closed. */
export async function startSlowProxy(): Promise<{readonly url: string; close(): void}> {
  let freeAt = 0;
  async function send(chunk: Buffer, response: ServerResponse): Promise<void> {
    freeAt = Math.max(freeAt, performance.now()) + chunk.length / bytesPerMs;
    await after(freeAt - performance.now());
    response.write(chunk);
  }
  async function forward(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    await after(latency);
    const {method, headers, url} = incoming;
    const outgoing = ask(url ?? '', {method, headers});
    incoming.pipe(outgoing);
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      outgoing.on('response', resolve).on('error', reject),
    );
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    for await (const chunk of answer) await send(chunk as Buffer, response);
    response.end();
  }
  const server = createServer((incoming, response) => {
    forward(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
