import {join} from 'node:path';
import type {Browser} from '@playwright/test';

/** Where pictures for a look by eye are drawn. */
export const sheetFolder = join('.cache', 'contact-sheets');

export interface Shot {
  readonly name: string;
  /** Base64 of a PNG. */
  readonly image: string;
}

/** Draws pictures side by side into one. */
export async function drawSheet(from: Browser, name: string, shots: readonly Shot[]): Promise<void> {
  const path = join(sheetFolder, `${name}.png`);
  const page = await from.newPage({viewport: {width: 1640, height: 800}});
  const figures = shots.map(
    ({name: title, image}) =>
      `<figure><figcaption>${title}</figcaption><img src="data:image/png;base64,${image}"></figure>`,
  );
  await page.setContent(`<!doctype html><style>
    body { margin: 16px; columns: 4; font: 13px sans-serif; background: #8a8f98; }
    figure { margin: 0 0 16px; break-inside: avoid; } img { max-width: 100%; display: block; }
  </style>${figures.join('')}`);
  await page.screenshot({path, fullPage: true});
  await page.close();
  console.log(`${path}: ${shots.length} states`);
}
