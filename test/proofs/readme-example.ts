import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readFileSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {startService} from '../../service/src/index.js';
import {replaced, startReadmeShop, type RunningShop} from '../e2e/support/readme-shop.js';
import type {ProofResult} from './support/proof.js';
import {sizeOf} from './support/size.js';

export const id = 'F7';
export const title = 'the README’s own test, at the README’s own shop, passes every time';

/** As in `test/e2e/playwright.config.ts`, with the time that a busy machine needs. */
const config = (executablePath: string, rounds: number) => `export default {
  testDir: '.', testMatch: 'readme.spec.ts', workers: 2, fullyParallel: true, retries: 0, repeatEach: ${rounds},
  timeout: 240_000, expect: {timeout: 90_000}, reporter: [['json', {outputFile: 'report.json'}]], outputDir: 'results',
  use: {browserName: 'chromium', launchOptions: {executablePath: ${JSON.stringify(executablePath)}}},
};
`;

interface Report {
  readonly stats: {readonly expected: number; readonly unexpected: number; readonly duration: number};
  readonly errors: readonly {readonly message?: string}[];
  readonly suites: readonly {
    readonly specs: readonly {
      readonly tests: readonly {
        readonly results: readonly {readonly error?: {readonly message?: string}}[];
      }[];
    }[];
  }[];
}

export async function run({bar}: {readonly bar: boolean}): Promise<ProofResult> {
  const rounds = sizeOf('CARD_VAULT_ROUNDS', {bar, slice: 10, full: 200});
  const service = await startService({port: 0, fieldsPort: 0, issuerPort: 0, database: 'memory:'});
  const {publicKey: public_key, secretKey: secret_key} = service.keys;
  try {
    const shop = await startReadmeShop({api: service.urls.api, public_key, secret_key});
    try {
      return await runTest(shop, rounds);
    } finally {
      shop.close();
    }
  } finally {
    await service.close();
  }
}

/** Runs the README's own test at its shop. */
async function runTest({address, folder, readme}: RunningShop, rounds: number): Promise<ProofResult> {
  writeFileSync(join(folder, 'readme.spec.ts'), replaced(readme.test, {'http://localhost:3000': address}));
  const {executablePath} = JSON.parse(readFileSync('.cache/browser.json', 'utf8')) as {
    executablePath: string;
  };
  writeFileSync(join(folder, 'playwright.config.mjs'), config(executablePath, rounds));
  const runner = spawn(
    process.execPath,
    [resolve('node_modules/@playwright/test/cli.js'), 'test', '-c', join(folder, 'playwright.config.mjs')],
    {stdio: 'inherit'},
  );
  await once(runner, 'exit');
  const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
  const {expected, unexpected, duration} = report.stats;
  const results = report.suites.flatMap(({specs}) =>
    specs.flatMap(({tests}) => tests.flatMap((one) => one.results)),
  );
  const messages = [...report.errors, ...results.flatMap(({error}) => error ?? [])].map(
    ({message = ''}) => message.split('\n')[0]!,
  );
  const violations = messages.map((message) => `missed: ${message}`);
  if (expected !== rounds) violations.push(`${expected} of ${rounds} runs passed`);
  return {
    lines: [
      `${expected} of ${rounds} runs passed, ${unexpected} missed, by one shopper with one card; ` +
        `${(duration / 1000 / rounds).toFixed(1)} s a run, two at a time`,
    ],
    violations,
  };
}
