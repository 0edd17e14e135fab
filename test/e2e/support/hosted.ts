import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test as base, type Page} from '@playwright/test';
import {createServiceClient, type ServiceClient} from 'card-vault/server';
import {fillCard} from 'card-vault/testing';
import {startService, type Service} from 'card-vault-service';

/** A service and the plainest of shops: it says which of its pages the shopper came back to. */
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

/** One service for all tests of a worker; every page is watched for violations of its policy and for errors. */
export const test = base.extend<{watched: readonly string[]}, {hosted: Hosted}>({
  hosted: [
    async ({}, use) => {
      const service = await startService({
        ...{port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'},
        settings: {deviceData: {mode: 'v1', delayMs: 20}, directoryTimeoutMs: 300},
        // All tests of a worker enter the same test cards.
        limits: ['card=1000000'],
      });
      const server = createServer((request, response) => {
        response.writeHead(200, {'content-type': 'text/html'});
        response.end(
          `<!doctype html><html lang="en"><title>Shop</title><h1>Shop: ${request.method}</h1></html>`,
        );
      });
      await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
      const {port} = server.address() as AddressInfo;
      await use(hostedOf(service, `http://localhost:${port}`));
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.close();
    },
    {scope: 'worker', timeout: 240_000},
  ],
  watched: [
    async ({page}, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        // A refusal that is a page is told by its status; the browser notes that too.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) {
          complaints.push(message.text());
        }
      });
      page.on('pageerror', (error) => complaints.push(error.message));
      await use(complaints);
    },
    {auto: true},
  ],
});

export function hostedOf(service: Service, shop: string): Hosted {
  const {urls, keys, database} = service;
  const client = createServiceClient({serviceUrl: urls.api, ...keys});
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

/** What the shop was told: the query of the page that the shopper came back to. */
export async function backAt(page: Page, path: string): Promise<Record<string, string>> {
  await page.waitForURL((url) => url.pathname === path);
  return Object.fromEntries(new URL(page.url()).searchParams);
}

/** Opens a link that was made for a customer, and presses the button that claims its page for this browser. */
export async function openOwn(page: Page, link?: string): Promise<void> {
  if (link !== undefined) await page.goto(link);
  const press = page.getByRole('button', {name: 'That’s me, continue'});
  await press.click();
  await press.waitFor({state: 'detached'});
}

export const cards = {
  frictionless: '4000000000002701',
  stepUp: '4000000000002503',
  stepUpFails: '4000000000002370',
  noMoney: '4000000000009995',
  failsLater: '4000000000000341',
} as const;

export const go = (page: Page) => page.getByRole('button', {name: /^Subscribe/});

export async function openCheckout(
  page: Page,
  hosted: Hosted,
  customer?: string,
  plan?: string,
): Promise<void> {
  const request = {
    plan: plan ?? (await hosted.plan()),
    ...(customer !== undefined && {customer}),
    ...hosted.back,
  };
  const link = await hosted.client.checkout.subscribeUrl(request);
  await (customer === undefined ? page.goto(link) : openOwn(page, link));
  await expect(page).toHaveURL(/\/checkout\/session\/chk_[0-9a-f-]+$/);
}

/** Subscribes a customer with a new card; resolves to what the shop was told. */
export async function subscribe(page: Page, hosted: Hosted, number: string, customer: string) {
  await openCheckout(page, hosted, customer);
  await fillCard(page, {number});
  await go(page).click();
  return backAt(page, '/thanks');
}
