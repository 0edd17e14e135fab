import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

export type Place = 'service' | 'fields' | 'collector' | 'issuer';

/** A request as it arrived: every header in its own spelling and order, and the whole body. */
export interface RecordedRequest {
  readonly place: Place;
  readonly method: string;
  /** Path and query. */
  readonly path: string;
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Origin {
  readonly origin: string;
  close(): Promise<void>;
}

/** An origin on a free port that notes every request before it answers. */
export async function listen(
  place: Place,
  host: string,
  requests: RecordedRequest[],
  answer: (request: RecordedRequest) => Answer | Promise<Answer>,
): Promise<Origin> {
  const server = createServer((incoming, response) => {
    const parts: Buffer[] = [];
    incoming.on('data', (part: Buffer) => parts.push(part));
    incoming.on('end', () => {
      const pairs: [string, string][] = [];
      for (let at = 0; at < incoming.rawHeaders.length; at += 2)
        pairs.push([incoming.rawHeaders[at]!, incoming.rawHeaders[at + 1]!]);
      const request: RecordedRequest = {
        place,
        method: incoming.method ?? 'GET',
        path: incoming.url ?? '/',
        rawHeaders: pairs,
        headers: Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value])),
        body: Buffer.concat(parts).toString('utf8'),
      };
      requests.push(request);
      void Promise.resolve()
        .then(() => answer(request))
        .catch((error: unknown): Answer => ({status: 500, body: `the double failed: ${String(error)}`}))
        .then(({status, headers, body}) => response.writeHead(status, headers).end(body));
    });
  });
  await new Promise<void>((ready, fail) => server.once('error', fail).listen(0, '127.0.0.1', ready));
  return {
    origin: `http://${host}:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type Json = Record<string, unknown>;

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object at a path of keys; empty where there is none. */
export function at(value: unknown, ...keys: string[]): Json {
  let found = value;
  for (const key of keys) found = isJson(found) ? found[key] : undefined;
  return isJson(found) ? found : {};
}

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The body of a request; nothing at all counts as an empty object. */
export function bodyOf({body}: RecordedRequest): Json | undefined {
  if (body.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(body);
    return isJson(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export const html = (body: string, status = 200): Answer => ({
  status,
  headers: {'content-type': 'text/html; charset=utf-8'},
  body: `<!doctype html><html lang="en"><meta charset="utf-8">${body}</html>`,
});

export const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
