// Further: the dashboard in a browser; what it reads: `service/test/sandbox/views.test.ts`.
import assert from 'node:assert/strict';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import type {Browser, BrowserContext, BrowserContextOptions, Page} from 'playwright';
import {axeOf, complaintsOf, launchBrowser, newContext} from '../microform/browser.js';
import {startTestService, string, type Json, type TestService} from '../support/harness.js';
import {productionOptions} from '../support/production.js';

const views = {
  trackers: 'Trackers',
  customers: 'Customers',
  'payment-methods': 'Payment methods',
  plans: 'Plans',
  subscriptions: 'Subscriptions',
  moves: 'Ledger',
  events: 'Events',
  deliveries: 'Deliveries',
  requests: 'Requests',
  logs: 'Log',
  faults: 'Faults',
} as const;
const names = Object.keys(views) as (keyof typeof views)[];

describe('the dashboard', () => {
  let browser: Browser;
  let api: TestService;
  let context: BrowserContext | undefined;
  let page: Page;
  let complaints: string[];

  before(async () => {
    browser = await launchBrowser();
  });
  after(() => browser.close());
  beforeEach(async () => {
    api = await startTestService({}, {looksForWork: true});
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
    await api.service.close();
  });

  async function open(
    view: keyof typeof views = 'trackers',
    options: BrowserContextOptions = {},
  ): Promise<void> {
    context ??= await newContext(browser, {timezoneId: 'Asia/Karachi', ...options});
    page = await context.newPage();
    complaints = complaintsOf(page);
    await show(view);
  }
  async function show(view: keyof typeof views): Promise<void> {
    await page.goto(`${api.service.urls.api}/#${view}`);
    await page.getByRole('heading', {level: 2, name: views[view], exact: true}).waitFor();
    await page.getByText('Asking the service').waitFor({state: 'detached'});
  }
  async function save(): Promise<string> {
    const tracker = await api.tracker();
    await api.setUp(tracker);
    await api.enroll(tracker, 'frictionless');
    assert.equal((await api.authorize(tracker)).status, 200);
    return tracker;
  }
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

  it('every empty view says what to do next', async () => {
    await open();
    for (const name of names.filter((one) => one !== 'logs')) {
      await show(name);
      const said = await page.locator('.empty p').allTextContents();
      assert.equal(said.length, 2, name);
      assert.match(said.join(' '), /\w+ .*(npm start|POST|flow|appears|starts|Add)/, name);
    }
    assert.deepEqual(complaints, []);
  });

  it('updates while it is open, without redrawing unchanged rows', async () => {
    await save();
    await open();
    const first = page.locator('.tracker').first();
    await first.waitFor();
    await first.evaluate((node) => node.setAttribute('data-mine', 'yes'));
    const second = await api.tracker();
    await page.getByTitle(second, {exact: true}).waitFor();
    assert.equal(await page.locator('.tracker').count(), 2);
    assert.equal(await page.locator('.tracker[data-mine]').count(), 1, 'the same node as before');
    assert.match((await page.locator('.tracker[data-mine]').textContent()) ?? '', /2701/);
  });

  it('draws a tracker as a line of its actions, with the bank’s answer and the held amount', async () => {
    await save();
    await open();
    const steps = await page.locator('.steps li > span').allTextContents();
    assert.deepEqual(
      steps,
      [
        'Created',
        'Generate capture context',
        'Process transient token',
        'Payer auth setup',
        'Payer auth enrollment: FRICTIONLESS',
        'Authorization: PKR 5.00',
        'Reversal is next',
      ].map((text) => text.replace('PKR 5.00', 'PKR\u00a05.00')),
    );
    assert.equal(await page.locator('.tracker .badge').textContent(), 'Saved, amount still held');
    const mark = page.getByText(/^No published test card/);
    assert.equal(await mark.count(), 0);
    await api.setUp(await api.tracker(), '4000000000000010');
    await mark.waitFor();
    assert.match((await page.locator('.tracker', {has: mark}).textContent()) ?? '', /0010/);
    assert.equal(await mark.count(), 1);
  });

  it('shows times in the reader’s zone, by name', async () => {
    await save();
    await open('moves');
    const text = await page.locator('td time').first().textContent();
    assert.match(text ?? '', /^20 Nov 2026, 17:00:00 (GMT\+5|PKT)$/);
    assert.equal(await page.locator('td time').first().getAttribute('datetime'), '2026-11-20T12:00:00.000Z');
  });

  it('copies an id with one click', async () => {
    const tracker = await save();
    await open('trackers', {permissions: ['clipboard-read', 'clipboard-write']});
    await page.locator(`[data-copy="${tracker}"]`).click();
    await page.getByText(`Copied ${tracker}`).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), tracker);
  });

  it('finds an id, an e-mail address and the last four digits in every list, and an id leads there', async () => {
    const tracker = await api.tracker({}, {first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com'});
    await api.setUp(tracker);
    await api.enroll(tracker, 'frictionless');
    assert.equal((await api.authorize(tracker)).status, 200);
    const other = await api.tracker();
    await open();
    const groups = async () =>
      (await page.locator('.group').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());
    const search = async (text: string) => {
      await page.getByRole('searchbox', {name: 'Search all lists'}).fill(text);
      await page.getByRole('button', {name: 'Search', exact: true}).click();
      await page.getByRole('heading', {level: 2, name: `Found for ${text}`}).waitFor();
      await page.getByText('Asking the service').waitFor({state: 'detached'});
    };
    await search('2701');
    assert.deepEqual((await groups()).slice(0, 2), ['Trackers 1', 'Payment methods 1']);
    await search('ADA@example.com');
    assert.ok((await groups()).includes('Customers 1'));
    await page.getByTitle(other).first().waitFor({state: 'detached'});
    await page.goto(`${api.service.urls.api}/#trackers`);
    await page.getByTitle(tracker, {exact: true}).click();
    await page.getByRole('heading', {level: 2, name: `Found for ${tracker}`}).waitFor();
    assert.deepEqual((await groups()).slice(0, 3), ['Trackers 1', 'Payment methods 1', 'Ledger 1']);
    await page.locator('.tracker').getByText('JSON').click();
    await page.locator('.tracker pre').getByText(`"token": "${tracker}"`).waitFor();
    assert.deepEqual((await axeOf(page).analyze()).violations, []);
    await page.setViewportSize({width: 320, height: 700});
    assert.ok((await overflow()) <= 0);
    await search('nobody@example.com');
    await page.getByText('Nothing has this in it.').waitFor();
    assert.deepEqual(complaints, []);
  });

  it('shows 25 rows of a list, and more at a press', async () => {
    for (let count = 0; count < 27; count++) await api.tracker();
    await open();
    assert.equal(await page.locator('.tracker').count(), 25);
    const more = page.getByRole('button', {name: 'Show 25 more'});
    await more.click();
    await more.waitFor({state: 'detached'});
    assert.equal(await page.locator('.tracker').count(), 27);
  });

  it('shows facts in full, and every id in them can be copied', async () => {
    const tracker = await save();
    await open('events');
    const row = page.getByRole('row', {name: /network\.authorization/});
    assert.match((await row.textContent()) ?? '', /amount\s+500\s*currency\s+PKR/);
    const [authorization] = await api.ledger(tracker);
    assert.ok((await row.getByTitle(authorization!.id, {exact: true}).count()) > 0);
    await page.getByText('PAYER_AUTH_ENROLLMENT', {exact: true}).waitFor();
    await show('logs');
    await page.getByText('/order/payments/v3/:tracker', {exact: true}).first().waitFor();
  });

  it('views, ids and switches are reachable by keyboard', async () => {
    await save();
    await open();
    await page.getByRole('link', {name: 'Ledger'}).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', {level: 2, name: 'Ledger'}).waitFor();
    assert.equal(await page.getByRole('link', {name: 'Ledger'}).getAttribute('aria-current'), 'page');
    const pause = page.getByRole('button', {name: 'Live'});
    await pause.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', {name: 'Paused', pressed: true}).waitFor();
  });

  it('switches faults on and off', async () => {
    await open('faults');
    // Time says nothing here: the calendar is one line.
    await page.getByRole('button', {name: 'Next charge'}).waitFor();
    assert.equal(await page.getByRole('slider').count(), 0);
    await page.getByLabel('What happens').selectOption('dropped-reply');
    await page.getByLabel('Action').selectOption('AUTHORIZATION');
    await page.getByLabel('How often').fill('3');
    await page.getByRole('button', {name: 'Add fault'}).click();
    await page.getByRole('cell', {name: '0 of 3'}).waitFor();
    const {id: _id, ...rule} = api.service.faults.report().rules[0]!;
    assert.deepEqual([rule.kind, rule.action, rule.times], ['dropped-reply', 'AUTHORIZATION', 3]);
    await page.getByLabel('Seed').fill('42');
    await page.getByRole('button', {name: 'Draw'}).click();
    await page.getByRole('cell', {name: '0 of 3'}).waitFor({state: 'detached'});
    assert.equal(api.service.faults.report().seed, 42);
    assert.equal(await page.locator('tbody tr').count(), 5);
    await page.getByRole('button', {name: 'Clear all faults'}).click();
    await page.getByText('Nothing goes wrong on purpose.').waitFor();
    assert.deepEqual(api.service.faults.report().rules, []);
  });

  it('the body and the answer of a request, and the data of a delivery, are one press away', async () => {
    await api.call('/client/webhooks/v1/', {body: {url: 'http://localhost:9/events'}});
    await save();
    const created = await api.call('/user/customers/v1/', {
      body: {first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', cvv: '7391'},
    });
    await open('requests');
    const jsonOf = async (row: string | RegExp) => {
      const first = page.getByRole('row', {name: row}).first();
      await first.getByText('JSON', {exact: true}).click();
      return JSON.parse((await first.locator('pre', {hasText: '{'}).textContent())!) as Json;
    };
    const request = await jsonOf(/POST \/user\/customers\/v1/);
    assert.deepEqual(request['body'], {
      ...{first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com'},
      '…': '1 not shown',
    });
    assert.deepEqual(request['answer']!['data'], created.json['data']);
    await show('deliveries');
    const delivery = await jsonOf(/payment_method\.saved/);
    assert.match(string(delivery['data']!['payment_method']), /^pm_/);
    for (const width of [1280, 1100, 1099, 320]) {
      await page.setViewportSize({width, height: 700});
      assert.ok((await overflow()) <= 0, `${width} px`);
    }
    assert.deepEqual((await axeOf(page).analyze()).violations, []);
    assert.deepEqual(complaints, []);
  });

  it('shows deliveries with their answers, and sends one again', async () => {
    const receivedIds: string[] = [];
    let status = 500;
    const receiver = createServer((request, response) => {
      receivedIds.push(String(request.headers['webhook-id']));
      request.resume().on('end', () => response.writeHead(status).end());
    });
    await new Promise<void>((ready) => receiver.listen(0, 'localhost', ready));
    try {
      const {port} = receiver.address() as AddressInfo;
      const created = await api.call('/client/webhooks/v1/', {
        body: {url: `http://localhost:${port}/events`},
      });
      assert.equal(created.status, 200, created.text);
      await save();
      await open('deliveries');
      const row = page.getByRole('row', {name: /payment_method\.saved/});
      await row.getByText('HTTP 500').waitFor();
      await row.getByText('To be tried again').waitFor();
      status = 204;
      await row.getByRole('button', {name: 'Send again: payment_method.saved'}).click();
      await row.getByText('Delivered').waitFor();
      await row.getByText('HTTP 204').waitFor();
      assert.equal(new Set(receivedIds).size, 1, 'the same id each time');
      assert.ok(receivedIds.length >= 2);
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  });

  it('reports that the service is unreachable, and keeps the shown data', async () => {
    await save();
    await open();
    await page.route('**/sandbox/v1/**', (route) => route.abort());
    await page.getByRole('alert').getByText('does not answer').waitFor();
    assert.equal(await page.locator('.tracker').count(), 1);
    await page.unrouteAll();
    await page.getByRole('alert').getByText('does not answer').waitFor({state: 'detached'});
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`axe finds nothing in any view, ${colorScheme}`, async () => {
      await save();
      api.service.faults.plan({rules: [{kind: 'server-error', route: 'GET /none'}]});
      await open('trackers', {colorScheme});
      for (const name of names) {
        await show(name);
        // The color scheme changes colors only, so the other rules are checked once.
        const axe = axeOf(page);
        const {violations} = await (colorScheme === 'dark' ? axe.withRules('color-contrast') : axe).analyze();
        assert.deepEqual(
          violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(', ')}`),
          [],
          name,
        );
      }
      assert.deepEqual(complaints, []);
    });
  }

  it('fits 320 pixels, both writing directions, and paper', async () => {
    await save();
    api.service.faults.plan({seed: 4});
    await open('trackers', {viewport: {width: 320, height: 700}});
    for (const name of names) {
      await show(name);
      assert.ok((await overflow()) <= 0, name);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      assert.ok((await overflow()) <= 0, `${name}, right to left`);
    }
    await page.emulateMedia({media: 'print'});
    await show('trackers');
    assert.equal(await page.getByRole('navigation').isVisible(), false);
    assert.equal(await page.locator('.tracker').isVisible(), true);
  });

  it('its policy admits only its own script, and it contains no key', async () => {
    const reply = await api.call('/', {secret: null});
    const policy = reply.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /require-trusted-types-for 'script'; trusted-types lit-html$/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe|\*|https?:/);
    const script = /src="([^"]+)" integrity="sha256-/.exec(reply.text)?.[1];
    const {text, headers} = await api.call(string(script), {secret: null});
    assert.match(headers.get('content-type') ?? '', /javascript/);
    assert.doesNotMatch(reply.text + text, /sk_|X-SFPY-MERCHANT-SECRET/i);
    assert.equal((await api.call('/dashboard/000000000000/dashboard.js')).status, 404);
  });

  it('is refused in production', async () => {
    const production = await startTestService(productionOptions);
    try {
      for (const path of ['/', '/dashboard/icon.svg', ...names.map((name) => `/sandbox/v1/${name}`)]) {
        assert.equal((await production.call(path)).status, 404, path);
      }
    } finally {
      await production.service.close();
    }
  });
});
