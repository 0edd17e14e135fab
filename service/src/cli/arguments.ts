import {parseArgs} from 'node:util';
import {defaultDatabase, defaultPorts, developmentKeys} from '../options.js';
import {OptionError} from '../platform/errors.js';
import type {ServiceOptions} from '../options.js';

interface Flag {
  readonly option: keyof ServiceOptions | 'json' | 'help' | keyof TransferPlaces;
  readonly kind: 'text' | 'port' | 'list' | 'switch';
  readonly env?: string;
  readonly help: string;
}

/** Every flag of `card-vault-service`. A flag takes precedence over its environment variable. */
export const flags: Readonly<Record<string, Flag>> = {
  port: {
    option: 'port',
    kind: 'port',
    env: 'CARD_VAULT_PORT',
    help: `API, on localhost (${defaultPorts.port}); 0 picks a free port`,
  },
  'fields-port': {
    option: 'fieldsPort',
    kind: 'port',
    env: 'CARD_VAULT_FIELDS_PORT',
    help: `hosted card fields, on 127.0.0.1 (${defaultPorts.fieldsPort})`,
  },
  'issuer-port': {
    option: 'issuerPort',
    kind: 'port',
    env: 'CARD_VAULT_ISSUER_PORT',
    help: `device data collection and virtual issuer, on 127.0.0.1 (${defaultPorts.issuerPort})`,
  },
  database: {
    option: 'database',
    kind: 'text',
    env: 'CARD_VAULT_DATABASE',
    help: `a folder (${defaultDatabase}), memory: or postgres://…`,
  },
  'secret-key': {
    option: 'secretKey',
    kind: 'text',
    env: 'CARD_VAULT_SECRET_KEY',
    help: 'the merchant’s secret key',
  },
  'public-key': {
    option: 'publicKey',
    kind: 'text',
    env: 'CARD_VAULT_PUBLIC_KEY',
    help: 'the merchant’s public key (merchant_api_key)',
  },
  'merchant-name': {
    option: 'merchantName',
    kind: 'text',
    env: 'CARD_VAULT_MERCHANT_NAME',
    help: 'the shop’s name on the hosted pages (default: the host of the shop)',
  },
  'webhook-secret': {
    option: 'webhookSecret',
    kind: 'text',
    env: 'CARD_VAULT_WEBHOOK_SECRET',
    help: 'signs events for --webhook-url: whsec_ and 24 to 64 bytes in base64',
  },
  'webhook-url': {
    option: 'webhookUrl',
    kind: 'text',
    env: 'CARD_VAULT_WEBHOOK_URL',
    help: 'webhook endpoint that receives events',
  },
  'vault-key': {
    option: 'vaultKey',
    kind: 'text',
    env: 'CARD_VAULT_VAULT_KEY',
    help: '32 bytes, hexadecimal or base64; several separated by commas, the first seals',
  },
  origin: {
    option: 'origins',
    kind: 'list',
    env: 'CARD_VAULT_ORIGINS',
    help: 'web origin of a shop; may be given several times (variable: separated by commas)',
  },
  'allow-raw': {
    option: 'allowRaw',
    kind: 'switch',
    env: 'CARD_VAULT_ALLOW_RAW',
    help: 'accept card numbers in plain text (spec 4.3)',
  },
  'allow-bypass': {
    option: 'allowBypass',
    kind: 'switch',
    env: 'CARD_VAULT_ALLOW_BYPASS',
    help: 'let servers authorize without payer authentication (spec 3.1)',
  },
  production: {
    option: 'production',
    kind: 'switch',
    env: 'CARD_VAULT_PRODUCTION',
    help: 'refuse development values; https shops and receivers only; no sandbox routes',
  },
  role: {option: 'role', kind: 'text', env: 'CARD_VAULT_ROLE', help: 'all (default), api or worker'},
  json: {option: 'json', kind: 'switch', help: 'print addresses and keys as one line of JSON'},
  out: {option: 'out', kind: 'text', help: 'export: the file to write, which must not exist yet'},
  to: {option: 'to', kind: 'text', help: 'export: the empty database to fill, instead of a file'},
  in: {option: 'in', kind: 'text', help: 'import: the file to read'},
  help: {option: 'help', kind: 'switch', help: 'print this help'},
};

/** Source and target of `export` and `import`, besides `--database`. */
interface TransferPlaces {
  readonly out?: string;
  readonly to?: string;
  readonly in?: string;
}

/** Copies all data of a database into a file, from a file, or into another database. */
export interface TransferCommand extends TransferPlaces {
  readonly name: 'export' | 'import';
  readonly json: boolean;
  readonly database: string;
  readonly vaultKey: string;
}

/** The parsed command line. */
export type Command =
  | {readonly name: 'help'}
  | {readonly name: 'service'; readonly json: boolean; readonly options: ServiceOptions}
  | TransferCommand;

