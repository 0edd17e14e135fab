// The page rooms' suites in the engines beside Chromium. `ENGINES=firefox` picks one of them.
import * as puppeteer from 'puppeteer-core';
import {chromeLauncher} from '@web/test-runner-chrome';
import chromium from '../../../web-test-runner.config.mjs';
import {engines, lacks, missing, programsOf} from './found.mjs';
import {gapsReporter} from './gaps-reporter.mjs';
import {webkitLauncher} from './webkit-launcher.mjs';

const launchers = {
  // To report each of the thousands of requests for modules takes Firefox a third of its time.
  firefox: ({browser}) =>
    chromeLauncher({
      puppeteer,
      launchOptions: {browser: 'firefox', executablePath: browser, headless: true, networkEnabled: false},
      concurrency: 1,
    }),
  webkit: () => webkitLauncher({concurrency: 1}),
};
const asked = process.env.ENGINES?.split(',') ?? Object.keys(engines);
const installed = asked.filter(programsOf);
for (const name of asked) if (lacks(name)) console.log(missing(name));
if (installed.length === 0) throw new Error('No engine beside Chromium is installed.');

export default {
  ...chromium,
  coverage: false,
  concurrentBrowsers: installed.length,
  browsers: installed.map((name) => launchers[name](programsOf(name))),
  reporters: [...chromium.reporters, gapsReporter()],
};
