import {printable} from '../protocol/printable.js';
import {UsageError} from './arguments.js';
import {readOptions, usage} from './check/options.js';
import {isAllRight, writeReport, type Report} from './report.js';
import {runChecks, type Surroundings} from './check/run.js';
import {contractUsage, readContractOptions} from './contract/options.js';
import {runContract} from './contract/run.js';
import {policyText, policyUsage} from './policy.js';

/**
 * Output of the command, and its exit code: 2 is printed on standard error, the others on standard output.
 */
export interface Answer {
  readonly exitCode: 0 | 1 | 2;
  readonly text: string;
}

interface Command {
  /** Whose address the first argument is. */
  readonly of: string;
  readonly usage: string;
  /** @throws UsageError */
  readonly run: (args: readonly string[], surroundings: Surroundings) => Answer | Promise<Answer>;
}

const reported = (report: Report, json: boolean): Answer => ({
  exitCode: isAllRight(report.findings) ? 0 : 1,
  text: writeReport(report, json),
});

const commands: Readonly<Record<string, Command>> = {
  check: {
    of: 'the session route',
    usage,
    run: async (args, surroundings) => {
      const options = readOptions(args);
      return reported(await runChecks(options, surroundings), options.json);
    },
  },
  contract: {
    of: 'the session route',
    usage: contractUsage,
    run: async (args, {fetch}) => {
      const {json, ...options} = readContractOptions(args);
      return reported(await runContract({...options, fetch}), json);
    },
  },
  policy: {
    of: 'the service',
    usage: policyUsage,
    run: (args) => ({exitCode: 0, text: policyText(args)}),
  },
};

const help = [
  ...Object.entries(commands).map(([name, {of}], index) => {
    const call = `${index === 0 ? 'Usage:' : '      '} card-vault ${name} <address of ${of}>`;
    return `${call.padEnd(58)} (see card-vault ${name} --help)`;
  }),
  '',
  'The payment service for development and tests is a package of its own:',
  '',
  '  npm install --save-dev card-vault-service',
  '  npx card-vault-service',
].join('\n');

/** Answers `npx card-vault …`. `service` started the service while both packages were one. */
export async function answer(args: readonly string[], surroundings: Surroundings): Promise<Answer> {
  const [name, ...rest] = args;
  const command = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (name !== undefined && command) return run(name, command, rest, surroundings);
  if (name === undefined || args.includes('--help')) return {exitCode: 0, text: help};
  if (name !== 'service')
    return {exitCode: 2, text: `card-vault: there is no command "${printable(name)}". See --help.`};
  const moved = ['npx card-vault-service', ...rest].join(' ');
  return {
    exitCode: 2,
    text:
      'card-vault: the service is a package of its own now, card-vault-service.\n' +
      `Install it with: npm install --save-dev card-vault-service\nThen run:        ${moved}`,
  };
}

async function run(
  name: string,
  command: Command,
  args: readonly string[],
  surroundings: Surroundings,
): Promise<Answer> {
  if (args.includes('--help')) return {exitCode: 0, text: command.usage};
  try {
    return await command.run(args, surroundings);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return {
      exitCode: 2,
      text: `card-vault ${name}: ${error.message}. See card-vault ${name} --help.`,
    };
  }
}
