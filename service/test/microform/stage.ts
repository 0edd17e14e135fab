import {after, afterEach, before, beforeEach} from 'node:test';
import type {Browser, BrowserContext, Page} from 'playwright';
import {
  complaintsOf,
  launchBrowser,
  listen,
  newContext,
  openShop,
  type RunningServer,
  type Shop,
} from './browser.js';
import {openMicroform, testDependencies, type OpenedMicroform, type TestDependencies} from './support.js';

/** The card fields, a shop and a browser for the tests of a suite, and a page with a context of its own for each of them. */
export class FieldsStage {
  deps!: TestDependencies;
  microform!: OpenedMicroform;
  shop!: Shop;
  browser!: Browser;
  context!: BrowserContext;
  page!: Page;
  /** What the page has said on its console. */
  complaints!: string[];

  constructor() {
    let server: RunningServer;
    before(async () => {
      this.deps = await testDependencies();
      this.microform = await openMicroform(this.deps, {keysInAdvance: 3});
      server = await listen(() => this.microform.routes);
      (this.deps.urls as {fields: string}).fields = `http://127.0.0.1:${server.port}`;
      this.shop = await openShop();
      this.browser = await launchBrowser();
    });
    after(async () => {
      await this.browser.close();
      await Promise.all([server.close(), this.shop.close()]);
      await this.deps.database.close();
    });
    beforeEach(async () => {
      this.context = await newContext(this.browser);
      this.page = await this.context.newPage();
      this.complaints = complaintsOf(this.page);
    });
    afterEach(() => this.context.close());
  }
}
