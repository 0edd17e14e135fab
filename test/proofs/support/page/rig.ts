import {chromium, type Browser, type BrowserContext, type BrowserContextOptions} from 'playwright-core';
import {startService, type Service, type ServiceOptions} from '../../../../service/src/index.js';
import {ownBrowser} from '../../../../bench/support/browser.js';
import {noCardLimits} from '../../../../bench/support/no-card-limits.js';
import {customerIn, startPageShop, type PageShop} from './shop.js';
import {startAttackerSite, type AttackerSite} from './servers.js';
import {Visit} from './visit.js';

/** One movement in the simulated network's own books. */
export interface LedgerLine {
  readonly tracker: string;
  readonly kind: 'authorization' | 'reversal' | 'capture';
  readonly approved: boolean;
  readonly amount: number;
}

export interface RigOptions {
  /** The shop's pages are cross-origin isolated. */
  readonly isolated?: boolean;
  /** Flags of the browser's engine for scripts. */
  readonly scriptFlags?: string;
  readonly settings?: ServiceOptions['settings'];
}

/** Chromium as the tests start it; every site has a process of its own. */
export function launchBrowser(scriptFlags?: string): Promise<Browser> {
  return chromium.launch({
    ...ownBrowser,
    args: [
      ...['--site-per-process', '--disable-background-networking', '--no-first-run'],
      ...(scriptFlags ? [`--js-flags=${scriptFlags}`] : []),
    ],
  });
}

/** The whole service, a shop, an attacker's site and a browser. */
export class Rig {
  readonly service: Service;
  readonly shop: PageShop;
  readonly attacker: AttackerSite;
  readonly browser: Browser;

  private constructor(service: Service, shop: PageShop, attacker: AttackerSite, browser: Browser) {
    this.service = service;
    this.shop = shop;
    this.attacker = attacker;
    this.browser = browser;
  }

  static async start({isolated = false, scriptFlags, settings}: RigOptions = {}): Promise<Rig> {
    const service = await startService({
      ...{port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'},
      // Some proofs save hundreds of cards with one number and from one address.
      limits: noCardLimits,
      settings: {deviceData: {mode: 'v1', delayMs: 20}, directoryTimeoutMs: 300, ...settings},
    });
    const [shop, attacker, browser] = await Promise.all([
      startPageShop(service, {isolated}),
      startAttackerSite(),
      launchBrowser(scriptFlags),
    ]);
    return new Rig(service, shop, attacker, browser);
  }

  /** A browser profile of its own, so a shopper that the shop has not seen. It is closed when the work is done. */
  async shopper<T>(
    work: (visit: Visit, context: BrowserContext) => Promise<T>,
    options: BrowserContextOptions = {},
  ): Promise<T> {
    const context = await this.browser.newContext({reducedMotion: 'reduce', ...options});
    // What the compiler of a proof expects in functions that run in a page.
    await context.addInitScript({content: 'globalThis.__name ??= (fn) => fn'});
    try {
      return await work(await Visit.open(context), context);
    } finally {
      await context.close();
    }
  }

  /** How many cards the shopper of a browser profile has. */
  async methods(context: BrowserContext): Promise<number> {
    const cookies = await context.cookies(this.shop.origin);
    const customer = customerIn(cookies.map(({name, value}) => `${name}=${value}`).join('; '));
    if (customer === undefined) return 0;
    return (await this.shop.vault.client.paymentMethods.list(customer)).length;
  }

  async ledger(tracker?: string): Promise<readonly LedgerLine[]> {
    const path = `/sandbox/v1/ledger${tracker === undefined ? '' : `?tracker=${tracker}`}`;
    const response = await fetch(this.service.urls.api + path, {
      headers: {'x-sfpy-merchant-secret': this.service.keys.secretKey},
    });
    return ((await response.json()) as {data: LedgerLine[]}).data;
  }

  async close(): Promise<void> {
    await this.browser.close();
    await Promise.all([this.shop.close(), this.attacker.close()]);
    await this.service.close();
  }
}

/** What does not fit the promise that a tracker is authorized at most once, and holds nothing after its save (V1, V6). */
export function bookErrors(lines: readonly LedgerLine[]): string[] {
  const approved = lines.filter((line) => line.approved);
  return [...new Set(approved.map(({tracker}) => tracker))].flatMap((tracker) => {
    const count = (kind: LedgerLine['kind']) =>
      approved.filter((line) => line.tracker === tracker && line.kind === kind && line.amount > 0).length;
    const held = count('authorization');
    return held <= 1 && count('reversal') === held && count('capture') === 0
      ? []
      : [`${tracker}: ${held} authorizations, ${count('reversal')} reversals, ${count('capture')} captures`];
  });
}
