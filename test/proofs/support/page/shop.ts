import {existsSync, readFileSync} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {extname, join, normalize} from 'node:path';
import {
  contentSecurityPolicy,
  createCardVaultServer,
  createNonce,
  type CardVaultServer,
} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';
import type {Service} from '../../../../service/src/index.js';
import {listen, type Listening} from './servers.js';

/** One page of the shop. */
export interface ShopPage {
  /** What stands in the body; the plain tag when left out. */
  readonly body?: string;
  readonly head?: string;
  /** Attributes of the plain tag. */
  readonly attributes?: string;
  /** Query of the session address, such as `verification=on`. */
  readonly session?: string;
  /** How the kit's policy is sent; not at all by default. */
  readonly policy?: 'header' | 'meta' | 'none';
  /** False lets the page frame and post to banks itself, as pages without a shell must. */
  readonly shell?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly scheme?: 'light' | 'dark';
  /** Served as a script instead of a page. */
  readonly script?: string;
}

export interface PageShop extends Listening {
  readonly vault: CardVaultServer;
  /** Changes what the shop serves as a script; the text as it is when left out. */
  alter: ((file: string, text: string) => string) | undefined;
  /** Serves a page, and gives its address. */
  put(page: ShopPage): string;
}

const kinds: Readonly<Record<string, string>> = {'.js': 'text/javascript', '.css': 'text/css'};
const ada = {
  ...{firstName: 'Ada', lastName: 'Shopper', email: 'ada@shop.example', phoneNumber: '+15550100'},
  country: 'US',
};
/** The shopper's customer token, as the shop's cookie holds it. */
export const customerIn = (cookies: string): string | undefined => /shopper=([^;\s]+)/.exec(cookies)?.[1];

/** A shop whose pages a proof writes. Every browser that comes without a cookie is a new customer. */
export async function startPageShop(
  {urls, keys}: Pick<Service, 'urls' | 'keys'>,
  {isolated = false}: {readonly isolated?: boolean} = {},
): Promise<PageShop> {
  const pages = new Map<string, ShopPage>();
  const shop = {alter: undefined as PageShop['alter']};
  const server = await listen('localhost', (request, response) => {
    void answerVault(request, response, () => void answer(request.url ?? '/', request.headers.cookie ?? ''));

    async function answer(address: string, cookies: string): Promise<void> {
      const path = normalize(new URL(address, 'http://shop').pathname);
      const file = join('dist', path.replace(/^\/assets\//, ''));
      if (path.startsWith('/assets/') && existsSync(file)) return sendFile(response, file, shop.alter);
      const page = pages.get(path);
      if (page?.script !== undefined)
        return void response.writeHead(200, {'content-type': 'text/javascript'}).end(page.script);
      if (!page) return void response.writeHead(path === '/favicon.ico' ? 204 : 404).end();
      const known = customerIn(cookies);
      const customer = known ?? (await vault.client.customers.create(ada)).token;
      const nonce = createNonce();
      const policy = policyOf(page, nonce);
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        ...(page.policy === 'header' && {'content-security-policy': policy}),
        ...(!known && {'set-cookie': `shopper=${customer}; Path=/; HttpOnly; SameSite=Lax`}),
        ...page.headers,
      });
      response.end(documentOf(page, nonce, policy));
    }
  });
  const vault = createCardVaultServer({
    serviceUrl: urls.api,
    ...{secretKey: keys.secretKey, publicKey: keys.publicKey, currency: 'USD'},
    crossOriginIsolated: isolated,
    customer: (request) => customerIn(request.headers.get('cookie') ?? ''),
    accountVerification: (request) => new URL(request.url).searchParams.get('verification') === 'on',
    onError: () => undefined,
  });
  const answerVault = toNodeHandler(vault);
  const policyOf = ({shell = true}: ShopPage, nonce: string) =>
    contentSecurityPolicy({nonce, serviceUrl: urls.api, fieldsOrigin: urls.fields, shell});
  return Object.assign(shop, server, {
    vault,
    put(page: ShopPage) {
      const path = `/page-${pages.size}`;
      pages.set(path, page);
      return server.origin + path;
    },
  });
}

function sendFile(response: ServerResponse, file: string, alter: PageShop['alter']): void {
  const text = readFileSync(file, 'utf8');
  response.writeHead(200, {'content-type': kinds[extname(file)] ?? 'application/octet-stream'});
  response.end(alter?.(file, text) ?? text);
}

function documentOf(page: ShopPage, nonce: string, policy: string): string {
  const {attributes = '', session = 'verification=off', head = '', scheme = 'light'} = page;
  const tag = `<card-vault session-url="/card-vault/session?${session}" ${attributes}></card-vault>`;
  const body = (page.body ?? 'TAG').replaceAll('TAG', tag).replaceAll('NONCE', nonce);
  const meta =
    page.policy === 'meta'
      ? `<meta http-equiv="content-security-policy" content="${policy.replace(/frame-ancestors [^;]+; /, '')}">`
      : '';
  return `<!doctype html><html lang="en"><meta charset="utf-8">${meta}<title>Shop</title>
<meta name="color-scheme" content="${scheme}">
<style nonce="${nonce}">body{margin:16px;font:16px/1.5 sans-serif}</style>${head.replaceAll('NONCE', nonce)}
<main><h1>Your card</h1>${body}</main>
<script type="module" nonce="${nonce}" src="/assets/card-vault.js"></script></html>`;
}
