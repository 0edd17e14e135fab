import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createCardVaultServer, createNonce, contentSecurityPolicy} from '../../../src/server/index.js';
import type {CardVaultServer, CardVaultServerOptions} from '../../../src/server/index.js';
import {toNodeHandler} from '../../../src/server/node.js';
import {startService, type Service} from '../../../service/src/index.js';
import {answer, type Answer} from '../../../src/cli/answer.js';
import type {Finding} from '../../../src/cli/check/finding.js';

export const webhookSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
/** The cookie of the one shopper who is logged in. */
export const login = 'shopper=ada-0123456789';

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

/** A service, and as many shops before it as a test wants. */
export class Street {
  readonly service: Service;
  readonly customer: string;
  readonly #shops: Shop[] = [];

  private constructor(service: Service, customer: string) {
    this.service = service;
    this.customer = customer;
  }

  static async open(): Promise<Street> {
    const service = await startService({port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
    const {secretKey, publicKey} = service.keys;
    const {client} = createCardVaultServer({
      ...{serviceUrl: service.urls.api, secretKey, publicKey},
      ...{currency: 'USD', customer: () => null, timeout: 60_000},
    });
    const {token} = await client.customers.create({
      ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com'},
      ...{phoneNumber: '+441234567', country: 'GB'},
    });
    return new Street(service, token);
  }

  async close(): Promise<void> {
    await Promise.all(this.#shops.map((shop) => shop.close()));
    await this.service.close();
  }

  /** A shop that does everything right, but for its changes. */
  async shop(changes: Changes = {}): Promise<Shop> {
    const {urls, keys} = this.service;
    const errors: unknown[] = [];
    let respond: Respond = () => Promise.reject(new Error('not ready'));
    const server = createServer(toNodeHandler({handle: (request) => respond(request)}));
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    const vault = createCardVaultServer({
      ...{serviceUrl: urls.api, secretKey: keys.secretKey, publicKey: keys.publicKey},
      ...{currency: 'USD', publicUrl: origin, timeout: 60_000},
      customer: (request) => (request.headers.get('cookie') === login ? this.customer : null),
      webhooks: {secrets: [webhookSecret]},
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

  async #page({policy = (right) => right}: Changes): Promise<Response> {
    const nonce = createNonce();
    const {api, fields} = this.service.urls;
    const right = contentSecurityPolicy({nonce, serviceUrl: api, fieldsOrigin: fields});
    const script = `<script type="module" nonce="${nonce}" src="/assets/card-vault.js"></script>`;
    const html = `<!doctype html><title>Cards</title>${script}<card-vault></card-vault>`;
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
  const faults = checks.flatMap((one) => (one.result === 'wrong' ? [[one.check, `${one.says} ${one.next}`]] : []));
  return {exitCode, all: checks, wrong: Object.fromEntries(faults) as Record<string, string>};
}
