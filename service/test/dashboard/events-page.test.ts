// Further: events on the dashboard, in a browser; the event of a limit: `service/test/velocity.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Browser} from 'playwright';
import {complaintsOf, launchBrowser, newContext} from '../microform/browser.js';
import {transientToken} from '../support/fakes.js';
import {shop, startTestService, string, type TestService} from '../support/harness.js';

describe('the dashboard, when a limit on cards was reached', () => {
  let browser: Browser;
  let api: TestService;
  before(async () => {
    browser = await launchBrowser();
    api = await startTestService({limits: ['customer=1']}, {looksForWork: true});
  });
  after(async () => {
    await browser.close();
    await api.service.close();
  });

  async function tryCard(user: string): Promise<number> {
    const {json} = await api.call('/order/payments/v3/', {body: {user, currency: 'PKR'}});
    const tracker = string(json['data']!['tracker']!['token']);
    await api.act(tracker, {origin: shop});
    const flex = {transient_token_jwt: transientToken(tracker, '4000000000002701')};
    return (await api.act(tracker, {payment_method: {flex}})).status;
  }

  it('shows the event in the reader’s zone, and each id once', async () => {
    const user = await api.customer();
    assert.deepEqual([await tryCard(user), await tryCard(user)], [200, 429]);
    const context = await newContext(browser, {timezoneId: 'Asia/Karachi'});
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(`${api.service.urls.api}/#events`);
    const row = page.getByRole('row', {name: /velocity\.limit_reached/});
    await row.waitFor();
    assert.equal(await row.locator('.facts time').count(), 2);
    assert.match((await row.locator('.facts').textContent()) ?? '', /GMT\+5/);
    assert.doesNotMatch((await row.textContent()) ?? '', /\dT\d\d:/);
    assert.equal(await row.getByTitle(user, {exact: true}).count(), 1);
    for (const width of [320, 900]) {
      await page.setViewportSize({width, height: 700});
      const wider = await page
        .locator('td, main')
        .evaluateAll((boxes) =>
          boxes.filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent),
        );
      assert.deepEqual(wider, [], `at ${width} px nothing is cut off`);
    }
    assert.deepEqual(complaints, []);
  });
});
