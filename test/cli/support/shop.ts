import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {text as readText} from 'node:stream/consumers';
import {
  createCardVaultServer,
  createNonce,
  contentSecurityPolicy,
  type CardVaultServer,
  type CardVaultServerOptions,
} from '../../../src/server/index.js';
import {toNodeHandler} from '../../../src/server/node.js';
import {startService} from '../../../service/src/index.js';
import {startRecorded, type BehaviourChange} from '../../recorded/index.js';
import {answer, type Answer} from '../../../src/cli/answer.js';
import type {Finding} from '../../../src/cli/check/finding.js';

export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** The cookie of the shopper who is logged in, and that of another. */
export const login = 'shopper=ada-0123456789';
export const otherLogin = 'shopper=grace-987654321';

export type Respond = (request: Request) => Promise<Response>;

/** What makes a shop another than the right one. */
export interface Changes {
  readonly options?: Partial<CardVaultServerOptions>;
  /** Stands between the browser and the handler: a router, a middleware, a proxy. */
  readonly between?: (request: Request, handle: Respond, shop: Shop) => Promise<Response>;
  /** The policy of the page, from the right one. */
  readonly policy?: (right: string) => string;
}

export interface Shop {
  readonly origin: string;
  readonly session: string;
  readonly vault: CardVaultServer;
  readonly errors: readonly unknown[];
  close(): Promise<void>;
}

/** An address where nothing listens. */
export async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const {port} = server.address() as AddressInfo;
  await new Promise<void>((done) => void server.close(() => done()));
  return `http://127.0.0.1:${port}`;
}

/** A payment service, ours or the double of the recorded one. */
export interface Backend {
  readonly api: string;
  readonly fields: string;
  readonly issuer: string;
  readonly secretKey: string;
  readonly publicKey: string;
  /** The shop's side of its webhook secret. */
  readonly webhooks: NonNullable<CardVaultServerOptions['webhooks']>;
  close(): Promise<void>;
}

