import {existsSync, readFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {extname, join, normalize} from 'node:path';
import {
  createCardVaultServer,
  type CardVaultServer,
  type CardVaultServerOptions,
  type SavedPaymentMethod,
} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';

const kinds: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

const saving = '<card-vault session-url="/card-vault/session"></card-vault>';

export interface SmallShop {
  readonly url: string;
  /** The shopper's saved cards, as the shop's server reads them. */
  wallet(): Promise<readonly SavedPaymentMethod[]>;
  close(): Promise<void>;
}

/** The shop of the README, as small as it can be: one page, one tag (`body`, asked for at each visit), one handler. */
export async function startSmallShop({
  body = saving,
  ...options
}: Pick<
  CardVaultServerOptions,
  'serviceUrl' | 'hostedUrl' | 'secretKey' | 'publicKey' | 'plans' | 'payment'
> & {
  readonly body?: string | (() => string);
}): Promise<SmallShop> {
  let customer: Promise<string> | undefined;
  const shopper = (): Promise<string> =>
    (customer ??= vault.client.customers
      .create({
        firstName: 'Ada',
        lastName: 'Shopper',
        email: 'ada@shop.example',
        phoneNumber: '+15550100',
        country: 'US',
      })
      .then(({token}) => token)
      .catch((error: unknown) => {
        customer = undefined;
        throw error;
      }));
  const vault: CardVaultServer = createCardVaultServer({...options, currency: 'USD', customer: shopper});
  const answer = toNodeHandler(vault);
  const server: Server = createServer((request, response) => {
    void answer(request, response, () => {
      const path = normalize(new URL(request.url ?? '/', 'http://shop').pathname);
      const file = join('dist', path.replace(/^\/assets\//, ''));
      if (path.startsWith('/assets/') && existsSync(file)) {
        response.writeHead(200, {'content-type': kinds[extname(file)] ?? 'application/octet-stream'});
        return response.end(readFileSync(file));
      }
      response.writeHead(200, {'content-type': 'text/html'});
      return response.end(`<!doctype html><html lang="en"><title>Small shop</title><main>
        <h1>Small shop</h1>
        <script type="module" src="/assets/card-vault.js"></script>
        ${typeof body === 'string' ? body : body()}</main>`);
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    wallet: async () => vault.client.paymentMethods.list(await shopper()),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
