// Further: the calendar in a browser; its days: `service/test/dashboard/calendar.test.ts`.
import assert from 'node:assert/strict';
import type {ServerResponse} from 'node:http';
import {after as afterAll, afterEach, before, beforeEach, describe, it} from 'node:test';
import type {Browser, BrowserContext, BrowserContextOptions, Locator, Page} from 'playwright';
import {axeOf, complaintsOf, launchBrowser, newContext} from '../microform/browser.js';
import {after, attemptRow, chargeRow, planRow, savedCard, subscriptionRow} from '../support/billing-rows.js';
import {booksOf, subscribed} from '../support/billing.js';
import {Receiver} from '../support/receiver.js';
import {startTestService, type TestService} from '../support/harness.js';
import {endpoint} from '../support/webhooks.js';

describe('the calendar strip of the dashboard', () => {
  let browser: Browser;
  let api: TestService;
  let context: BrowserContext | undefined;
  let page: Page;
  let complaints: string[];
  let strip: Locator;
  let head: Locator;

  before(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    api = await startTestService();
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
    await api.service.close();
  });

  async function open(view = 'subscriptions', options: BrowserContextOptions = {}): Promise<void> {
    context ??= await newContext(browser, {timezoneId: 'Asia/Karachi', ...options});
    page = await context.newPage();
    complaints = complaintsOf(page);
    strip = page.locator('service-calendar');
    head = strip.getByRole('slider', {name: 'The service’s clock'});
    await page.goto(`${api.service.urls.api}/#${view}`);
    await head.waitFor();
    await page.getByText('Asking the service').waitFor({state: 'detached'});
  }
  const days = async () => Number(await head.getAttribute('aria-valuenow'));
  const passed = () => (api.service.clock.now().getTime() - after(0).getTime()) / 86_400_000;

  /** Inserts a subscription with a paid period and one that is past due. */
  async function subscribe(): Promise<void> {
    const card = await savedCard(api);
    const plan = await planRow(api);
    const token = await subscriptionRow(api, {plan, ...card}, {next_period: 2, next_charge_at: after(61)});
    await attemptRow(api, await chargeRow(api, token), 1, {sent_at: after(-30), settled_at: after(-30)});
    const open_ = await chargeRow(api, token, {
      ...{period: 1, due_at: after(-1), state: 'open', attempts: 2, settled_at: null},
      ...{failure: 'insufficient_funds', next_attempt_at: after(400)},
    });
    for (const number of [1, 2]) {
      const declined = {failure: 'insufficient_funds', sent_at: after(-2 + number), settled_at: after(0)};
      await attemptRow(api, open_, number, {state: 'declined', ...declined});
    }
    await api.service.database.query('UPDATE subscriptions SET open_charge = $1', [open_]);
  }

  it('arrow keys choose a time, and Enter moves the clock to it', async () => {
    await open();
    await head.focus();
    assert.equal(await days(), 0);
    for (const [key, expected] of [
      ['ArrowRight', 1],
      ['ArrowRight', 2],
      ['ArrowLeft', 1],
      ['Shift+ArrowRight', 8],
      ['Home', 0],
      ['PageUp', 30],
      ['ArrowLeft', 29],
      ['ArrowDown', 28],
    ] as const) {
      await page.keyboard.press(key);
      assert.equal(await days(), expected, key);
    }
    assert.match(
      (await head.getAttribute('aria-valuetext')) ?? '',
      /^Friday 18 December 2026, 28 days ahead, nothing/,
    );
    assert.equal(passed(), 0, 'aiming moves nothing');
    await page.keyboard.press('Escape');
    assert.equal(await days(), 0);
    await page.keyboard.press('PageUp');
    await page.keyboard.press('Enter');
    await strip.getByText('Sun 20 Dec 2026: nothing was charged.').waitFor();
    assert.equal(passed(), 30);
    await strip.getByText('Sun 20 Dec 2026', {exact: true}).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('the mouse drags the head; a press on the line only chooses a time', async () => {
    await open();
    const box = (await head.boundingBox())!;
    const track = (await strip.locator('.track').boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.click(track.x + track.width * 0.5, y);
    assert.ok((await days()) > 90);
    assert.equal(passed(), 0);
    await strip.getByRole('button', {name: 'Stay'}).click();
    assert.equal(await days(), 0);
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + (track.width * 31) / 366, y, {steps: 5});
    const aimed = await days();
    assert.ok(Math.abs(aimed - 31) <= 1, String(aimed));
    assert.equal(passed(), 0);
    await page.mouse.up();
    await strip.getByText('nothing was charged').waitFor();
    assert.equal(passed(), aimed);
  });

  it('touch drags the head too, mirrored from right to left', async () => {
    await open('plans', {hasTouch: true, viewport: {width: 390, height: 800}});
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await page.reload();
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    await page.waitForFunction(() => {
      const shadow = document
        .querySelector('service-dashboard')
        ?.shadowRoot?.querySelector('service-calendar')?.shadowRoot;
      const [line, knob] = [shadow?.querySelector('.track'), shadow?.querySelector('.head')];
      if (!line || !knob) return false;
      const [all, own] = [line.getBoundingClientRect(), knob.getBoundingClientRect()];
      return own.left + own.width / 2 > all.left + all.width / 2;
    });
    const box = (await head.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const touch = await context!.newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', by: number) =>
      touch.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{x: x - by, y}],
      });
    await send('touchStart', 0);
    for (const by of [10, 20, 30]) await send('touchMove', by);
    assert.ok((await days()) > 20);
    await send('touchEnd', 0);
    await strip.getByText('nothing was charged').waitFor();
    assert.ok(passed() > 20);
  });

  it('draws and names past and coming charges', async () => {
    await subscribe();
    await open();
    const drawn = strip.getByRole('img');
    await strip.getByRole('img', {name: /Charges in view: 1 paid, 2 failed, \d+ coming$/}).waitFor();
    const says = await drawn.locator('title').allTextContents();
    assert.ok(says.includes('Season box, USD\u00a012.50, try 2: insufficient funds'), says.join('\n'));
    assert.ok(says.includes('Season box, USD\u00a012.50: will be charged'));
    await strip.getByRole('button', {name: '3 months'}).click();
    await strip.getByRole('img', {name: /: 1 paid, 2 failed, 1 coming$/}).waitFor();
    const card = page.locator('.tracker');
    assert.equal(await card.locator('.badge').textContent(), 'Past due');
    assert.match(
      (await card.locator('.steps').textContent()) ?? '',
      /Period 1: paid.*Period 2: open.*2 tries.*insufficient funds/s,
    );
  });

  it('shows the progress of a long advance, also when another page started it', async () => {
    await open();
    const [from, to] = [after(0).toISOString(), after(100).toISOString()];
    let answer: object = {
      now: after(25).toISOString(),
      offset_seconds: 0,
      travel: {from, to, charges: 3, events: 6},
    };
    await page.route('**/sandbox/v1/clock', (route) => route.fulfill({json: {data: answer}}));
    const progress = strip.getByRole('progressbar', {name: /^On the way to Sun 28 Feb 2027/});
    await progress.waitFor();
    assert.equal(await progress.evaluate((node) => (node as HTMLProgressElement).value), 0.25);
    await strip.getByText('3 charges, 6 events').waitFor();
    assert.ok(await strip.getByRole('button', {name: '+1 day'}).isDisabled());
    answer = {now: to, offset_seconds: 0, travel: null};
    await progress.waitFor({state: 'detached'});
    assert.ok(await strip.getByRole('button', {name: '+1 day'}).isEnabled());
  });

  it('the button and Escape stop an advance: nothing later is charged, and the keys still work', async () => {
    const shopper = await subscribed(api, {interval_unit: 'DAY'});
    /** A shop that delays its reply to a webhook. The advance of the clock waits for it. */
    const held: ServerResponse[] = [];
    const receiver = await Receiver.start((_, response) => void held.push(response));
    try {
      // Before the clock moves, the first period is paid and its webhook is not sent yet.
      const {status} = await api.call('/sandbox/v1/clock/advance', {body: {by: 'PT0S'}});
      assert.equal(status, 200);
      await endpoint(api, receiver.url);
      await open();
      const button = strip.getByRole('button', {name: 'Stop here'});
      const captured = async () =>
        (await booksOf(api, shopper)).filter(({kind}) => kind === 'capture').map(({period}) => period);
      const stopped = async (stop: () => Promise<void>) => {
        await strip.getByRole('button', {name: '+1 year'}).press('Enter');
        await receiver.until(() => held.length > 0);
        await strip.getByText('On the way to').waitFor();
        const days = passed();
        await stop();
        await strip.getByText('Stopping: what is due is done first').waitFor();
        for (const response of held.splice(0)) response.end();
        await strip.getByText(/Stopped on .*: 1 paid/).waitFor();
        assert.equal(passed(), days);
        assert.deepEqual(
          await captured(),
          Array.from({length: days + 1}, (_, period) => period),
        );
      };
      await stopped(() => button.press('Enter'));
      assert.equal(await head.evaluate((node) => node.matches(':focus')), true, 'the button is gone');
      await stopped(() => page.keyboard.press('Escape'));
      const pressed = strip.getByRole('button', {name: '+1 year'});
      assert.equal(await pressed.evaluate((node) => node.matches(':focus')), true, 'it stays where it was');
      // The request that advances the clock is answered with 409 `clock.stopped`, which the browser logs.
      assert.deepEqual(
        complaints.filter((complaint) => !complaint.includes('409')),
        [],
      );
    } finally {
      await receiver.close();
    }
  });

  it('an advance that another page started can be stopped here', async () => {
    await open();
    const [from, to] = [after(0).toISOString(), after(100).toISOString()];
    let travel: object | null = {from, to, charges: 3};
    await page.route('**/sandbox/v1/clock', (route) =>
      route.fulfill({json: {data: {now: after(25).toISOString(), offset_seconds: 0, travel}}}),
    );
    await page.route('**/sandbox/v1/clock/stop', (route) => {
      travel = null;
      return route.fulfill({json: {data: {}}});
    });
    await strip.getByRole('button', {name: 'Stop here'}).click();
    await strip.getByText('Stopped on Tue 15 Dec 2026: nothing was charged.').waitFor();
  });

  it('reports a clock that cannot be moved, and stays usable', async () => {
    await open();
    await page.route('**/clock/advance', (route) =>
      route.fulfill({
        status: 409,
        json: {data: null, code: 'clock.past', message: 'That instant has passed.'},
      }),
    );
    await strip.getByRole('button', {name: '+1 week'}).click();
    await strip.getByText('That instant has passed.').waitFor();
    await page.unrouteAll();
    await strip.getByRole('button', {name: '+1 week'}).click();
    await strip.getByText('nothing was charged').waitFor();
    assert.equal(passed(), 7);
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`axe finds nothing, ${colorScheme}, also while a time is chosen`, async () => {
      await subscribe();
      await open('subscriptions', {colorScheme});
      await head.focus();
      await page.keyboard.press('PageUp');
      const {violations} = await axeOf(page).analyze();
      assert.deepEqual(
        violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join(', ')}`),
        [],
      );
      assert.deepEqual(complaints, []);
    });
  }
});
