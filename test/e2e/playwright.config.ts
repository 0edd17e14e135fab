import {existsSync, readFileSync} from 'node:fs';
import {setFlagsFromString} from 'node:v8';
import {defineConfig} from '@playwright/test';

const found = new URL('../../.cache/browser.json', import.meta.url);
const executablePath = existsSync(found)
  ? (JSON.parse(readFileSync(found, 'utf8')) as {executablePath: string}).executablePath
  : undefined;

// Every worker reads this file. As in `tools/test/test.mjs`: optimising the database engine's code costs each two seconds.
setFlagsFromString('--liftoff-only');

/** One serial file, which begins with the others instead of keeping one worker busy after them. */
const longest = /plans\.spec\.ts$/;

export default defineConfig({
  testDir: '.',
  outputDir: '../../.cache/e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 240_000,
  expect: {timeout: 90_000},
  forbidOnly: true,
  retries: 0,
  reporter: [[process.env.CI ? 'dot' : 'list'], ['../../tools/test/counts-playwright.mjs']],
  projects: [
    {name: 'longest', testMatch: longest},
    {name: 'rest', testIgnore: longest},
  ],
  use: {
    browserName: 'chromium',
    // A tenth less processor time. Files that look at what moves undo it.
    contextOptions: {reducedMotion: 'reduce'},
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
