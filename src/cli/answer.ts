import {printable} from '../protocol/printable.js';
import {readOptions, usage, UsageError} from './check/options.js';
import {isAllRight, writeReport} from './check/report.js';
import {runChecks, type Surroundings} from './check/run.js';
import {policyText, policyUsage} from './policy.js';

/**
 * Output of the command, and its exit code: 2 is printed on standard error, the others on standard output.
 */
export interface Answer {
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

const help = [
  'Usage: card-vault check <address of the session route>   (see card-vault check --help)',
  '       card-vault policy <address of the service>        (see card-vault policy --help)',
  '',
  'The payment service for development and tests is a package of its own:',
  '',
  '  npm install --save-dev card-vault-service',
  '  npx card-vault-service',
].join('\n');

/** Answers `npx card-vault …`. `service` started the service while both packages were one. */
export async function answer(args: readonly string[], surroundings: Surroundings): Promise<Answer> {
  const [command, ...rest] = args;
  if (command === 'check' && !rest.includes('--help')) return check(rest, surroundings);
  if (command === 'check') return {exitCode: 0, text: usage};
  if (command === 'policy') return rest.includes('--help') ? {exitCode: 0, text: policyUsage} : policy(rest);
  if (command === undefined || args.includes('--help')) return {exitCode: 0, text: help};
  if (command !== 'service')
    return {exitCode: 2, text: `card-vault: there is no command "${printable(command)}". See --help.`};
  const moved = ['npx card-vault-service', ...rest].join(' ');
  return {
    exitCode: 2,
    text:
      'card-vault: the service is a package of its own now, card-vault-service.\n' +
      `Install it with: npm install --save-dev card-vault-service\nThen run:        ${moved}`,
  };
}

function policy(args: readonly string[]): Answer {
  try {
    return {exitCode: 0, text: policyText(args)};
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {exitCode: 2, text: `card-vault policy: ${error.message}. See card-vault policy --help.`};
  }
}

async function check(args: readonly string[], surroundings: Surroundings): Promise<Answer> {
  try {
    const options = readOptions(args);
    const report = await runChecks(options, surroundings);
    return {exitCode: isAllRight(report.findings) ? 0 : 1, text: writeReport(report, options.json)};
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {exitCode: 2, text: `card-vault check: ${error.message}. See card-vault check --help.`};
  }
}