/** The text of `--help`. */
export function helpText(): string {
  const lines = Object.entries(flags).map(([name, flag]) => {
    const value = {text: ' <value>', port: ' <port>', list: ' <origin>', switch: ''}[flag.kind];
    return `  ${`--${name}${value}`.padEnd(26)} ${flag.help}${flag.env ? ` [${flag.env}]` : ''}`;
  });
  return [
    'Usage: card-vault-service [flags]',
    '       card-vault-service export --database <from> --out <file> | --to <database>',
    '       card-vault-service import --database <to> --in <file>',
    '',
    'Starts the whole payment service on this machine, or copies all its data from one database to an empty one (PGlite or',
    'PostgreSQL). Stop the service first: data written during the copy is not included. The file contains sealed card',
    'numbers; opening them needs the same --vault-key. Protect it like the database.',
    '',
    ...lines,
  ].join('\n');
}

/**
 * Reads the command line of `card-vault-service` and the environment.
 *
 * @throws {OptionError} naming the first invalid argument. Its message never contains a key.
 */
export function readCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command {
  const {values, positionals} = parse(args);
  if (values['help'] === true) return {name: 'help'};
  const [verb, extra] = positionals;
  const isTransfer = verb === 'export' || verb === 'import';
  if (verb !== undefined && !isTransfer) {
    throw new OptionError(
      `There is no command "${verb}". Use export or import, or no command to start the service. See --help.`,
    );
  }
  if (extra !== undefined) throw new OptionError(`${extra} is not expected after ${verb}. See --help.`);
  const settings: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const value = values[name] ?? fromEnvironment(flag, env);
    if (value !== undefined) settings[flag.option] = convert(name, flag, value);
  }
  if (isTransfer) return transferCommand(verb, Object.keys(values), settings);
  for (const name of ['out', 'to', 'in']) {
    if (name in settings)
      throw new OptionError(`--${name} can be used only with export or import. See --help.`);
  }
  const {json, ...options} = settings;
  if (!['all', 'api', 'worker', undefined].includes(options['role'] as string | undefined)) {
    throw new OptionError('--role must be all, api or worker.');
  }
  return {name: 'service', json: json === true, options: options as ServiceOptions};
}

const transferFlags = {
  export: ['database', 'vault-key', 'json', 'out', 'to'],
  import: ['database', 'vault-key', 'json', 'in'],
} as const;

/** Refuses flags that do not fit the command. Environment variables that do not fit are ignored. */
function transferCommand(
  name: TransferCommand['name'],
  flagsUsed: readonly string[],
  settings: Readonly<Record<string, unknown>>,
): TransferCommand {
  const allowedFlags: readonly string[] = transferFlags[name];
  const unknown = flagsUsed.find((flag) => !allowedFlags.includes(flag));
  if (unknown !== undefined) throw new OptionError(`--${unknown} cannot be used with ${name}. See --help.`);
  const {out, to, in: from, database, vaultKey, json} = settings as TransferPlaces & Partial<TransferCommand>;
  if (name === 'export' && (out === undefined) === (to === undefined)) {
    throw new OptionError('export needs either --out <file> or --to <database>.');
  }
  if (name === 'import' && from === undefined) throw new OptionError('import needs --in <file>.');
  return {
    name,
    json: json === true,
    database: database ?? defaultDatabase,
    vaultKey: vaultKey ?? developmentKeys.vaultKey,
    ...(out !== undefined && {out}),
    ...(to !== undefined && {to}),
    ...(from !== undefined && {in: from}),
  };
}

type FlagValue = string | boolean | readonly string[];

function parse(args: readonly string[]): {
  values: Readonly<Record<string, FlagValue | undefined>>;
  positionals: string[];
} {
  const options = Object.fromEntries(
    Object.entries(flags).map(([name, {kind}]) => [
      name,
      {type: kind === 'switch' ? ('boolean' as const) : ('string' as const), multiple: kind === 'list'},
    ]),
  );
  try {
    const {values, positionals} = parseArgs({args: [...args], options, allowPositionals: true, strict: true});
    return {values: values as Record<string, FlagValue | undefined>, positionals};
  } catch (error) {
    // Only the first sentence: the others explain Node's own syntax.
    throw new OptionError(`${(error as Error).message.split('. ')[0]}. See --help.`);
  }
}

function fromEnvironment(
  {env: name, kind}: Flag,
  env: Readonly<Record<string, string | undefined>>,
): FlagValue | undefined {
  const value = name === undefined ? undefined : env[name];
  if (value === undefined || value === '') return undefined;
  if (kind === 'list') return value.split(',').map((part) => part.trim());
  if (kind !== 'switch') return value;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new OptionError(`${name} must be true or false.`);
}

function convert(name: string, {kind}: Flag, value: FlagValue): unknown {
  if (kind !== 'port') return value;
  if (typeof value === 'string' && /^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new OptionError(`--${name} must be a port, 0 to 65535.`);
}
