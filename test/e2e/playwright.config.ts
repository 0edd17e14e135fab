import {existsSync, readFileSync} from 'node:fs';
import {defineConfig} from '@playwright/test';

const found = new URL('../../.cache/browser.json', import.meta.url);
const executablePath = existsSync(found)
  ? (JSON.parse(readFileSync(found, 'utf8')) as {executablePath: string}).executablePath
  : undefined;

export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: {timeout: 90_000},
  forbidOnly: true,
  retries: 0,
  reporter: [[process.env.CI ? 'dot' : 'list'], ['../../tools/counts-playwright.mjs']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath,
      args: [
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
});
