import {existsSync, readFileSync} from 'node:fs';
import {defaultReporter} from '@web/test-runner';
import {playwrightLauncher} from '@web/test-runner-playwright';
import {esbuildPlugin} from '@web/dev-server-esbuild';
import {countsReporter} from './tools/test/counts-reporter.mjs';
import {bundledLibraries} from './tools/test/engines/bundled-libraries.mjs';
import {providedReact} from './tools/test/engines/provided-react.mjs';

const found = '.cache/browser.json';
const {executablePath} = existsSync(found) ? JSON.parse(readFileSync(found, 'utf8')) : {};

export default {
  files: 'test/{protocol,flow,adapter,gateways,element,inspector,react,vue,testing}/**/*.test.ts',
  // `npm run coverage`: which branches of the element and the flow are run.
  coverage: Boolean(process.env.CARD_VAULT_COVERAGE),
  coverageConfig: {
    include: ['src/element/**/*.ts', 'src/flow/**/*.ts'],
    reporters: ['json-summary', 'lcovonly'],
    reportDir: '.cache/coverage',
  },
  nodeResolve: {exportConditions: ['development', 'browser', 'default']},
  concurrency: 2,
  browsers: [playwrightLauncher({product: 'chromium', launchOptions: {executablePath}})],
  plugins: [
    providedReact(),
    bundledLibraries(),
    esbuildPlugin({
      ts: true,
      tsx: true,
      tsconfig: './tsconfig.json',
      define: {'process.env.NODE_ENV': '"development"'},
    }),
  ],
  mimeTypes: {'**/*.ts': 'js', '**/*.tsx': 'js'},
  // What hangs ends in the end; a busy machine is given the time it needs.
  testFramework: {config: {timeout: 120_000}},
  browserStartTimeout: 120_000,
  testsStartTimeout: 120_000,
  testsFinishTimeout: 600_000,
  reporters: [
    defaultReporter({reportTestProgress: !process.env.CI && process.stdout.isTTY}),
    countsReporter(),
  ],
};
