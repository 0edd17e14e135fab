import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {createServiceClient, type ServiceClient} from 'card-vault/server';
import {startService, type Service, type ServiceOptions} from 'card-vault-service';

/** A service, whose API and hosted pages are two hosts, and the plainest of shops: it says which of its pages the shopper came back to. */
export interface Hosted {
  readonly service: Service;
  readonly client: ServiceClient;
  /** Address of the shop, without a trailing slash. */
  readonly shop: string;
  readonly back: {readonly redirectUrl: string; readonly cancelUrl: string; readonly reference: string};
  plan(more?: object): Promise<string>;
  customer(): Promise<string>;
  /** Moves the service's clock, and waits until all that fell due is done. */
  advance(days: number): Promise<void>;
  /** What the network took for a subscription, by its own books: approved captures in minor units. */
  captured(subscription: string): Promise<readonly number[]>;
}

export async function startHosted(options: ServiceOptions = {}): Promise<Hosted & {close(): Promise<void>}> {
  const service = await startService({
    ...{port: 0, fieldsPort: 0, issuerPort: 0, hostedPort: 0, database: 'memory:'},
    settings: {deviceData: {mode: 'v1', delayMs: 20}, directoryTimeoutMs: 300},
    // All tests of a worker enter the same test cards.
    limits: ['card=1000000'],
    ...options,
  });
  const server = createServer((request, response) => {
    response.writeHead(200, {'content-type': 'text/html'});
    response.end(`<!doctype html><html lang="en"><title>Shop</title><h1>Shop: ${request.method}</h1></html>`);
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  const {port} = server.address() as AddressInfo;
  return {
    ...hostedOf(service, `http://localhost:${port}`),
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
  };
}

export function hostedOf(service: Service, shop: string): Hosted {
  const {urls, keys, database} = service;
  const client = createServiceClient({serviceUrl: urls.api, hostedUrl: urls.hosted, ...keys});
  const ask = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{data: Record<string, unknown>}> => {
    const answer = await fetch(urls.api + path, {
      method,
      headers: {'x-sfpy-merchant-secret': keys.secretKey, 'content-type': 'application/json'},
      ...(body && {body: JSON.stringify(body)}),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as {data: Record<string, unknown>};
  };
  return {
    ...{service, client, shop},
    back: {redirectUrl: `${shop}/thanks`, cancelUrl: `${shop}/plans`, reference: 'order 7'},
    async plan(more = {}) {
      const {data} = await ask('POST', '/client/plans/v1/', {
        ...{amount: '500', currency: 'PKR', interval: 'MONTH', type: 'RECURRING', interval_count: 1},
        ...{product: 'Vegetables', active: true, name: 'Garden box', time_zone: 'Asia/Karachi'},
        description: 'A box of seasonal vegetables, at your door.',
        ...more,
      });
      return String(data['plan_id']);
    },
    async customer() {
      const {token} = await client.customers.create({
        ...{firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com'},
        ...{phoneNumber: '+15550100', country: 'GB'},
      });
      return token;
    },
    async advance(days) {
      const {clock} = service;
      clock.advanceTo(new Date(clock.now().getTime() + days * 24 * 3_600_000));
      await clock.listenersDone();
    },
    async captured(subscription) {
      const rows = await database.query<{amount: number}>(
        `SELECT amount::int AS amount FROM network_ledger WHERE kind = 'capture' AND approved AND tracker LIKE $1 ORDER BY tracker`,
        [`${subscription.replace('sub_', 'ch_')}%`],
      );
      return rows.map(({amount}) => amount);
    },
  };
}
