// The page rooms' suites in the engines beside Chromium. `ENGINES=firefox` picks one of them.
import * as puppeteer from 'puppeteer-core';
import {chromeLauncher} from '@web/test-runner-chrome';
import {countsReporter} from './tools/counts-reporter.mjs';
import {engines, missing, programsOf} from './tools/engines/found.mjs';
import {webkitLauncher} from './tools/engines/webkit-launcher.mjs';
import chromium from './web-test-runner.config.mjs';

const launchers = {
  firefox: ({browser}) =>
    chromeLauncher({
      puppeteer,
      launchOptions: {browser: 'firefox', executablePath: browser, headless: true},
      concurrency: 1,
    }),
  webkit: () => webkitLauncher({concurrency: 1}),
};
const asked = process.env.ENGINES?.split(',') ?? Object.keys(engines);
const absent = asked.filter((name) => !programsOf(name));
for (const name of absent) console.log(`\n── ${missing(name)}`);
if (absent.length === asked.length && !process.env.CI) process.exit(0);

export default {
  ...chromium,
  concurrentBrowsers: 2,
  browsers: asked.filter((name) => !absent.includes(name)).map((name) => launchers[name](programsOf(name))),
  reporters: [chromium.reporters[0], countsReporter({absent: absent.map(missing), byEngine: true})],
};
