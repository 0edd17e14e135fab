/** What the command prints, and its exit code: 0 is printed on standard output, all others on standard error. */
export interface Answer {
  readonly exitCode: 0 | 2;
  readonly text: string;
}

const help = [
  'Usage: card-vault service',
  '',
  'card-vault is installed in a shop and has nothing to run yet. The payment service for development and tests is a',
  'package of its own:',
  '',
  '  npm install --save-dev card-vault-service',
  '  npx card-vault-service',
].join('\n');

/** Answers `npx card-vault …`. `service` started the service while both packages were one. */
export function answer(args: readonly string[]): Answer {
  const [command, ...rest] = args;
  if (command === undefined || args.includes('--help')) return {exitCode: 0, text: help};
  if (command !== 'service')
    return {exitCode: 2, text: `card-vault: there is no command "${command}". See --help.`};
  const moved = ['npx card-vault-service', ...rest].join(' ');
  return {
    exitCode: 2,
    text:
      'card-vault: the service is a package of its own now, card-vault-service.\n' +
      `Install it with: npm install --save-dev card-vault-service\nThen run:        ${moved}`,
  };
}
