/** The shop on the fourth host, in a process of its own: a page that saves a card, a plan, and its receiver of events. */
import {existsSync, readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {extname, join, normalize} from 'node:path';
import {contentSecurityPolicy, createCardVaultServer, createNonce} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';

/** A variable that the test has set. */
const setting = (name: string) => process.env[name]!;
const shop = setting('SHOP_URL');
const fieldsOrigin = setting('FIELDS_URL');
const serviceUrl = setting('SERVICE_URL');
const [secretKey, webhookSecret] = ['SECRET_KEY_FILE', 'WEBHOOK_SECRET_FILE'].map((name) =>
  readFileSync(setting(name), 'utf8').trim(),
) as [string, string];

const say = (line: object) => process.stdout.write(`${JSON.stringify(line)}\n`);
const customerOf = (request: Request) =>
  /__Host-shopper=(cus_[\w-]+)/.exec(request.headers.get('cookie') ?? '')?.[1];

const vault = createCardVaultServer({
  ...{serviceUrl, secretKey, publicKey: setting('PUBLIC_KEY'), currency: 'USD', publicUrl: shop},
  customer: customerOf,
  webhooks: {
    scheme: 'standard',
    secrets: [webhookSecret],
    log: ({outcome, id, type}) => say({event: 'webhook', outcome, id, type}),
  },
  onError: (error) => say({event: 'error', message: error instanceof Error ? error.message : String(error)}),
});

const style = `
  body {margin: 0; background: #f4f2ec; color: #22301f; font: 1rem/1.5 system-ui, sans-serif}
  main {max-width: 26rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 12px}
  h1 {margin: 0 0 1.25rem; font-size: 1.5rem}
  button {width: 100%; margin-top: 1.25rem; padding: .75rem; border: 0; border-radius: 8px;
    background: #22301f; color: #fff; font: inherit; font-weight: 600; cursor: pointer}
`;

function page(
  title: string,
  body: (nonce: string) => string,
  headers: Record<string, string> = {},
): Response {
  const nonce = createNonce();
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
    <meta name="viewport" content="width=device-width"><style nonce="${nonce}">${style}</style>
    <main><h1>${title}</h1>${body(nonce)}</main>`;
  const policy = contentSecurityPolicy({nonce, serviceUrl, fieldsOrigin});
  return new Response(html, {
    headers: {'content-type': 'text/html', 'content-security-policy': policy, ...headers},
  });
}

async function savePage(request: Request): Promise<Response> {
  const known = customerOf(request);
  const customer =
    known ??
    (
      await vault.client.customers.create({
        ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@shop.example'},
        ...{phoneNumber: '+15550100', country: 'GB'},
      })
    ).token;
  const integrity = JSON.parse(readFileSync('dist/integrity.json', 'utf8')) as Record<string, string>;
  const form = (nonce: string) => `<form action="/account" method="post">
    ${vault.markup({nonce, name: 'payment_method', required: true, shopName: 'Sorrel', script: '/assets/card-vault.js', integrity, fieldsOrigin})}
    <button>Save card</button></form>`;
  const cookie = `__Host-shopper=${customer}; Path=/; Secure; HttpOnly; SameSite=Lax`;
  return page('Save your card', form, known ? {} : {'set-cookie': cookie});
}

async function account(request: Request): Promise<Response> {
  const token = new URLSearchParams(await request.text()).get('payment_method');
  const card = await vault.verify(token, customerOf(request) ?? '');
  return card
    ? page('Your card', () => `<p id="card">${card.brand} ending in ${card.lastFour}</p>`)
    : new Response('No such card', {status: 400});
}

async function subscribe(request: Request): Promise<Response> {
  const plan = new URL(request.url).searchParams.get('plan') ?? '';
  const customer = customerOf(request)!;
  const location = await vault.client.checkout.subscribeUrl({
    ...{plan, customer, redirectUrl: `${shop}/thanks`, cancelUrl: `${shop}/`},
  });
  return new Response(null, {status: 303, headers: {location}});
}

function asset(path: string): Response {
  const name = /^\/assets\/(.+\.(?:js|css|json))$/.exec(normalize(path))?.[1];
  if (name === undefined || !existsSync(join('dist', name))) return new Response('Not found', {status: 404});
  const types = {'.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json'};
  const type = types[extname(name) as keyof typeof types];
  return new Response(readFileSync(join('dist', name)), {headers: {'content-type': type}});
}

async function handle(request: Request): Promise<Response> {
  const {pathname} = new URL(request.url);
  if (pathname === '/') return savePage(request);
  if (pathname === '/account') return account(request);
  if (pathname === '/subscribe') return subscribe(request);
  if (pathname === '/thanks') return page('Thank you', () => '<p>Your first box is on its way.</p>');
  return asset(pathname);
}

const answerVault = toNodeHandler(vault, {trustProxy: true});
const answerShop = toNodeHandler({handle}, {trustProxy: true});
const server = createServer((request, response) => {
  void answerVault(request, response, (error) => {
    if (error) response.writeHead(400).end();
    else void answerShop(request, response);
  });
});
server.listen(0, '127.0.0.1', () => {
  say({url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`});
});
