import {existsSync, mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {chromium, type Browser, type BrowserContext, type Page} from 'playwright';
import type {World} from './world.js';

const found = '.cache/browser.json';

/** Chromium, for which all hosts below `.example` are the proxy of this test. */
export function startBrowser({proxy, certificate}: World): Promise<Browser> {
  const {executablePath} = existsSync(found)
    ? (JSON.parse(readFileSync(found, 'utf8')) as {executablePath: string})
    : {executablePath: chromium.executablePath()};
  return chromium.launch({
    executablePath,
    args: [
      `--host-resolver-rules=MAP *.example 127.0.0.1:${proxy.port}`,
      `--ignore-certificate-errors-spki-list=${certificate.keyHash}`,
    ],
  });
}

/** For a machine that does other things too. */
export const patience = {timeout: 90_000};

/** A response of a host of ours, as the browser received it. */
export interface Received {
  readonly url: string;
  readonly status: number;
  readonly id: string | undefined;
}

/** A shopper with a browser of their own, and all that it received and complained about. */
export class Shopper {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly received: Received[] = [];
  readonly complaints: string[] = [];

  private constructor(context: BrowserContext, page: Page) {
    this.context = context;
    this.page = page;
    context.on('response', (response) =>
      this.received.push({
        url: response.url(),
        status: response.status(),
        id: response.headers()['x-request-id'],
      }),
    );
    context.on('console', (message) => {
      if (message.type() === 'error') this.complaints.push(message.text());
    });
    page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  static async open(browser: Browser): Promise<Shopper> {
    const context = await browser.newContext({viewport: {width: 800, height: 720}});
    context.setDefaultTimeout(patience.timeout);
    return new Shopper(context, await context.newPage());
  }

  /** Waits until the bank asks for a code. */
  async isAtBank(): Promise<void> {
    await this.page
      .frameLocator('card-vault [part~="step-up-frame"] iframe')
      .frameLocator('iframe')
      .locator('input[autocomplete="one-time-code"]')
      .waitFor();
  }

  async picture(name: string): Promise<void> {
    const folder = '.cache/production';
    mkdirSync(folder, {recursive: true});
    await this.page.screenshot({path: join(folder, `${name}.png`)});
  }
}