export async function openStreet(): Promise<Street> {
  const free = {port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'};
  const service = await startService({...free, allowRaw: true});
  return streetOf({
    ...{...service.urls, ...service.keys, close: () => service.close()},
    webhooks: {scheme: 'standard', secrets: [webhookSecret]},
  });
}

/** The same shops before a rehearsal of the recorded service. */
export async function openRehearsalStreet(): Promise<Street> {
  const free = {port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'};
  const service = await startService({...free, rehearse: true});
  return streetOf({
    ...{...service.urls, ...service.keys, close: () => service.close()},
    webhooks: {scheme: 'sfpy', secrets: [service.keys.webhookSecret]},
  });
}

/** The same shops before the recorded service. */
export async function openRecordedStreet(change: BehaviourChange = {}): Promise<Street> {
  const recorded = await startRecorded(change);
  const {serviceUrl: api, fieldsOrigin: fields, acsOrigin: issuer, webhookSecret: secret} = recorded;
  return streetOf({
    ...{...recorded, api, fields, issuer, close: () => recorded.stop()},
    webhooks: {scheme: 'sfpy', secrets: [secret]},
  });
}

async function streetOf(backend: Backend): Promise<Street> {
  const {api: serviceUrl, secretKey, publicKey} = backend;
  const {client} = createCardVaultServer({
    ...{serviceUrl, secretKey, publicKey},
    ...{currency: 'USD', customer: () => null, timeout: 60_000},
  });
  const person = {email: 'ada@example.com', phoneNumber: '+441234567', country: 'GB'};
  const [ada, grace] = await Promise.all([
    client.customers.create({...person, firstName: 'Ada', lastName: 'Byron'}),
    client.customers.create({...person, firstName: 'Grace', lastName: 'Murray'}),
  ]);
  return new Street(backend, ada.token, grace.token);
}

interface Reply {
  readonly tracker?: {readonly token: string};
  readonly action?: {readonly flex: {readonly capture_context_jwt: string}};
}

/** A service, and as many shops before it as a test wants. */
export class Street {
  readonly backend: Backend;
  readonly customer: string;
  readonly other: string;
  readonly #shops: Shop[] = [];

  constructor(backend: Backend, customer: string, other: string) {
    this.backend = backend;
    this.customer = customer;
    this.other = other;
  }

  get #customers(): Readonly<Record<string, string>> {
    return {[login]: this.customer, [otherLogin]: this.other};
  }

  async close(): Promise<void> {
    await Promise.all(this.#shops.map((shop) => shop.close()));
    await this.backend.close();
  }

  /** A shop that does everything right, but for its changes. */
  async shop(changes: Changes = {}): Promise<Shop> {
    const {api: serviceUrl, secretKey, publicKey, webhooks} = this.backend;
    const errors: unknown[] = [];
    let respond: Respond = () => Promise.reject(new Error('not ready'));
    const nodeHandler = toNodeHandler({handle: (request) => respond(request)});
    const server = createServer((incoming, outgoing) => void nodeHandler(incoming, outgoing));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const vault = createCardVaultServer({
      ...{serviceUrl, secretKey, publicKey, webhooks},
      ...{currency: 'USD', publicUrl: origin, timeout: 60_000},
      customer: (request) => this.#customers[request.headers.get('cookie') ?? ''],
      onError: (error) => errors.push(error),
      ...changes.options,
    });
    const shop: Shop = {
      ...{origin, vault, errors, session: `${origin}/card-vault/session`},
      close: () =>
        new Promise((done) => {
          server.close(() => done());
          server.closeAllConnections();
        }),
    };
    const handle: Respond = (request) =>
      new URL(request.url).pathname === '/cards' ? this.#page(changes) : vault.handle(request);
    respond = (request) => (changes.between ? changes.between(request, handle, shop) : handle(request));
    this.#shops.push(shop);
    return shop;
  }

  /** A capture context that the service made for pages of this origin. */
  async captureContext(origin: string): Promise<string> {
    const {api, secretKey, publicKey} = this.backend;
    const send = async (path: string, body: object): Promise<Reply> => {
      const headers = {'content-type': 'application/json', 'x-sfpy-merchant-secret': secretKey};
      const response = await fetch(api + path, {method: 'POST', headers, body: JSON.stringify(body)});
      return ((await response.json()) as {data: Reply}).data;
    };
    await send('/client/origins/v1', {origin});
    const {tracker} = await send('/order/payments/v3/', {
      ...{user: this.customer, merchant_api_key: publicKey, intent: 'CYBERSOURCE', mode: 'instrument'},
      ...{entry_mode: 'flex', currency: 'USD', is_account_verification: true},
    });
    const {action} = await send(`/order/payments/v3/${tracker!.token}`, {payload: {origin}});
    return action!.flex.capture_context_jwt;
  }

  /** A session route whose answer has other fields. */
  sessionWith(fields: Readonly<Record<string, unknown>>): NonNullable<Changes['between']> {
    return async (request, handle) => {
      const response = await handle(request);
      if (!new URL(request.url).pathname.endsWith('/session')) return response;
      return Response.json({...((await response.json()) as object), ...fields});
    };
  }

  /** The network as it is, except for requests that `change` answers itself. */
  withFetch(change: (url: URL, init: RequestInit) => Response | undefined = () => undefined): World {
    return {
      fetch: async (url, init = {}) => change(new URL(String(url)), init) ?? fetch(url, init),
    };
  }

  /** A service that answers preflights otherwise. */
  serviceWithPreflight(respond: () => Response): World {
    return this.withFetch((url, {method}) =>
      method === 'OPTIONS' && url.origin === this.backend.api ? respond() : undefined,
    );
  }

  /** The command in a process of its own. */
  async command(
    args: readonly string[],
    env: Record<string, string>,
  ): Promise<{exitCode: number; text: string}> {
    const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/index.ts', ...args], {
      ...{env: {...process.env, ...env}, stdio: ['ignore', 'pipe', 'inherit']},
    });
    const [text, ended] = await Promise.all([readText(child.stdout!), once(child, 'close')]);
    return {exitCode: Number(ended[0]), text};
  }

  async #page({policy = (right) => right}: Changes): Promise<Response> {
    const nonce = createNonce();
    const {api, fields, publicKey} = this.backend;
    const right = contentSecurityPolicy({nonce, serviceUrl: api, fieldsOrigin: fields});
    const script = `<script type="module" nonce="${nonce}" src="/assets/card-vault.js"></script>`;
    const html = `<!doctype html><title>Cards</title>${script}<card-vault merchant="${publicKey}"></card-vault>`;
    const headers = {'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy(right)};
    return new Response(html, {headers});
  }
}

/** Everything that can be checked of a shop. */
export const allOptions = ({session, origin}: Shop): string[] => [
  ...['check', session, '--header', `Cookie: ${login}`],
  ...['--page', `${origin}/cards`, '--webhook', `${origin}/card-vault/webhooks`],
];

export interface World {
  readonly fetch?: typeof fetch;
  readonly secret?: string;
  readonly now?: () => number;
}

export const run = (args: readonly string[], world: World = {}): Promise<Answer> =>
  answer(args, {
    fetch: world.fetch ?? fetch,
    now: world.now ?? Date.now,
    webhookSecret: world.secret ?? webhookSecret,
  });

/** The findings of a check of everything, and those that are wrong by name. */
export async function check(
  shop: Shop,
  more: readonly string[] = [],
  world: World = {},
): Promise<{exitCode: number; all: readonly Finding[]; wrong: Readonly<Record<string, string>>}> {
  const {exitCode, text} = await run([...allOptions(shop), '--json', ...more], world);
  const {checks} = JSON.parse(text) as {checks: readonly Finding[]};
  const faults = checks.flatMap((one) =>
    one.result === 'wrong' ? [[one.check, `${one.says} ${one.next}`]] : [],
  );
  return {exitCode, all: checks, wrong: Object.fromEntries(faults) as Record<string, string>};
}
