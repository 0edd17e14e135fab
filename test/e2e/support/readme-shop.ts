import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';

/** The line of `card-vault-service --json`. */
export interface Started {
  readonly api: string;
  readonly public_key: string;
  readonly secret_key: string;
}

/** What the README has shops write. */
export interface ReadmeCode {
  readonly page: string;
  readonly server: string;
  readonly test: string;
}

/** The README's first examples of a page, a server and a test. */
export function readReadme(text: string): ReadmeCode {
  const block = (pattern: RegExp) => {
    const [, code] = pattern.exec(text) ?? [];
    if (code === undefined) throw new Error(`The README has no ${pattern}.`);
    return code;
  };
  return {
    page: block(/```html\n([\s\S]*?<card-vault [\s\S]*?)```/),
    server: block(/```js\n([\s\S]*?)```/),
    test: block(/```ts\n([\s\S]*?)```/),
  };
}

/** A text with other words in some places, each of which is there. */
export function replaced(text: string, pairs: Readonly<Record<string, string>>): string {
  for (const [old, now] of Object.entries(pairs)) {
    if (!text.includes(old)) throw new Error(`There is no ${old} in: ${text}`);
    text = text.replace(old, () => now);
  }
  return text;
}

/** The README's server, with the service's address and keys, a shopper who is logged in, and the page and its scripts. */
export const readmeShop = (service: Started, {server, page}: ReadmeCode): string => `
process.env.CARD_VAULT_SECRET_KEY = ${JSON.stringify(service.secret_key)};
process.env.CARD_VAULT_PUBLIC_KEY = ${JSON.stringify(service.public_key)};
${replaced(server, {
  "'http://localhost:4100'": JSON.stringify(service.api),
  'createServer(handler).listen(3000);': `const server = createServer(answer).listen(0, 'localhost', () => {
  console.log('http://localhost:' + server.address().port);
});`,
})}
import {readFile} from 'node:fs/promises';

let shopper;
function shopperOf() {
  shopper ??= vault.client.customers
    .create({firstName: 'Ada', lastName: 'Byron', email: 'a@shop.example', phoneNumber: '+15550100', country: 'GB'})
    .then(({token}) => ({customerToken: token}));
  return shopper;
}

async function answer(request, response) {
  if (request.url.startsWith('/assets/')) {
    const file = new URL(request.url.slice('/assets/'.length), import.meta.resolve('card-vault/card-vault.js'));
    return response.writeHead(200, {'content-type': 'text/javascript'}).end(await readFile(file));
  }
  if (request.url !== '/' && request.url !== '/account/cards/new') return handler(request, response);
  response.writeHead(200, {'content-type': 'text/html'}).end(${JSON.stringify(`<!doctype html><title>Shop</title>${page}`)});
}
`;

/** The README's shop while it runs. */
export interface RunningShop {
  readonly address: string;
  readonly readme: ReadmeCode;
  /** Folder below the package, whose name the README's code imports. It goes with the shop. */
  readonly folder: string;
  close(): void;
}

/** Starts the README's shop, at a service. */
export async function startReadmeShop(service: Started): Promise<RunningShop> {
  mkdirSync('.cache', {recursive: true});
  const folder = mkdtempSync(resolve('.cache/readme-'));
  const readme = readReadme(readFileSync('README.md', 'utf8'));
  writeFileSync(join(folder, 'shop.mjs'), readmeShop(service, readme));
  const shop = spawn(process.execPath, [join(folder, 'shop.mjs')], {stdio: ['ignore', 'pipe', 'inherit']});
  const close = () => {
    shop.kill();
    rmSync(folder, {recursive: true, force: true});
  };
  try {
    const [address] = (await Promise.race([
      once(createInterface({input: shop.stdout}), 'line'),
      once(shop, 'exit').then(([code]) => Promise.reject(new Error(`The shop ended with ${code}.`))),
    ])) as [string];
    return {address, readme, folder, close};
  } catch (error) {
    close();
    throw error;
  }
}
