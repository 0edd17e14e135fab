import {createServer, type IncomingMessage, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';

/** A server of one proof, on a port of its own. */
export interface Listening {
  readonly origin: string;
  close(): Promise<void>;
}

/** `localhost` and `127.0.0.1` are two sites, so that a frame between them is a frame of another site. */
export type Host = 'localhost' | '127.0.0.1';

export async function listen(
  host: Host,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listening> {
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

/** The whole body of a request, as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** The site of an attacker: it serves what it is given and keeps what it is sent. */
export interface AttackerSite extends Listening {
  /** Address and body of every request that was no document of its own. */
  readonly received: string[];
  /** Serves a document, and gives its address. */
  put(html: string, headers?: Readonly<Record<string, string>>): string;
}

export async function startAttackerSite(host: Host = '127.0.0.1'): Promise<AttackerSite> {
  const documents = new Map<string, {html: string; headers: Readonly<Record<string, string>>}>();
  const received: string[] = [];
  const server = await listen(host, (request, response) => {
    const path = request.url ?? '/';
    const document = documents.get(path);
    if (document) {
      response.writeHead(200, {'content-type': 'text/html; charset=utf-8', ...document.headers});
      response.end(document.html);
      return;
    }
    void bodyOf(request).then((body) => {
      if (path !== '/favicon.ico') received.push(`${request.method} ${path} ${body}`);
      response.writeHead(204, {'access-control-allow-origin': '*', 'access-control-allow-headers': '*'});
      response.end();
    });
  });
  return {
    ...server,
    received,
    put(html, headers = {}) {
      const path = `/document-${documents.size}`;
      documents.set(path, {html, headers});
      return server.origin + path;
    },
  };
}
