import type {IncomingMessage, ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import type {ReadableStream as NodeReadableStream} from 'node:stream/web';
import {bodyIsLost, markParsed} from './body.js';

/** Anything that answers requests under a path; `createCardVaultServer` makes one. */
export interface FetchHandler {
  readonly basePath?: string;
  handle(request: Request): Promise<Response>;
}

export interface NodeHandlerOptions {
  /**
   * Believe `X-Forwarded-Proto` and `X-Forwarded-Host`. Only behind a proxy that sets both itself: anybody can send them.
   */
  readonly trustProxy?: boolean;
}

/** Express, Connect and hooks of Fastify give a `next` for what is not theirs; Node's own `http` has none. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: Error) => void,
) => Promise<void>;

/**
 * Adapts a server to Node's `http`, Express and Connect. Requests outside its path go to `next`.
 *
 * @example
 * app.use(toNodeHandler(createCardVaultServer({…})));
 */
export function toNodeHandler(server: FetchHandler, options: NodeHandlerOptions = {}): NodeHandler {
  return async (incoming, outgoing, next) => {
    const refuse = (status: number, error: unknown): void => {
      if (next) return next(error instanceof Error ? error : new Error(String(error)));
      if (!outgoing.headersSent) outgoing.writeHead(status);
      outgoing.end();
    };
    let request: Request;
    try {
      request = toRequest(incoming, options);
    } catch (error) {
      // Express and Koa answer with the status that an error names.
      return refuse(400, error instanceof Error ? Object.assign(error, {status: 400}) : error);
    }
    try {
      const {pathname} = new URL(request.url);
      const {basePath} = server;
      const isOwn = pathname === '/.well-known/card-vault' || pathname === basePath;
      if (next && basePath !== undefined && !isOwn && !pathname.startsWith(`${basePath}/`)) {
        next();
        return;
      }
      await send(await server.handle(request), outgoing);
    } catch (error) {
      refuse(500, error);
    }
  };
}

/** Express moves the full address to `originalUrl`; body parsers leave what they read in `body`, some the bytes in `rawBody`. */
type ParsedMessage = IncomingMessage & {
  readonly originalUrl?: string;
  readonly rawBody?: unknown;
  readonly body?: unknown;
  /** Only HTTP/2 has a stream. */
  readonly stream?: {readonly endAfterHeaders?: boolean};
};

/**
 * A Fetch `Request` for a Node request; its body is streamed.
 *
 * @throws TypeError for an address or a host that is none
 */
export function toRequest(incoming: IncomingMessage, {trustProxy = false}: NodeHandlerOptions = {}): Request {
  const message = incoming as ParsedMessage;
  const forwarded = (name: string): string | undefined =>
    trustProxy
      ? String(incoming.headers[name] ?? '')
          .split(',')[0]
          ?.trim() || undefined
      : undefined;
  const encrypted = 'encrypted' in incoming.socket && incoming.socket.encrypted === true;
  const protocol = forwarded('x-forwarded-proto') ?? (encrypted ? 'https' : 'http');
  const {host: own = incoming.headers[':authority'] ?? 'localhost'} = incoming.headers;
  const host = forwarded('x-forwarded-host') ?? String(own);
  const path = message.originalUrl ?? incoming.url ?? '/';
  // Joined as text: a path such as "//evil.example" must stay a path.
  const url = new URL(`${protocol}://${host}${path.startsWith('/') ? path : '/'}`);
  const method = incoming.method ?? 'GET';
  const {body, isParsed} = method === 'GET' || method === 'HEAD' ? none : bodyOf(message);
  const request = new Request(url, {
    method,
    headers: headersOf(incoming),
    ...(body !== undefined && {body, duplex: 'half'}),
  } as RequestInit);
  return isParsed ? markParsed(request) : request;
}

interface FoundBody {
  readonly body?: BodyInit | undefined;
  /** Written anew from what a parser made of it: the same JSON, other bytes. */
  readonly isParsed?: true;
}

const none: FoundBody = {};

/** The bytes, wherever they are: kept beside the stream, in the stream, or in what a parser of bytes or text left. */
function bodyOf(message: ParsedMessage): FoundBody {
  const {rawBody, body, headers} = message;
  if (isContent(rawBody)) return {body: rawBody};
  if (!hasBody(message)) return none;
  if (!message.readableDidRead) return {body: Readable.toWeb(message) as ReadableStream<Uint8Array>};
  if (isContent(body)) return {body};
  const isJson = /^application\/([\w.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
  if (body === undefined || !isJson) return {body: lost()};
  return {body: JSON.stringify(body), isParsed: true};
}

const isContent = (value: unknown): value is string | Uint8Array<ArrayBuffer> =>
  typeof value === 'string' || value instanceof Uint8Array;

/** HTTP/2 says it by its frames, HTTP/1 by its headers. */
function hasBody({headers, httpVersionMajor, stream}: ParsedMessage): boolean {
  const length = headers['content-length'];
  if (length !== undefined) return Number(length) !== 0;
  if (httpVersionMajor >= 2) return stream?.endAfterHeaders !== true;
  return headers['transfer-encoding'] !== undefined;
}

/** A body that says to its reader where it went. */
const lost = (): ReadableStream<Uint8Array> =>
  new ReadableStream({pull: (controller) => controller.error(bodyIsLost())}, {highWaterMark: 0});

/** Adapters of other platforms fill `headers` alone. */
function headersOf({rawHeaders, headers: given}: IncomingMessage): Headers {
  const headers = new Headers();
  const add = (name: string, value: unknown) => {
    if (!name.startsWith(':')) headers.append(name, String(value));
  };
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) add(rawHeaders[i] ?? '', rawHeaders[i + 1]);
  if (rawHeaders.length > 0) return headers;
  for (const [name, value] of Object.entries(given)) for (const one of [value ?? []].flat()) add(name, one);
  return headers;
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers);
  const cookies = response.headers.getSetCookie();
  if (cookies.length) headers['set-cookie'] = cookies;
  outgoing.writeHead(response.status, headers);
  if (!response.body) {
    outgoing.end();
    return;
  }
  const body = Readable.fromWeb(response.body as NodeReadableStream);
  await new Promise<void>((done, fail) => {
    // A response that is no socket's is never closed.
    outgoing.once('close', done).once('finish', done);
    body.once('error', fail);
    body.pipe(outgoing);
  });
}
