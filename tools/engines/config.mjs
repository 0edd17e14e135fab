// The page rooms' suites in the engines beside Chromium.
import * as puppeteer from 'puppeteer-core';
import {chromeLauncher} from '@web/test-runner-chrome';
import chromium from '../../web-test-runner.config.mjs';
import {missing, programsOf} from './found.mjs';
import {gapsReporter} from './gaps-reporter.mjs';
import {webkitLauncher} from './webkit-launcher.mjs';

const launchers = {
  firefox: ({browser}) =>
    chromeLauncher({
      puppeteer,
      launchOptions: {browser: 'firefox', executablePath: browser, headless: true},
      concurrency: 1,
    }),
  webkit: () => webkitLauncher({concurrency: 1}),
};

/** The configuration of web-test-runner for one engine. */
export function engineConfig(name) {
  const programs = programsOf(name);
  if (!programs) throw new Error(missing(name));
  return {
    ...chromium,
    browsers: [launchers[name](programs)],
    reporters: [...chromium.reporters, gapsReporter()],
  };
}
