import assert from 'node:assert/strict';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import type {Browser, BrowserContext, Page} from 'playwright';
import {complaintsOf, launchBrowser, listen, newContext, openShop} from './browser.js';
import type {RunningServer, Shop} from './browser.js';
import {Fields, type ShopWindow} from './fields-harness.js';
import {openMicroform, testDependencies} from './support.js';
import type {OpenedMicroform, TestDependencies} from './support.js';

describe('the field for a security code alone, in a browser', () => {
  let deps: TestDependencies;
  let microform: OpenedMicroform;
  let server: RunningServer;
  let shop: Shop;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let serial = 0;

  before(async () => {
    deps = await testDependencies();
    microform = await openMicroform(deps, {keysInAdvance: 2});
    server = await listen(() => microform.routes);
    (deps.urls as {fields: string}).fields = `http://127.0.0.1:${server.port}`;
    shop = await openShop();
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await Promise.all([server.close(), shop.close()]);
    await deps.database.close();
  });
  beforeEach(async () => {
    context = await newContext(browser);
    page = await context.newPage();
  });
  afterEach(() => context.close());

  const open = (codeLengths: readonly number[]) =>
    Fields.open(page, {shop, microform, tracker: `track_${++serial}`, codeLengths});

  it('makes the token by itself, without an expiry', async () => {
    const complaints = complaintsOf(page);
    const fields = await open([3]);
    await fields.code.pressSequentially('987');
    const {token, error} = await fields.token({});
    assert.equal(error, undefined);
    assert.equal(await microform.redeemSecurityCode({tracker: `track_${serial}`, jwt: token!}), '987');
    assert.deepEqual(complaints, []);
  });

  it('takes as many digits as the card’s brand has', async () => {
    const fields = await open([4]);
    await fields.code.pressSequentially('123');
    const {error} = await fields.token({});
    assert.equal(error?.reason, 'CREATE_TOKEN_VALIDATION_FIELDS');
    assert.deepEqual(error?.details, [{message: 'is not valid', location: 'securityCode'}]);
    await fields.code.pressSequentially('45');
    assert.equal(await fields.code.inputValue(), '1234');
    const {token} = await fields.token({});
    assert.equal(await microform.redeemSecurityCode({tracker: `track_${serial}`, jwt: token!}), '1234');
  });

  it('stands alone: the library makes no field for a number', async () => {
    await open([3]);
    const reason = await page.evaluate(() => {
      try {
        (window as unknown as ShopWindow).microform.createField('number');
        return 'made';
      } catch (error) {
        return (error as {reason: string}).reason;
      }
    });
    assert.equal(reason, 'CREATE_FIELD_INVALID_FIELD_TYPE');
  });
});
