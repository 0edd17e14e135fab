import assert from 'node:assert/strict';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import AxeBuilder from '@axe-core/playwright';
import {Hono} from 'hono';
import type {Browser, BrowserContext, FrameLocator, Page} from 'playwright';
import {challengeWindows} from '../../../src/protocol/index.js';
import {complaintsOf, launchBrowser, listen, newContext, openShop} from '../microform/browser.js';
import type {RunningServer, Shop} from '../microform/browser.js';
import {openIssuer, testDependencies} from '../microform/support.js';
import type {TestDependencies, OpenedIssuer} from '../microform/support.js';

const right = '4000000000002503';

describe('the pages of the issuer in a browser', () => {
  let deps: TestDependencies;
  let issuer: OpenedIssuer;
  let bank: RunningServer;
  let api: RunningServer;
  let shop: Shop;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let complaints: string[];
  let returned: Record<string, string>[];
  let serial = 0;

  before(async () => {
    deps = await testDependencies();
    issuer = await openIssuer(deps);
    bank = await listen(() => issuer.routes);
    shop = await openShop();
    // Acts as the service's return URL: reads the form, and redirects the browser to the shop.
    const returnPath = new Hono().post('/return', async (c) => {
      returned.push((await c.req.parseBody()) as Record<string, string>);
      return c.redirect(`${shop.origin}/done`, 303);
    });
    api = await listen(() => returnPath);
    Object.assign(deps.urls, {issuer: `http://127.0.0.1:${bank.port}`, api: `http://127.0.0.1:${api.port}`});
    shop.pages.set('/done', {
      html: '<!doctype html><html lang="en"><title>Done</title><p id="done">done</p></html>',
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser.close();
    await Promise.all([bank.close(), api.close(), shop.close()]);
    await deps.database.close();
  });
  beforeEach(async () => {
    returned = [];
    deps.settings.deviceData = {mode: 'v1', delayMs: 0};
    context = await newContext(browser);
    page = await context.newPage();
    complaints = complaintsOf(page);
  });
  afterEach(() => context.close());

  const setup = async (number: string, origin = shop.origin) => {
    const tracker = `track_${++serial}`;
    const card = {number, expirationMonth: '01', expirationYear: '2029', brand: 'visa'} as const;
    return {tracker, ...(await issuer.setup({tracker, card, origin}))};
  };
  const enroll = async (number = right) => {
    const {tracker, referenceId, accessToken} = await setup(number);
    await issuer.routes.request('/V1/Cruise/Collect', {
      method: 'POST',
      body: new URLSearchParams({JWT: accessToken}),
    });
    const answer = await issuer.enroll({
      tracker,
      referenceId,
      sessionId: referenceId,
      returnUrl: `${deps.urls.api}/return`,
      origins: [shop.origin],
    });
    return {...answer, stepUp: answer.stepUp!};
  };

  /** Opens a page of the shop that posts a form into a frame of the given size. */
  const post = async (url: string, jwt: string, {size = [390, 400], target = 'bank', style = ''} = {}) => {
    shop.pages.set('/', {
      html: `<!doctype html><html lang="en"><head><title>Shop</title>
<style>body{margin:0} iframe{display:block;border:0;width:${size[0]}px;height:${size[1]}px} ${style}</style>
<script>window.heard = []; addEventListener('message', (event) => heard.push({origin: event.origin, data: event.data}))</script>
</head><body><iframe name="bank" title="bank"></iframe>
<form method="post" action="${url}" target="${target}"><input type="hidden" name="JWT" value="${jwt}"><input type="hidden" name="MD" value="md-1"></form>
</body></html>`,
    });
    await page.goto(`${shop.origin}/`);
    await page.evaluate(() => document.forms[0]!.submit());
    return page.frameLocator('iframe');
  };
  const open = async (number = right, options: Parameters<typeof post>[2] = {}) => {
    const {transactionId, stepUp} = await enroll(number);
    const frame = await post(stepUp.url, stepUp.accessToken, options);
    await frame.getByRole('heading').waitFor();
    return {frame, transactionId};
  };
  const type = async (frame: FrameLocator, code: string) => {
    await frame.getByLabel('One-time code').fill(code);
    await frame.getByRole('button', {name: 'Confirm'}).click();
  };
  const result = async (transactionId: string) => (await issuer.result({transactionId})).state;
  const back = (frame: FrameLocator) => frame.locator('#done').waitFor();

  describe('device data collection', () => {
    it("posts its session to the shop's page, from its own origin", async () => {
      const {deviceDataCollectionUrl, accessToken, referenceId} = await setup(right);
      await post(deviceDataCollectionUrl, accessToken);
      await page.waitForFunction(() => (window as unknown as {heard: unknown[]}).heard.length > 0);
      assert.deepEqual(await page.evaluate(() => (window as unknown as {heard: unknown[]}).heard), [
        {
          origin: deps.urls.issuer,
          data: JSON.stringify({MessageType: 'profile.completed', SessionId: referenceId, Status: true}),
        },
      ]);
      assert.deepEqual(complaints, []);
      assert.deepEqual(await context.cookies(), []);
    });

    it('is not shown to another shop', async () => {
      const {deviceDataCollectionUrl, accessToken} = await setup(right, 'https://another-shop.example');
      const complaint = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      await post(deviceDataCollectionUrl, accessToken);
      await complaint;
    });
  });

  describe('the step-up', () => {
    it('after the right code posts TransactionId and MD, returns to the shop, and leaves the history unchanged', async () => {
      const {frame, transactionId} = await open();
      const length = await page.evaluate(() => history.length);
      await type(frame, '1234');
      await back(frame);
      assert.deepEqual(
        returned.map((form) => ({...form})),
        [{TransactionId: transactionId, MD: 'md-1'}],
      );
      assert.equal(await result(transactionId), 'succeeded');
      assert.equal(await page.evaluate(() => history.length), length);
      assert.deepEqual(complaints, []);
      assert.deepEqual(await context.cookies(), []);
    });

    it('explains a wrong code and focuses the field', async () => {
      const {frame, transactionId} = await open();
      await frame.getByRole('button', {name: 'Confirm'}).click();
      await frame.getByText('Enter the code that we sent you.').waitFor();
      await type(frame, '0000');
      await frame.getByText('This code is wrong. 2 tries left.').waitFor();
      const input = frame.getByLabel('One-time code');
      assert.equal(await input.getAttribute('aria-invalid'), 'true');
      assert.equal(await input.evaluate((element) => document.activeElement === element), true);
      await type(frame, '0000');
      await frame.getByText('1 try left.').waitFor();
      await type(frame, '0000');
      await back(frame);
      assert.equal(await result(transactionId), 'failed');
      assert.equal(returned.length, 1);
    });

    it('can be cancelled', async () => {
      const {frame, transactionId} = await open();
      await frame.getByRole('button', {name: 'Cancel'}).click();
      await back(frame);
      assert.equal(await result(transactionId), 'cancelled');
    });

    it('sends the code again and announces it in a live region', async () => {
      const {frame} = await open();
      await frame.getByRole('button', {name: 'Resend code'}).click();
      await frame.getByRole('status').getByText('A new code is on its way.').waitFor();
    });

    it('works with the keyboard alone', async () => {
      const {frame, transactionId} = await open();
      await frame.getByLabel('One-time code').focus();
      await page.keyboard.type('1234');
      await page.keyboard.press('Enter');
      await back(frame);
      assert.equal(await result(transactionId), 'succeeded');
    });

    it('sends the code once for several clicks', async () => {
      const {frame, transactionId} = await open();
      await frame.getByLabel('One-time code').fill('1234');
      await frame.getByRole('button', {name: 'Confirm'}).dblclick();
      await back(frame);
      assert.equal(returned.length, 1);
      assert.equal(await result(transactionId), 'succeeded');
    });

    it('survives a refresh inside its frame', async () => {
      const {frame, transactionId} = await open();
      await type(frame, '0000');
      await frame.getByText('2 tries left.').waitFor();
      await page.evaluate(() => document.forms[0]!.submit());
      await frame.getByText('2 tries left.').waitFor({state: 'detached'});
      await type(frame, '0000');
      await frame.getByText('1 try left.').waitFor();
      await type(frame, '1234');
      await back(frame);
      assert.equal(await result(transactionId), 'succeeded');
    });

    it('reports that the bank cannot be reached, and works once it can', async () => {
      const {frame, transactionId} = await open();
      await page.route('**/answer', (route) => route.abort());
      await type(frame, '1234');
      await frame.getByText('The bank could not be reached. Please try again.').waitFor();
      await page.unroute('**/answer');
      await type(frame, '1234');
      await back(frame);
      assert.equal(await result(transactionId), 'succeeded');
    });

    it('works at the top level, where the shop sends the whole page', async () => {
      const {transactionId, stepUp} = await enroll();
      await post(stepUp.url, stepUp.accessToken, {target: '_top'});
      await page.getByLabel('One-time code').fill('1234');
      await page.getByRole('button', {name: 'Confirm'}).click();
      await page.waitForURL(`${shop.origin}/done`);
      assert.equal(await result(transactionId), 'succeeded');
    });

    it('is not shown to another shop', async () => {
      const {stepUp} = await enroll();
      const other = await openShop();
      const complaint = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
      other.pages.set('/', {
        html: `<!doctype html><title>x</title><iframe name="bank"></iframe><form method="post" action="${stepUp.url}" target="bank"><input name="JWT" value="${stepUp.accessToken}"></form><script>document.forms[0].submit()</script>`,
      });
      await page.goto(`${other.origin}/`);
      await complaint;
      await other.close();
    });
  });

  describe('how it looks', () => {
    const sizes = [
      ...Object.values(challengeWindows).flatMap((size) => (size ? [[size.width, size.height]] : [])),
      [1280, 800],
    ];

    /** Text settings of other machines and shoppers: other fonts, wider letters, text a fifth larger. */
    const texts = ['DejaVu Sans', 'Verdana', 'serif', 'monospace, monospace'].flatMap((family) =>
      [1, 1.2].flatMap((scale) => [0, 0.1].map((spacing) => ({family, scale, spacing}))),
    );
    /** How many pixels do not fit into the frame: those to scroll, and those of the form below the edge. */
    const overflow = (frame: FrameLocator, text: (typeof texts)[number]) =>
      frame.locator('html').evaluate((root, {family, scale, spacing}) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(`html { font-size: ${87.5 * scale}% !important }
          * { font-family: ${family} !important; letter-spacing: ${spacing}em !important }`);
        document.adoptedStyleSheets = [sheet];
        const form = document.querySelector('form')!.getBoundingClientRect();
        return {
          ...{x: root.scrollWidth - root.clientWidth, y: root.scrollHeight - root.clientHeight},
          form: Math.max(0, form.bottom - innerHeight),
        };
      }, text);

    for (const [width, height] of sizes as [number, number][]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        it(`fits ${width} by ${height}, ${colorScheme}, and axe finds nothing`, async () => {
          await page.setViewportSize({width: Math.max(width, 320), height: Math.max(height, 480)});
          await page.emulateMedia({colorScheme});
          const {frame} = await open(right, {size: [width, height]});
          await type(frame, '0000');
          await frame.getByText('2 tries left.').waitFor();
          if (process.env.CARD_VAULT_SCREENSHOTS) {
            const path = `${process.env.CARD_VAULT_SCREENSHOTS}/step-up-${width}x${height}-${colorScheme}.png`;
            await page.locator('iframe').screenshot({path});
          }
          for (const text of texts) {
            assert.deepEqual(await overflow(frame, text), {x: 0, y: 0, form: 0}, JSON.stringify(text));
          }
          const {violations} = await new AxeBuilder({page})
            .options({resultTypes: ['violations']})
            .include('iframe')
            .analyze();
          assert.deepEqual(
            violations.map(({id, nodes}) => [id, ...nodes.map(({html}) => html)]),
            [],
          );
        });
      }
    }

    it('keeps its order from right to left, and everything is visible in forced colours', async () => {
      await page.emulateMedia({forcedColors: 'active'});
      const {frame} = await open();
      await frame.locator('html').evaluate((root) => root.setAttribute('dir', 'rtl'));
      const positionOf = async (name: string) => (await frame.getByRole('button', {name}).boundingBox())!.x;
      assert.ok((await positionOf('Resend code')) > (await positionOf('Cancel')));
      const border = await frame
        .getByRole('button', {name: 'Cancel'})
        .evaluate((button) => getComputedStyle(button).borderTopWidth);
      assert.equal(border, '1px');
    });
  });
});
