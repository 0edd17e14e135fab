#!/usr/bin/env node
import {helpText, readCommand} from './cli/arguments.js';
import type {Command} from './cli/arguments.js';
import {lineWriter} from './cli/lines.js';
import {startService} from './index.js';
import {developmentKeys} from './options.js';
import type {Service} from './options.js';

/** Errors whose message is for the user of the command; any other error is a bug and keeps its stack. */
const forPeople = new Set(['OptionError', 'FolderInUseError', 'VaultError', 'RangeError', 'TransferError']);

function fail(error: unknown): never {
  const known = error instanceof Error && forPeople.has(error.name);
  process.stderr.write(`card-vault: ${known ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exit(known ? 2 : 1);
}

function announce({urls, keys}: Service, {json, options}: Extract<Command, {name: 'service'}>): void {
  if (options.role === 'worker') {
    const line = json
      ? JSON.stringify({role: 'worker', health: urls.api})
      : `card-vault worker\n  health  ${urls.api}`;
    process.stdout.write(`${line}\n`);
    return;
  }
  if (json) {
    const line = {
      ...{api: urls.api, fields: urls.fields, issuer: urls.issuer},
      ...{public_key: keys.publicKey, secret_key: keys.secretKey, webhook_secret: keys.webhookSecret},
    };
    process.stdout.write(`${JSON.stringify(line)}\n`);
    return;
  }
  process.stdout.write(
    `card-vault service\n  api     ${urls.api}\n  fields  ${urls.fields}\n  issuer  ${urls.issuer}\n`,
  );
  const {webhookUrl, production} = options;
  if (webhookUrl) process.stdout.write(`  events  ${webhookUrl}\n`);
  if (!production) process.stdout.write('  for development, events may be sent to this machine too\n');
  if (keys.secretKey !== developmentKeys.secretKey) return;
  process.stdout.write(
    `  keys for development, refused with --production:\n    secret key      ${keys.secretKey}\n` +
      `    public key      ${keys.publicKey}\n    webhook secret  ${keys.webhookSecret}\n`,
  );
}

/** Drains on the first signal, gives up waiting on the second. */
function closeOnSignal(service: Service): void {
  let asked = false;
  const stop = () => {
    if (asked) process.exit(1);
    asked = true;
    service.close().then(() => process.exit(0), fail);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function main(): Promise<void> {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command.name === 'help') {
    process.stdout.write(`${helpText()}\n`);
    return;
  }
  const log = lineWriter(process.stderr);
  if (command.name !== 'service') {
    const {transfer} = await import('./edges/transfer/command.js');
    process.stdout.write(`${await transfer(command, log)}\n`);
    return;
  }
  const service = await startService({...command.options, log});
  closeOnSignal(service);
  announce(service, command);
}

main().catch(fail);
