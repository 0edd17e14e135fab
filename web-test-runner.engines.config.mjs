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
const installed = Object.keys(engines).filter(programsOf);
const asked = process.env.ENGINES?.split(',') ?? installed;
for (const name of asked) if (!programsOf(name)) throw new Error(missing(name));

export default {
  ...chromium,
  concurrentBrowsers: 2,
  browsers: asked.map((name) => launchers[name](programsOf(name))),
  reporters: [chromium.reporters[0], countsReporter({byEngine: true})],
};
