import {existsSync, readFileSync} from 'node:fs';
import {createServer, type IncomingMessage, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {chromium, type Browser} from 'playwright';

/** The Chromium that the project's set-up found. */
export function launch(): Promise<Browser> {
  const file = '.cache/browser.json';
  const {executablePath} = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as {executablePath: string})
    : {executablePath: undefined};
  return chromium.launch({...(executablePath && {executablePath}), args: ['--no-sandbox']});
}

export interface Site {
  readonly origin: string;
  close(): Promise<void>;
}

/** A web site on a free port of one of this machine's names; `localhost` and `127.0.0.1` are two sites. */
export async function site(
  host: 'localhost' | '127.0.0.1',
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Site> {
  const server: Server = createServer(answer);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** The whole body of a request as text. */
export async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of request) parts.push(part as Uint8Array);
  return new TextDecoder().decode(Buffer.concat(parts));
}
