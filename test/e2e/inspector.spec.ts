import AxeBuilder from '@axe-core/playwright';
import {expect, type Page} from '@playwright/test';
import {answerStepUp, fillCard, keepTraceOf, testCard} from 'card-vault/testing';
import type {Trace} from '../../src/inspector/index.js';
import {test} from './support/shop.js';

const traceOf = (page: Page): Promise<Trace> =>
  page
    .locator('card-vault-inspector')
    .evaluate((inspector) => (inspector as unknown as {trace: Trace}).trace);

const fileOf = (trace: unknown) => ({
  ...{name: 'trace.json', mimeType: 'application/json'},
  buffer: Buffer.from(JSON.stringify(trace)),
});

test('the inspector shows a save with a step-up, finds what is searched for, and passes the axe rules', async ({
  page,
  demo,
}, {outputDir}) => {
  await page.goto(`${demo.url}/?stay=on`);
  const inspector = page.locator('card-vault-inspector');
  const card = testCard('2.9');
  await fillCard(page, card);
  await page.getByRole('button', {name: 'Save card', exact: true}).click();
  await answerStepUp(page, '1234');
  await expect(inspector.locator('.summary')).toContainText('Saved: visa. REQUIRED, ECI 05');
  for (const said of [
    'Step-up: the bank asks',
    'card-vault-step-up-close, dialog, returned',
    '/order/payments/v3/…',
  ])
    await expect(inspector.locator('li', {hasText: said}).first()).toBeVisible();
  const trace = await traceOf(page);
  const loaded = trace.entries.flatMap((entry) => (entry.kind === 'frame' ? [entry.frame] : []));
  expect(loaded.slice(-3)).toEqual(['hidden', 'shell', 'bank']);
  const scripts = trace.entries.flatMap((entry) => (entry.kind === 'request' ? [entry.path] : []));
  expect(scripts.filter((path) => path.endsWith('flex-microform.js'))).toHaveLength(1);
  const text = JSON.stringify(trace);
  expect(text).not.toContain(card.number);
  expect(text).not.toContain(card.number.slice(-8));
  expect(text).not.toContain('pm_');
  expect(text.length).toBeLessThan(50_000);

  await inspector.getByRole('combobox', {name: 'Show'}).selectOption('Requests');
  await expect(inspector.locator('li[data-kind="state"]').first()).toBeHidden();
  await inspector.getByRole('searchbox').fill('/complete');
  await expect(inspector.locator('li:visible')).toHaveCount(1);
  await inspector.getByRole('searchbox').fill('');
  await inspector.getByRole('combobox', {name: 'Show'}).selectOption('Everything');

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({colorScheme});
    for (const width of [1280, 320]) {
      await page.setViewportSize({width, height: 800});
      await inspector.screenshot({path: `${outputDir}/inspector-${colorScheme}-${width}.png`});
      const wide = await inspector.evaluate(({scrollWidth, clientWidth}) => scrollWidth - clientWidth);
      expect(wide, `${width}`).toBeLessThanOrEqual(0);
    }
    const {violations} = await new AxeBuilder({page}).include('card-vault-inspector').analyze();
    expect(violations.map(({id, nodes}) => [id, nodes[0]?.html])).toEqual([]);
  }
});

test('a trace that is opened is shown; another one tells where the two parted; what is none is refused', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/?stay=on`);
  const inspector = page.locator('card-vault-inspector');
  const save = async (id: '2.1' | '2.2') => {
    await fillCard(page, testCard(id));
    await page.getByRole('button', {name: 'Save card', exact: true}).click();
    await expect(inspector.locator('.summary')).toContainText(id === '2.1' ? 'Saved' : 'Stopped (failed)');
    return traceOf(page);
  };
  const declined = await save('2.2');
  await page.reload();
  const saved = await save('2.1');
  const input = inspector.locator('input[type="file"]');
  const choose = async (button: string, given: unknown) => {
    const chooser = page.waitForEvent('filechooser');
    await inspector.getByRole('button', {name: button}).click();
    await (await chooser).setFiles(fileOf(given));
  };
  await expect(input).toBeHidden();
  await choose('Open trace', declined);
  await expect(inspector.locator('.summary')).toContainText('Stopped (failed): the bank said no.');
  await choose('Compare', saved);
  await expect(inspector.locator('.note')).toContainText('After “Enrollment: does the bank ask?');
  await expect(inspector.locator('.parting')).toContainText('Stopped');
  await choose('Open trace', {...saved, dropped: 'none'});
  await expect(inspector.locator('.note')).toContainText('`dropped` must be number');
});

test('the console opens the inspector by one call, under the shop’s own policy @smoke', async ({
  page,
  demo,
}) => {
  await page.goto(`${demo.url}/`);
  await page.locator('aside.drawer').evaluate((drawer) => drawer.remove());
  await page.evaluate(async () => {
    const address = '/assets/card-vault-inspector.js';
    const {openInspector} = (await import(address)) as {openInspector(): HTMLElement};
    openInspector();
    openInspector();
  });
  const inspector = page.locator('card-vault-inspector');
  await expect(inspector).toHaveCount(1);
  await expect(inspector.locator('li', {hasText: 'Fields are live'})).toBeVisible();
  await inspector.getByRole('button', {name: 'Close'}).click();
  await expect(inspector).toHaveCount(0);
});

test('a test that fails has the trace of its element attached, also after a redirect, and one that passes has none', async ({
  page,
  demo,
}) => {
  const attachTrace = await keepTraceOf(page);
  await page.goto(`${demo.url}/?stay=on&step-up=redirect`);
  await fillCard(page, testCard('2.9'));
  await page.getByRole('button', {name: 'Save card', exact: true}).click();
  await answerStepUp(page, '1234');
  await expect(page.locator('card-vault-inspector .summary')).toContainText('Saved: visa');
  const attached: string[] = [];
  const attach = async (name: string, {body}: {body: string}) => void attached.push(name, body);
  await attachTrace({status: 'passed', expectedStatus: 'passed', attach});
  expect(attached).toEqual([]);
  await expect
    .poll(async () => {
      attached.length = 0;
      await attachTrace({status: 'failed', expectedStatus: 'passed', attach});
      return attached[1];
    })
    .toContain('"outcome":"saved"');
  expect(attached[0]).toBe('card-vault-trace.json');
  expect(attached[1]).toContain('"state":"stepping-up"');
  expect(attached[1]).not.toContain(testCard('2.9').number);
});
