import {expect} from '@playwright/test';
import type {FaultRequest} from 'card-vault-service';
import {answerStepUp, fillCard} from 'card-vault/testing';
import {ledgerOf} from './support/sandbox.js';
import {ending, openShop, policyViolations, test} from './support/shop.js';
import {smokeIf} from './support/smoke.js';

const frictionless = '4000000000002701';
const asked = '4000000000002503';
/** In no table of test cards. */
const unpublished = '4000000000000010';

test.afterEach(({demo}) => demo.service.faults.clear());

/** Faults that a shopper gets over without doing anything, and the card that shows it. */
const survived: readonly (readonly [name: string, rules: readonly FaultRequest[], number?: string])[] = [
  ['slow answers', [{kind: 'latency', milliseconds: [50, 250], times: null}]],
  ['a token that expired early', [{kind: 'token-expired', action: 'PAYER_AUTH_ENROLLMENT'}]],
  ['device data that comes late', [{kind: 'device-data-slow', milliseconds: 1500}]],
  ['a bank’s page that comes late', [{kind: 'late-step-up', milliseconds: 800}], asked],
];

for (const [name, rules, number = frictionless] of survived) {
  test(`the journey survives ${name}`, async ({page, demo}) => {
    await openShop(page, demo, {stay: 'on'});
    demo.service.faults.plan({rules});
    await fillCard(page, {number, securityCode: '123'});
    await page.getByRole('button', {name: 'Save card'}).click();
    if (number === asked) await answerStepUp(page, '1234');
    const end = await ending(page);
    expect(end).toMatchObject({outcome: 'saved'});
    expect(demo.service.faults.report().struck.length).toBeGreaterThan(0);
    const ledger = await ledgerOf(demo, end.tracker!);
    expect(ledger.map(({kind, approved}) => [kind, approved])).toEqual([
      ['authorization', true],
      ['reversal', true],
    ]);
  });
}

/**
 * Faults that may cost the shopper a second click, and never a second charge. Where the first attempt always ends in an error, its
 * code is named; the bench of testers expects the same (`demo/shop/bench/cases.ts`).
 */
const retried: readonly (readonly [name: string, rule: FaultRequest, first?: string])[] = [
  ['a 500 at the enrollment', {kind: 'server-error', action: 'PAYER_AUTH_ENROLLMENT'}, 'service-unavailable'],
  ['a reply to the enrollment that is lost', {kind: 'dropped-reply', action: 'PAYER_AUTH_ENROLLMENT'}],
  ['a reply to the authorization that is lost', {kind: 'dropped-reply', action: 'AUTHORIZATION'}],
  [
    'a time-out before the authorization',
    {kind: 'timeout-before', action: 'AUTHORIZATION', milliseconds: 100},
  ],
  ['a time-out after the authorization', {kind: 'timeout-after', action: 'AUTHORIZATION', milliseconds: 100}],
  ['a capture context that expired early', {kind: 'capture-context-expired'}],
  ['a transient token that expired early', {kind: 'transient-token-expired'}],
];

for (const [name, rule, first] of retried) {
  test(`${name}: saved in the end, and nothing stays held${smokeIf(name === 'a 500 at the enrollment')}`, async ({
    page,
    demo,
  }) => {
    await openShop(page, demo, {stay: 'on'});
    demo.service.faults.plan({rules: [rule]});
    const save = async () => {
      await fillCard(page, {number: frictionless, securityCode: '123'});
      await page.getByRole('button', {name: 'Save card'}).click();
    };
    await save();
    let end = await ending(page);
    if (first) expect(end).toMatchObject({outcome: 'error', code: first, retryable: true});
    if (end.outcome !== 'saved') {
      expect(end.outcome, 'a clear end that can be tried again').toBe('error');
      const again = page.locator('card-vault').getByRole('button', {name: /try again/i});
      if (await again.isVisible()) await again.click();
      await save();
      end = await ending(page, 2);
    }
    expect(end.outcome).toBe('saved');
    expect(demo.service.faults.report().struck).toHaveLength(1);
    const ledger = await ledgerOf(demo, end.tracker!);
    expect(ledger.filter(({kind}) => kind === 'authorization')).toHaveLength(1);
    expect(ledger.filter(({kind, approved}) => kind === 'reversal' && approved)).toHaveLength(1);
  });
}

// shows: peers 90
test('the drawer switches faults on, says what struck, and switches them off; it knows the test cards @smoke', async ({
  page,
  demo,
}) => {
  await openShop(page, demo, {stay: 'on'});
  await page.getByLabel('What goes wrong next').selectOption('The time-based token expires early');
  await expect(page.getByText('Nothing has struck yet.')).toBeVisible();
  await fillCard(page, {number: unpublished, securityCode: '123'});
  await page.getByRole('button', {name: 'Save card'}).click();
  expect((await ending(page)).outcome).toBe('saved');
  await expect(page.getByText('Struck: token-expired.')).toBeVisible();
  await expect(page.getByText(/^No published test card: the bank agrees/)).toBeVisible();
  const numberOf = async (scenario: string) => {
    await page.getByLabel('What should happen').selectOption(scenario);
    return page.locator('#test-number').textContent();
  };
  expect(await numberOf('The documented failure card')).toBe('4456 5300 0000 1013');
  expect(await numberOf('The code is right (earlier 2.9)')).toBe('4000 0000 0000 1091');
  await page.getByRole('radio', {name: 'Mastercard'}).check();
  expect(await page.locator('#test-number').textContent()).toBe('5200 0000 0000 1096');
  await page.getByLabel('Or five faults from a seed').fill('42');
  await page.getByRole('button', {name: 'Draw'}).click();
  await expect(page.getByText(/^Seed 42: /)).toBeVisible();
  await page.getByLabel('What goes wrong next').selectOption('Nothing');
  await expect(page.getByText('All goes well.')).toBeVisible();
  expect(demo.service.faults.report().rules).toEqual([]);
  expect(policyViolations(page)).toEqual([]);
});
