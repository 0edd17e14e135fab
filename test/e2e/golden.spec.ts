import {readFileSync} from 'node:fs';
import {expect, test} from '@playwright/test';
import {differencesOf, type Kept} from '../golden/compare.js';
import {goldenFile, goldenGroups, openGolden} from './support/golden.js';

// Where this fails after a change that is meant: `npm run golden`, and read the difference of the files.
for (const group of goldenGroups)
  for (const direction of ['ltr', 'rtl'] as const)
    test(`places, texts and colours are those that are kept: ${group}, ${direction}`, async ({page}) => {
      await openGolden(page);
      const kept = JSON.parse(readFileSync(goldenFile(group), 'utf8')) as Kept;
      const seen = await page.evaluate(([name, way]) => golden.measure(name, way), [
        group,
        direction,
      ] as const);
      expect(Object.keys(seen)).toEqual(Object.keys(kept));
      const changed = Object.entries(seen).flatMap(([state, measured]) =>
        differencesOf(measured, direction, kept[state]!).map((line) => `${state}: ${line}`),
      );
      expect(changed).toEqual([]);
    });
