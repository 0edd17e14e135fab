import {createServer, type Server} from 'node:http';
import {existsSync, readFileSync} from 'node:fs';
import type {AddressInfo} from 'node:net';
import {extname, join, normalize} from 'node:path';
import type {Frame, Page} from '@playwright/test';
import {answerStepUp, type StepUpAnswer} from 'card-vault/testing';
import {contentSecurityPolicy, createCardVaultServer, createNonce} from 'card-vault/server';
import {toNodeHandler} from 'card-vault/server/node';
import {startRecorded, type BehaviourChange, type Recorded} from '../../recorded/index.js';
import type {Demo} from '../../../demo/server.js';
import {sandbox} from './sandbox.js';

/** How a page of the shop saves a card. */
export interface Settings {
  readonly mode: 'dialog' | 'inline' | 'redirect';
  readonly verification: 'on' | 'off';
}

/** A service with a shop before it. Both worlds have the same shop; only addresses and keys differ. */
export interface World {
  address(settings: Settings): string;
  /** What the shopper does on the bank's page, as soon as there is one that was not answered yet. */
  answer(page: Page, answer: StepUpAnswer): Promise<void>;
  /** What the service did for a tracker, in order; set-up and validation, which no page asks for, are left out. */
  actions(tracker: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Keys {
  /** The page's requests go through the shop's server, and its policy names no service. */
  readonly relay?: boolean;
  readonly serviceUrl: string;
  readonly fieldsOrigin: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

const kinds: Record<string, string> = {'.js': 'text/javascript', '.json': 'application/json'};
const ada = {
  firstName: 'Ada',
  lastName: 'Shopper',
  email: 'ada@shop.example',
  phoneNumber: '+15550100',
  country: 'US',
};

/** The shop: one page, whose address says how it saves; every visit of it is a new customer. */
async function startShop({fieldsOrigin, ...keys}: Keys): Promise<{url: string; close(): Promise<void>}> {
  const vault = createCardVaultServer({
    ...keys,
    currency: 'USD',
    // The double shows a saved card at once.
    walletPauses: [50],
    customer: (request) => /shopper=([^;]+)/.exec(request.headers.get('cookie') ?? '')?.[1],
    accountVerification: (request) => new URL(request.url).searchParams.get('verification') === 'on',
    onError: (error) =>
      console.error(`card-vault: ${error instanceof Error ? error.message : String(error)}`),
  });
  const answerVault = toNodeHandler(vault);
  const pageOf = ({searchParams}: URL, nonce: string) => `<!doctype html><html lang="en"><title>Shop</title>
    <main><h1>Shop</h1>
    <script type="module" nonce="${nonce}" src="/assets/card-vault.js"></script>
    <card-vault session-url="/card-vault/session?verification=${searchParams.get('verification')}"
      step-up="${searchParams.get('mode')}"></card-vault></main></html>`;
  const server: Server = createServer((request, response) => {
    void answerVault(request, response, () => {
      const url = new URL(request.url ?? '/', 'http://shop');
      const file = join('dist', normalize(url.pathname).replace(/^\/assets\//, ''));
      if (url.pathname.startsWith('/assets/') && existsSync(file)) {
        response.writeHead(200, {'content-type': kinds[extname(file)] ?? 'application/octet-stream'});
        return response.end(readFileSync(file));
      }
      if (url.pathname !== '/') return response.writeHead(204).end();
      const isKnown = request.headers.cookie?.includes('shopper=');
      const customer = isKnown ? undefined : vault.client.customers.create(ada);
      return void Promise.resolve(customer).then((created) => {
        const nonce = createNonce();
        response.writeHead(200, {
          'content-type': 'text/html',
          'content-security-policy': contentSecurityPolicy({
            nonce,
            serviceUrl: keys.relay ? `http://${request.headers.host}` : keys.serviceUrl,
            fieldsOrigin,
          }),
          ...(created && {'set-cookie': `shopper=${created.token}; Path=/; HttpOnly; SameSite=Lax`}),
        });
        response.end(pageOf(url, nonce));
      });
    });
  });
  await new Promise<void>((listening) => server.listen(0, 'localhost', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

const asked = (actions: readonly string[]) =>
  actions.filter((kind) => kind !== 'PAYER_AUTH_SETUP' && kind !== 'PAYER_AUTH_VALIDATION');

const addressOf = (url: string, {mode, verification}: Settings) =>
  `${url}?mode=${mode}&verification=${verification}`;

/** Our service, as every journey starts it. */
export async function ourWorld(demo: Pick<Demo, 'service'>): Promise<World> {
  const {urls, keys} = demo.service;
  const {secretKey, publicKey} = keys;
  const shop = await startShop({serviceUrl: urls.api, fieldsOrigin: urls.fields, secretKey, publicKey});
  return {
    address: (settings) => addressOf(shop.url, settings),
    answer: (page, answer) => answerStepUp(page, answer),
    async actions(tracker) {
      interface Attempt {
        readonly actions_performed: readonly {readonly kind: string}[];
      }
      const {attempts} = await sandbox<{attempts: Attempt[]}>(demo, `/reporter/api/v1/payments/${tracker}`);
      return asked(attempts.flatMap(({actions_performed}) => actions_performed.map(({kind}) => kind)));
    },
    close: shop.close,
  };
}

/** The double of the recorded service. */
export async function recordedWorld(
  behaviour: BehaviourChange,
): Promise<World & {readonly recorded: Recorded}> {
  const recorded = await startRecorded(behaviour);
  const {serviceUrl, fieldsOrigin, secretKey, publicKey} = recorded;
  const relay = behaviour.api === 'closed';
  const shop = await startShop({serviceUrl, fieldsOrigin, secretKey, publicKey, relay});
  return {
    recorded,
    address: (settings) => addressOf(shop.url, settings),
    answer: answerRecorded,
    async actions(tracker) {
      const {performed, received} = recorded.tracker(tracker);
      const refused = received.filter((kind) => !performed.includes(kind));
      return [...asked(performed), ...refused.map((kind) => `${kind} refused`)];
    },
    async close() {
      await shop.close();
      await recorded.stop();
    },
  };
}

/**
 * What differs between recordings of the service. The cases take them in turn, so that each way, each mode and each kind of
 * verification meets every one of them: every pair of two values is tried, but not every three at once.
 */
export const variants: readonly BehaviourChange[] = [
  {reporter: 'closed', collector: {spelling: 'SessionId'}},
  {reporter: 'open', collector: {spelling: 'Session Id'}, failures: 'http'},
  {reporter: 'closed', collector: {spelling: 'Session Id', prefix: true}, wallet: {scheme: 'missing'}},
  {reporter: 'open', collector: {extraKeys: true}, wallet: {scheme: 'upper'}},
  {api: 'closed', reporter: 'closed', collector: {prefix: true, extraKeys: true}, wallet: {expiry: false}},
];

const codeInput = 'input[autocomplete="one-time-code"]';
const notAnswered = `${codeInput}:not([data-answered])`;

async function answerRecorded(page: Page, answer: StepUpAnswer): Promise<void> {
  const frame = await frameWith(page, notAnswered);
  const input = frame.locator(codeInput);
  if (answer !== 'cancel') await input.fill(answer);
  await input.evaluate((element) => element.setAttribute('data-answered', ''));
  await frame.getByRole('button', {name: answer === 'cancel' ? 'CANCEL' : 'SUBMIT'}).click();
}

/** The bank's page, in whichever frame it is, once it asks for a code. */
export const bankPage = (page: Page): Promise<Frame> => frameWith(page, codeInput);

async function frameWith(page: Page, selector: string): Promise<Frame> {
  for (;;) {
    for (const frame of page.frames()) {
      const isThere = await frame
        .locator(selector)
        .isVisible()
        .catch(() => false);
      if (isThere) return frame;
    }
    // No event tells that one of many documents has got an input.
    await page.waitForTimeout(25);
  }
}
