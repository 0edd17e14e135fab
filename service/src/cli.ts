#!/usr/bin/env node
/** The command `card-vault-service`. */
import {helpText, readCommand, type Command} from './cli/arguments.js';
import {lineWriter} from './cli/lines.js';
import {runBeside} from './cli/run.js';
import {startService} from './index.js';
import {developmentKeys, type Service} from './options.js';

/**
 * Names of errors whose message is for the user of the command. Any other error is a bug and is printed
 * with its stack.
 */
const userErrors = new Set(['OptionError', 'FolderInUseError', 'VaultError', 'RangeError', 'TransferError']);

function exitWith(error: unknown): never {
  const isUserError = error instanceof Error && userErrors.has(error.name);
  process.stderr.write(
    `card-vault: ${isUserError ? error.message : ((error as Error).stack ?? String(error))}\n`,
  );
  process.exit(isUserError ? 2 : 1);
}

/** Prints the addresses and the keys, but no secret in production: what is printed ends up in a log. */
function announce(
  {urls, listening, keys}: Service,
  {json, options}: Extract<Command, {name: 'service'}>,
): void {
  if (options.role === 'worker') {
    const line = json
      ? JSON.stringify({role: 'worker', health: listening.api})
      : `card-vault worker\n  health  ${listening.api}`;
    process.stdout.write(`${line}\n`);
    return;
  }
  if (json) {
    const line = {
      api: urls.api,
      fields: urls.fields,
      issuer: urls.issuer,
      ...(urls.hosted !== urls.api && {hosted: urls.hosted}),
      ...(urls.api !== listening.api && {listening}),
      ...(options.rehearse && {rehearsal: options.rehearse}),
      public_key: keys.publicKey,
      ...(!options.production && {secret_key: keys.secretKey, webhook_secret: keys.webhookSecret}),
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  process.stdout.write(
    `card-vault service\n  api     ${urls.api}\n  fields  ${urls.fields}\n  issuer  ${urls.issuer}\n`,
  );
  if (urls.hosted !== urls.api) process.stdout.write(`  pages   ${urls.hosted}\n`);
  if (urls.api !== listening.api) {
    const {api, fields, issuer, hosted} = listening;
    const addresses = [...new Set([api, fields, issuer, hosted])];
    process.stdout.write(`  listens on ${addresses.join(', ')}\n`);
  }
  const {webhookUrl, production, rehearse} = options;
  if (rehearse)
    process.stdout.write(`  rehearsal: answers as the recorded service, signs events as ${rehearse}\n`);
  if (webhookUrl) process.stdout.write(`  events  ${webhookUrl}\n`);
  if (!production) process.stdout.write('  for development, events may be sent to this machine too\n');
  if (keys.secretKey !== developmentKeys.secretKey) return;
  process.stdout.write(
    `  keys for development, refused with --production:\n    secret key      ${keys.secretKey}\n` +
      `    public key      ${keys.publicKey}\n    webhook secret  ${keys.webhookSecret}\n`,
  );
}

/** Shuts down gracefully at the first signal, and at once at the second; or when a command beside the service ends. */
function closeInTime(service: Service, commands: readonly string[]): void {
  let isClosing = false;
  const close = (code: number) => {
    if (isClosing) process.exit(1);
    isClosing = true;
    beside.stop();
    service.close().then(() => process.exit(code), exitWith);
  };
  const beside = runBeside(commands, service, close);
  process.on('SIGTERM', () => close(0));
  process.on('SIGINT', () => close(0));
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command.name === 'help') {
    process.stdout.write(`${helpText()}\n`);
    return;
  }
  for (const warning of command.warnings ?? []) process.stderr.write(`card-vault: ${warning}\n`);
  const log = lineWriter(process.stderr);
  if (command.name !== 'service') {
    const {transfer} = await import('./edges/transfer/command.js');
    process.stdout.write(`${await transfer(command, log)}\n`);
    return;
  }
  const service = await startService({...command.options, log});
  closeInTime(service, command.run ?? []);
  announce(service, command);
}

main().catch(exitWith);
