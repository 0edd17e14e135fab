// Further: a year in the demo's shop; `test/e2e/hosted-checkout.spec.ts` and `test/server/billing.test.ts` charge subscriptions.
import AxeBuilder from '@axe-core/playwright';
import {expect, type Locator, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import type {Demo} from '../../demo/server.js';
import {ledgerOf, sandbox} from './support/sandbox.js';
import {policyViolations, test} from './support/shop.js';

interface Charge {
  readonly token: string;
  readonly period: number;
  readonly due_at: string;
  readonly state: string;
  readonly attempts: readonly {readonly number: number; readonly sent_at: string}[];
}
interface Delivery {
  readonly event: string;
  readonly type: string;
  readonly sequence: number | null;
  readonly subscription: string | null;
  readonly state: string;
}
/** A line of the shop's own log of what it was told. */
interface Told {
  readonly kind: string;
  readonly id?: string;
  readonly type: string;
  readonly sequence?: number;
  readonly subscription?: string;
}

/** The page of the boxes, as its two halves are used. */
class Boxes {
  readonly page: Page;
  readonly demo: Demo;
  readonly own: Locator;
  readonly strip: Locator;

  constructor(page: Page, demo: Demo) {
    this.page = page;
    this.demo = demo;
    this.own = page.getByRole('region', {name: 'Your box'});
    this.strip = page.locator('service-calendar');
  }

  /** Subscribes in the hosted checkout with a card whose bank asks for a code. */
  async subscribe(box: string, number: string): Promise<void> {
    await this.page.goto(`${this.demo.url}/plans`);
    await this.page.getByRole('button', {name: `Choose ${box}`}).click();
    await expect(this.page).toHaveURL(new RegExp(`^${this.demo.service.urls.api}/checkout/`));
    await fillCard(this.page, {number, securityCode: '123'});
    await this.page.getByRole('button', {name: /^Subscribe and pay/}).click();
    await answerStepUp(this.page, '1234');
    // The checkout leads back by itself.
    await this.page.waitForURL(`${this.demo.url}/plans**`);
    await expect(this.own.getByText('On its way')).toBeVisible();
  }

  /** Presses something that sends time ahead, and waits until the page says what came of it. */
  async travel(press: () => Promise<void>): Promise<void> {
    const status = this.strip.getByRole('status');
    const said = (await status.textContent()) ?? '';
    const before = Date.parse((await this.clock()).now);
    await press();
    // Time also passes by itself; no journey here is shorter than that.
    const hasArrived = async () => {
      const {now, travel} = await this.clock();
      return travel === null && Date.parse(now) > before + 3_600_000;
    };
    await expect.poll(hasArrived).toBe(true);
    await expect(status).not.toHaveText(said);
    await expect(status).toHaveText(/\d{4}: (nothing was charged|\d+ paid|\d+ failed)/);
    await expect(this.strip.getByRole('progressbar')).toBeHidden();
  }

  /** To the instant of the next charge, or of the next try. */
  nextCharge(): Promise<void> {
    return this.travel(() => this.strip.getByRole('button', {name: 'Next charge'}).click());
  }

  /** Some months ahead, with the keys of the slider. */
  months(count: number): Promise<void> {
    return this.travel(async () => {
      await this.strip.getByRole('slider', {name: 'The service’s clock'}).focus();
      for (let month = 0; month < count; month++) await this.page.keyboard.press('PageUp');
      await this.page.keyboard.press('Enter');
    });
  }

  async bankSays(text: RegExp): Promise<void> {
    const list = this.page.getByLabel('What the bank says from now on');
    const option = await list.getByRole('option', {name: text}).getAttribute('value');
    const answered = this.page.waitForResponse('**/behind-the-counter/decline');
    await list.selectOption(option);
    expect((await answered).status()).toBe(200);
  }

  async press(name: string): Promise<void> {
    const answered = this.page.waitForResponse('**/plans/change');
    await this.own.getByRole('button', {name, exact: true}).click();
    expect((await answered).status()).toBe(200);
  }

  clock(): Promise<{readonly now: string; readonly travel: unknown}> {
    return sandbox(this.demo, '/sandbox/v1/clock');
  }

  charges(): Promise<Charge[]> {
    return sandbox(this.demo, '/sandbox/v1/charges?limit=100');
  }

  /** By the network's own books: what was taken for each period, in its order. */
  async taken(): Promise<readonly {period: number; captured: number; declined: number}[]> {
    const charges = [...(await this.charges())].sort((a, b) => a.period - b.period);
    return Promise.all(
      charges.map(async ({token, period}) => {
        const lines = await ledgerOf(this.demo, token);
        const captures = lines.filter(({kind, approved}) => kind === 'capture' && approved);
        const declined = lines.filter(({kind, approved}) => kind === 'authorization' && !approved);
        return {period, captured: captures.length, declined: declined.length};
      }),
    );
  }
}

/** What the shop's server answers to a page that asks for the checkout of a plan. */
const subscribingTo = (page: Page, plan: string | null) =>
  page.evaluate(async (plan) => {
    const {status} = await fetch('/card-vault/subscribe', {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({plan}),
    });
    return status;
  }, plan);

/** The shop's own log: what its receiver believed, in the order in which it was told. */
async function toldTo(page: Page): Promise<readonly Told[]> {
  const text = await page.evaluate(() => fetch('/behind-the-counter/log').then((answer) => answer.text()));
  return (JSON.parse(text) as Told[]).reverse();
}

test.use({clockMoves: true});

test.describe('boxes by subscription', () => {
  // One clock for the whole service: these journeys do not share it.
  test.describe.configure({mode: 'serial'});
  test.use({actionTimeout: 20_000});

  test('a year of a monthly box: a month that fails, a pause, a cancel (V1–V5, V18, V19, V21)', async ({
    page,
    demo,
  }) => {
    test.setTimeout(240_000);
    const boxes = new Boxes(page, demo);
    await boxes.subscribe('Monthly box', '4000000000002503');
    await test.step('one box at a time: its offer says so, the others wait, and every amount is written alike', async () => {
      await expect(page.getByText('You have the Monthly box.')).toBeVisible();
      const offers = page.locator('.offers > li');
      const names = ['Choose Weekly box', 'Your box', 'Choose Farm share'];
      for (const [index, name] of names.entries())
        await expect(offers.nth(index).getByRole('button', {name, exact: true})).toBeDisabled();
      await expect(offers.nth(1)).toContainText('$48.00');
      await expect(boxes.own.getByText(/Thank you, \W?\$48\.00\W? paid\.$/)).toBeVisible();
      await expect(page.locator('main')).not.toContainText('USD');
      const size = page.viewportSize()!;
      await page.setViewportSize({width: 320, height: 800});
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
      await page.setViewportSize(size);
      // A page that was changed gets no second box all the same.
      const plan = await offers.nth(0).locator('card-vault-subscribe').getAttribute('plan');
      expect(await subscribingTo(page, plan)).toBe(404);
    });
    const paid = async () => (await boxes.taken()).filter(({captured}) => captured > 0).length;
    expect(await paid()).toBe(1);
    for (let period = 1; period <= 3; period++) await boxes.nextCharge();
    expect(await paid()).toBe(4);

    // A month that fails: declined when due and a day later, paid on the third try.
    await boxes.bankSays(/^Not enough money/);
    // It fails in every save of every shopper, which the drawer says on top.
    await expect(page.locator('#in-force')).toContainText(/•••• \d{4} declines · clock \+\d+ days/);
    await boxes.nextCharge();
    await expect(boxes.own.getByText('Payment is late')).toBeVisible();
    await expect(boxes.own.getByText('We try again on').first()).toBeVisible();
    await boxes.nextCharge();
    await boxes.bankSays(/^What its number says/);
    await boxes.nextCharge();
    await expect(boxes.own.getByText('On its way')).toBeVisible();
    expect((await boxes.taken())[4]).toMatchObject({period: 4, captured: 1, declined: 2});

    // A pause: the month that begins meanwhile is never charged.
    await boxes.press('Pause');
    await expect(boxes.own.getByText('Paused')).toBeVisible();
    await expect(boxes.own.getByRole('button', {name: 'Resume'})).toBeFocused();
    await boxes.months(1);
    await boxes.press('Resume');
    await expect(boxes.own.getByText('On its way')).toBeVisible();
    expect(await paid()).toBe(5);

    // On to the twelfth payment, some months in one journey.
    await boxes.months(4);
    while ((await paid()) < 12) await boxes.nextCharge();

    await boxes.press('Stop after this period');
    await expect(boxes.own.getByText('Ends on')).toBeVisible();
    await boxes.months(2);
    await expect(boxes.own.getByText('Ended', {exact: true})).toBeVisible();
    await expect(page.getByRole('button', {name: 'Choose Monthly box'})).toBeEnabled();
    await expect(page.getByText('You have the Monthly box.')).toBeHidden();
    await boxes.months(2);

    await test.step('V1, V2, V3, V18: each period once, the paused one never, none after the end', async () => {
      const taken = await boxes.taken();
      const charges = [...(await boxes.charges())].sort((a, b) => a.period - b.period);
      expect(taken.map(({period}) => period)).toEqual(taken.map((_, index) => index));
      expect(taken.filter(({captured}) => captured === 1).map(({period}) => period)).toEqual([
        ...[0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12],
      ]);
      expect(charges[5]).toMatchObject({state: 'void', attempts: []});
      expect(taken.every(({captured}) => captured <= 1)).toBe(true);
      for (const {token} of charges) {
        for (const {kind, amount, currency} of await ledgerOf(demo, token)) {
          if (kind === 'capture') expect({amount, currency}).toEqual({amount: 4800, currency: 'USD'});
        }
      }
    });

    await test.step('V19: every date is the anchor plus whole months', async () => {
      const due = [...(await boxes.charges())].sort((a, b) => a.period - b.period);
      const anchor = new Date(due[0]!.due_at);
      for (const {period, due_at: at} of due) {
        const month = new Date(Date.UTC(anchor.getUTCFullYear(), anchor.getUTCMonth() + period + 1, 0));
        const day = Math.min(anchor.getUTCDate(), month.getUTCDate());
        expect(at.slice(0, 10)).toBe(new Date(month.setUTCDate(day)).toISOString().slice(0, 10));
        expect(at.slice(11)).toBe(due[0]!.due_at.slice(11));
      }
    });

    await test.step('V4, V5, V21: every event was sent, verified and believed; nobody was told of anything else', async () => {
      const deliveries = await sandbox<Delivery[]>(demo, '/sandbox/v1/deliveries?limit=200');
      const sent = deliveries.filter(({subscription}) => subscription !== null);
      expect(sent.filter(({state}) => state !== 'delivered')).toEqual([]);
      const told = await toldTo(page);
      expect(told.filter(({kind}) => kind === 'refused' || kind === 'mismatch')).toEqual([]);
      const handled = told.filter(({kind}) => kind === 'done');
      expect(new Set(handled.map(({id}) => id))).toEqual(new Set(sent.map(({event}) => event)));
      expect(handled.map(({sequence}) => sequence)).toEqual(handled.map((_, index) => index + 1));
      const count = (type: string) => handled.filter((one) => one.type === `subscription.${type}`).length;
      expect(
        ['created', 'payment_succeeded', 'payment_failed', 'paused', 'resumed', 'cancelled'].map(count),
      ).toEqual([1, 12, 2, 1, 1, 1]);
    });
    expect(policyViolations(page)).toEqual([]);
  });

  test('months of a weekly box are dragged by; what the shop is told falsely or twice changes nothing', async ({
    page,
    demo,
  }) => {
    test.setTimeout(120_000);
    const boxes = new Boxes(page, demo);
    await boxes.subscribe('Weekly box', '4000000000002503');

    await test.step('the head is dragged, and progress is shown', async () => {
      const head = boxes.strip.getByRole('slider', {name: 'The service’s clock'});
      await head.scrollIntoViewIfNeeded();
      const [knob, line] = [
        (await head.boundingBox())!,
        (await boxes.strip.locator('.track').boundingBox())!,
      ];
      const y = knob.y + knob.height / 2;
      await boxes.travel(async () => {
        await page.mouse.move(knob.x + knob.width / 2, y);
        await page.mouse.down();
        await page.mouse.move(knob.x + knob.width / 2 + line.width * 0.25, y, {steps: 6});
        await page.mouse.up();
        await expect(boxes.strip.getByRole('progressbar')).toBeVisible();
      });
      const weeks = Number(
        /(\d+) paid/.exec((await boxes.strip.getByRole('status').textContent()) ?? '')?.[1],
      );
      expect(weeks).toBeGreaterThanOrEqual(11);
      const taken = await boxes.taken();
      expect(taken.filter(({captured}) => captured === 1).length).toBeGreaterThanOrEqual(weeks + 1);
    });

    await test.step('a message that is not signed is refused and logged, without its body', async () => {
      const forged = JSON.stringify({
        ...{token: 'evt_forged', version: '2.0.0', type: 'subscription.cancelled', sequence: 99},
        ...{data: {subscription: 'sub_x', customer: 'cus_x'}, created_at: {seconds: 1, nanos: 0}},
      });
      const headers = {'content-type': 'application/json', 'x-sfpy-signature': 'ab'.repeat(64)};
      const answer = await page.request.post(`${demo.url}/card-vault/webhooks`, {headers, data: forged});
      expect(answer.status()).toBe(401);
      const [newest] = [...(await toldTo(page))].reverse();
      expect(newest).toMatchObject({kind: 'refused'});
      expect(JSON.stringify(newest)).not.toContain('evt_forged');
      await expect(boxes.own.getByText('On its way')).toBeVisible();
    });

    await test.step('an event that is sent again is handled once', async () => {
      const before = await toldTo(page);
      const deliveries = await sandbox<(Delivery & {token: string})[]>(demo, '/sandbox/v1/deliveries');
      const sent = deliveries.find(({type}) => type === 'subscription.payment_succeeded')!;
      const {keys, urls} = demo.service;
      const again = await fetch(`${urls.api}/sandbox/v1/webhooks/${sent.token}/resend`, {
        method: 'POST',
        headers: {'X-SFPY-MERCHANT-SECRET': keys.secretKey},
      });
      expect(again.status).toBe(200);
      await expect
        .poll(async () => (await toldTo(page)).filter(({id}) => id === sent.event).map(({kind}) => kind))
        .toEqual(['done', 'duplicate']);
      const handled = (told: readonly Told[]) => told.filter(({kind}) => kind === 'done').length;
      expect(handled(await toldTo(page))).toBe(handled(before));
    });

    await test.step('a stolen card ends it at once, and the portal is one click away', async () => {
      await boxes.bankSays(/^Reported stolen/);
      await boxes.nextCharge();
      await expect(boxes.own.getByText('On hold: payment failed')).toBeVisible();
      await expect(boxes.own.getByText('Your boxes stop.')).toBeVisible();
      const {violations} = await new AxeBuilder({page}).options({resultTypes: ['violations']}).analyze();
      expect(violations.map(({id, nodes}) => `${id}: ${nodes.map(({html}) => html).join()}`)).toEqual([]);
      await boxes.own.getByRole('button', {name: 'Card and payments'}).click();
      await expect(page).toHaveURL(new RegExp(`^${demo.service.urls.api}/`));
      await expect(page.getByRole('heading', {level: 1})).toHaveText('Your subscriptions');
    });
    expect(policyViolations(page)).toEqual([]);
  });
});
