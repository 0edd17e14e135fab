import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ledgerOf} from './support/sandbox.js';
import {ending, openShop, test, type Ending} from './support/shop.js';
import {smokeIf} from './support/smoke.js';

const challenged = {number: '4000000000002503', securityCode: '123'};

/** Five ways a step-up can end, and what the page must hear. */
const ways: {
  name: string;
  act(page: Page): Promise<void>;
  expected: Partial<Ending>;
}[] = [
  {name: 'the right code', act: (page) => answerStepUp(page, '1234'), expected: {outcome: 'saved'}},
  {
    name: 'wrong codes to the end',
    act: async (page) => {
      for (const code of ['0000', '0001', '0002'] as const) await answerStepUp(page, code);
    },
    expected: {outcome: 'stopped', reason: 'failed', cause: 'issuer-declined'},
  },
  {
    name: "cancelled on the bank's page",
    act: (page) => answerStepUp(page, 'cancel'),
    expected: {outcome: 'stopped', reason: 'cancelled', cause: 'cancelled-at-issuer'},
  },
  {
    name: 'closed by the shopper',
    act: async (page) => {
      await page.getByRole('dialog').getByRole('button', {name: 'Close without saving'}).click();
    },
    expected: {outcome: 'stopped', reason: 'cancelled', cause: 'closed-by-shopper'},
  },
  {
    name: 'silence until the limit',
    // The page's own clock is moved past the ten minutes; nobody waits for them.
    act: (page) => page.clock.fastForward('10:01'),
    expected: {outcome: 'stopped', reason: 'timed-out', cause: 'step-up-limit'},
  },
];

for (const {name, act, expected} of ways) {
  // shows: peers 38
  test(`step-up: ${name}; the next save on the page works${smokeIf(name === ways[0]!.name)}`, async ({
    page,
    demo,
  }) => {
    await page.clock.install();
    await openShop(page, demo, {verification: 'off'});
    await fillCard(page, challenged);
    await page.getByRole('button', {name: 'Save card'}).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await act(page);

    const end = await ending(page);
    expect(end).toMatchObject(expected);
    await expect(page.getByRole('dialog')).toBeHidden();
    if (end.outcome === 'saved') return;
    expect(await ledgerOf(demo, end.tracker!), 'nothing is authorized').toEqual([]);

    await fillCard(page, {number: '4000000000002701', securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    const next = await ending(page, 2);
    expect(next.outcome).toBe('saved');
    expect(next.tracker).not.toBe(end.tracker);
  });
}
