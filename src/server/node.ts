import type {IncomingMessage, ServerResponse} from 'node:http';
import {Readable} from 'node:stream';
import type {ReadableStream as NodeReadableStream} from 'node:stream/web';

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

/** Express and Connect call `next` for what is not theirs; Node's own `http` has none. */
export type NodeHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next?: (error?: unknown) => void,
) => Promise<void>;

/**
 * Adapts a server to Node's `http`, Express and Connect. Requests outside its path go to `next`.
 *
 * @example
 * app.use(toNodeHandler(createCardVaultServer({…})));
 */
export function toNodeHandler(server: FetchHandler, options: NodeHandlerOptions = {}): NodeHandler {
  return async (incoming, outgoing, next) => {
    try {
      const request = toRequest(incoming, options);
      const {pathname} = new URL(request.url);
      const {basePath} = server;
      const isOwn = pathname === '/.well-known/card-vault' || pathname === basePath;
      if (next && basePath !== undefined && !isOwn && !pathname.startsWith(`${basePath}/`)) {
        next();
        return;
      }
      await send(await server.handle(request), outgoing);
    } catch (error) {
      if (next) return next(error);
      if (!outgoing.headersSent) outgoing.writeHead(error instanceof TypeError ? 400 : 500);
      outgoing.end();
    }
  };
}

/** Express moves the full address to `originalUrl`, and its body parsers leave what they read in `body`. */
type ParsedMessage = IncomingMessage & {
  readonly originalUrl?: string;
  readonly rawBody?: Uint8Array;
  readonly body?: unknown;
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
  const host = forwarded('x-forwarded-host') ?? incoming.headers.host ?? 'localhost';
  const path = message.originalUrl ?? incoming.url ?? '/';
  // Joined as text: a path such as "//evil.example" must stay a path.
  const url = new URL(`${protocol}://${host}${path.startsWith('/') ? path : '/'}`);
  const method = incoming.method ?? 'GET';
  const body = method === 'GET' || method === 'HEAD' ? undefined : bodyOf(message);
  return new Request(url, {
    method,
    headers: headersOf(incoming),
    ...(body !== undefined && {body, duplex: 'half'}),
  } as RequestInit);
}

function bodyOf(message: ParsedMessage): BodyInit | undefined {
  if (message.rawBody) return message.rawBody as Uint8Array<ArrayBuffer>;
  const length = message.headers['content-length'];
  if (message.headers['transfer-encoding'] === undefined && (length === undefined || length === '0')) {
    return undefined;
  }
  if (!message.readableEnded) return Readable.toWeb(message) as ReadableStream<Uint8Array>;
  return typeof message.body === 'string' ? message.body : JSON.stringify(message.body ?? {});
}

function headersOf({rawHeaders}: IncomingMessage): Headers {
  const headers = new Headers();
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (!name.startsWith(':')) headers.append(name, rawHeaders[i + 1] ?? '');
  }
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
    outgoing.once('close', done);
    body.once('error', fail);
    body.pipe(outgoing);
  });
}
