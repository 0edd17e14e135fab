import {existsSync, readFileSync} from 'node:fs';

const found = '.cache/browser.json';

/** The browser that the set-up has found; Playwright's own where it has found none. */
export const ownBrowser = (existsSync(found) ? JSON.parse(readFileSync(found, 'utf8')) : {}) as {
  readonly executablePath?: string;
};
