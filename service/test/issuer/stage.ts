import {after, afterEach, before, beforeEach} from 'node:test';
import {Hono} from 'hono';
import type {Browser, BrowserContext, FrameLocator, Page} from 'playwright';
import {
  complaintsOf,
  launchBrowser,
  listen,
  newContext,
  openShop,
  type RunningServer,
  type Shop,
} from '../microform/browser.js';
import {
  openIssuer,
  testDependencies,
  type TestDependencies,
  type OpenedIssuer,
} from '../microform/support.js';

/** The card whose step-up succeeds. */
export const right = '4000000000002503';

/** How a page of the shop shows the bank. */
interface Showing {
  readonly size?: readonly [width: number, height: number];
  readonly target?: string;
}

/** The bank, a shop and a browser, opened once for the tests of a file; each test has a page of its own. */
export class BankStage {
  deps!: TestDependencies;
  issuer!: OpenedIssuer;
  shop!: Shop;
  context!: BrowserContext;
  page!: Page;
  complaints: string[] = [];
  /** The forms that came back to the return URL. */
  returned: Record<string, string>[] = [];
  #servers: RunningServer[] = [];
  #browser!: Browser;
  #serial = 0;

  constructor() {
    before(() => this.#open());
    after(() => this.#close());
    beforeEach(async () => {
      this.returned = [];
      this.deps.settings.deviceData = {mode: 'v1', delayMs: 0};
      this.deps.settings.stepUp = 'code';
      this.context = await newContext(this.#browser);
      this.page = await this.context.newPage();
      this.complaints = complaintsOf(this.page);
    });
    afterEach(() => this.context.close());
  }

  async #open(): Promise<void> {
    this.deps = await testDependencies();
    this.issuer = await openIssuer(this.deps);
    const bank = await listen(() => this.issuer.routes);
    this.shop = await openShop();
    // Acts as the service's return URL: reads the form, and redirects the browser to the shop.
    const returnPath = new Hono().post('/return', async (c) => {
      this.returned.push((await c.req.parseBody()) as Record<string, string>);
      return c.redirect(`${this.shop.origin}/done`, 303);
    });
    const api = await listen(() => returnPath);
    this.#servers = [bank, api, this.shop];
    const urls = {issuer: `http://127.0.0.1:${bank.port}`, api: `http://127.0.0.1:${api.port}`};
    Object.assign(this.deps.urls, urls);
    this.shop.pages.set('/done', {
      html: '<!doctype html><html lang="en"><title>Done</title><p id="done">done</p></html>',
    });
    this.#browser = await launchBrowser();
  }

  async #close(): Promise<void> {
    await this.#browser.close();
    await Promise.all(this.#servers.map((server) => server.close()));
    await this.deps.database.close();
  }

  async setup(number: string, origin = this.shop.origin) {
    const tracker = `track_${++this.#serial}`;
    const card = {number, expirationMonth: '01', expirationYear: '2029', brand: 'visa'} as const;
    return {tracker, ...(await this.issuer.setup({tracker, card, origin}))};
  }

  async enroll(number = right, language?: string) {
    const {tracker, referenceId, accessToken} = await this.setup(number);
    await this.issuer.routes.request('/V1/Cruise/Collect', {
      method: 'POST',
      body: new URLSearchParams({JWT: accessToken}),
    });
    const answer = await this.issuer.enroll({
      tracker,
      referenceId,
      sessionId: referenceId,
      returnUrl: `${this.deps.urls.api}/return`,
      language,
      origins: [this.shop.origin],
    });
    return {...answer, stepUp: answer.stepUp!};
  }

  /** Opens a page of the shop that posts a form into a frame of the given size. */
  async post(url: string, jwt: string, {size = [390, 400], target = 'bank'}: Showing = {}) {
    this.shop.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Shop</title>
<style>body{margin:0} iframe{display:block;border:0;width:${size[0]}px;height:${size[1]}px}</style>
<script>window.heard = []; addEventListener('message', (event) => heard.push({origin: event.origin, data: event.data}))</script>
</head><body><iframe name="bank" title="bank" allow="publickey-credentials-get ${new URL(url).origin}"></iframe>
<form method="post" action="${url}" target="${target}"><input type="hidden" name="JWT" value="${jwt}"><input type="hidden" name="MD" value="md-1"></form>
</body></html>`,
    });
    await this.page.goto(`${this.shop.origin}/`);
    await this.page.evaluate(() => document.forms[0]!.submit());
    return this.page.frameLocator('iframe');
  }

  /** Opens the step-up of a card; `language` is that of the shop's page. */
  async open(number = right, {language, ...showing}: Showing & {readonly language?: string} = {}) {
    const {transactionId, stepUp} = await this.enroll(number, language);
    const frame = await this.post(stepUp.url, stepUp.accessToken, showing);
    await frame.getByRole('heading').waitFor();
    return {frame, transactionId};
  }

  async type(frame: FrameLocator, code: string): Promise<void> {
    await frame.getByLabel('One-time code').fill(code);
    await frame.getByRole('button', {name: 'Confirm'}).click();
  }

  async result(transactionId: string) {
    return (await this.issuer.result({transactionId})).state;
  }

  /** Waits until the frame shows the shop's page again. */
  back(frame: FrameLocator): Promise<void> {
    return frame.locator('#done').waitFor();
  }
}
