import {expect} from '@playwright/test';
import {differencesOf} from '../golden/compare.js';
import {readKept, readReaders} from '../golden/kept.js';
import {goldenGroups, openGolden, surfacesOf, treeText} from './support/golden.js';
import {test} from './support/worker.js';
import {smokeIf} from './support/smoke.js';

/** The others' states have tests of their own in the rooms: `test/element`. */
const quick: readonly string[] = ['entry', 'list'];

// Where this fails after a change that is meant: `npm run golden`, and read the difference of the files.
for (const group of goldenGroups)
  for (const direction of ['ltr', 'rtl'] as const) {
    // shows: time 81
    test(`what is seen and said is what is kept: ${group}, ${direction}${smokeIf(direction === 'ltr' && quick.includes(group))}`, async ({
      page,
    }) => {
      await openGolden(page);
      const kept = readKept(goldenGroups)[group]!;
      const seen = await page.evaluate(([name, way]) => golden.measure(name, way), [
        group,
        direction,
      ] as const);
      expect(Object.keys(seen)).toEqual(Object.keys(kept));
      const changed = Object.entries(seen).flatMap(([state, measured]) =>
        differencesOf(measured, direction, kept[state]!).map((line) => `${state}: ${line}`),
      );
      expect(changed).toEqual([]);
      if (direction === 'rtl') return;
      const told = Object.entries(seen).map(([state, {light}]) => [state, light.tree] as const);
      const before = Object.entries(kept).map(([state, {tree}]) => [state, tree] as const);
      expect(treeText(Object.fromEntries(told))).toBe(treeText(Object.fromEntries(before)));
    });

    // shows: wcag 1.1.1 1.3.2 1.4.11 2.4.6 2.5.3 2.5.8 3.3.3
    test(`axe finds nothing in light and dark: ${group}, ${direction}`, async ({page}) => {
      await openGolden(page);
      const found = await page.evaluate(([name, way]) => golden.violations(name, way), [
        group,
        direction,
      ] as const);
      expect(found).toEqual([]);
    });
  }

test('each variable of the looks changes the surfaces that are kept of it, and one at least', async ({
  page,
}) => {
  await openGolden(page);
  const seen = surfacesOf(await page.evaluate(() => golden.readers()));
  expect(seen).toEqual(readReaders());
  expect(Object.keys(seen).filter((name) => seen[name]!.length === 0)).toEqual([]);
});

test('forced colours leave what waits to be seen: a spinner’s gap, and the shape of the bank’s page', async ({
  page,
}) => {
  await page.emulateMedia({forcedColors: 'active'});
  await openGolden(page);
  const seen = await page.evaluate(async () => {
    const looks: {gap: boolean; shape: string | undefined}[] = [];
    for (const state of ['the card is sent', "the bank's page loads"])
      await golden.show('saving', state, 'ltr', (scheme) => {
        if (scheme !== 'light') return;
        const root = document.querySelector('card-vault')!.shadowRoot!;
        const spinner = getComputedStyle(root.querySelector('[part~="spinner"]')!);
        const room = root.querySelector('[part~="step-up-loading"]');
        looks.push({
          gap: spinner.borderRightColor !== spinner.borderLeftColor,
          shape: room ? getComputedStyle(room).backgroundImage.split('(')[0] : undefined,
        });
      });
    return looks;
  });
  expect(seen).toEqual([
    {gap: true, shape: undefined},
    {gap: true, shape: 'linear-gradient'},
  ]);
});
