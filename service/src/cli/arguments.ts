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

/** Every flag of `card-vault-service`. A flag wins over its variable. */
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
    help: 'what shoppers read on the hosted pages (the host of the shop)',
  },
  'webhook-secret': {
    option: 'webhookSecret',
    kind: 'text',
    env: 'CARD_VAULT_WEBHOOK_SECRET',
    help: 'signs what goes to --webhook-url: whsec_ and 24 to 64 bytes in base64',
  },
  'webhook-url': {
    option: 'webhookUrl',
    kind: 'text',
    env: 'CARD_VAULT_WEBHOOK_URL',
    help: 'where events are sent',
  },
  'vault-key': {
    option: 'vaultKey',
    kind: 'text',
    env: 'CARD_VAULT_VAULT_KEY',
    help: '32 bytes, hexadecimal or base64; several by commas, the first seals',
  },
  origin: {
    option: 'origins',
    kind: 'list',
    env: 'CARD_VAULT_ORIGINS',
    help: 'web origin of a shop; may be given several times (variable: by commas)',
  },
  'allow-raw': {
    option: 'allowRaw',
    kind: 'switch',
    env: 'CARD_VAULT_ALLOW_RAW',
    help: 'accept card numbers in plain text (spec 4.3)',
  },
  production: {
    option: 'production',
    kind: 'switch',
    env: 'CARD_VAULT_PRODUCTION',
    help: 'refuse development values; https shops and receivers only; no sandbox routes',
  },
  role: {option: 'role', kind: 'text', env: 'CARD_VAULT_ROLE', help: 'all (default), api or worker'},
  json: {option: 'json', kind: 'switch', help: 'say where everything is in one line of JSON'},
  out: {option: 'out', kind: 'text', help: 'export: the file to write, which must not be there yet'},
  to: {option: 'to', kind: 'text', help: 'export: the empty database to fill, instead of a file'},
  in: {option: 'in', kind: 'text', help: 'import: the file to read'},
  help: {option: 'help', kind: 'switch', help: 'this text'},
};

/** Where `export` and `import` write to and read from, beside the database. */
interface TransferPlaces {
  readonly out?: string;
  readonly to?: string;
  readonly in?: string;
}

/** Moves everything a database holds: into a file, out of one, or into another database. */
export interface TransferCommand extends TransferPlaces {
  readonly name: 'export' | 'import';
  readonly json: boolean;
  readonly database: string;
  readonly vaultKey: string;
}

/** What the command line asks for. */
export type Command =
  | {readonly name: 'help'}
  | {readonly name: 'service'; readonly json: boolean; readonly options: ServiceOptions}
  | TransferCommand;

/** Text of `--help`. */
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
    'Starts the whole payment service on this machine; or moves everything it holds from one database to an empty one,',
    'PGlite or PostgreSQL. Stop the service first: what it writes meanwhile stays behind. The file holds card numbers',
    'sealed as they are in the database: it is opened by the same --vault-key, and kept as carefully.',
    '',
    ...lines,
  ].join('\n');
}

/**
 * Reads the command line of `card-vault-service` and the environment.
 *
 * @throws {OptionError} naming the first thing that cannot be understood; never repeats the value of a key.
 */
export function readCommand(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Command {
  const {values, positionals} = parse(args);
  if (values['help'] === true) return {name: 'help'};
  const [verb, more] = positionals;
  const transfers = verb === 'export' || verb === 'import';
  if (verb !== undefined && !transfers) {
    throw new OptionError(`There is no command "${verb}": there are export and import. See --help.`);
  }
  if (more !== undefined) throw new OptionError(`${more} is one word too many. See --help.`);
  const given: Record<string, unknown> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const value = values[name] ?? fromEnvironment(flag, env);
    if (value !== undefined) given[flag.option] = convert(name, flag, value);
  }
  if (transfers) return transferCommand(verb, Object.keys(values), given);
  for (const name of ['out', 'to', 'in']) {
    if (name in given) throw new OptionError(`--${name} goes with export or import. See --help.`);
  }
  const {json, ...options} = given;
  if (!['all', 'api', 'worker', undefined].includes(options['role'] as string | undefined)) {
    throw new OptionError('--role must be all, api or worker.');
  }
  return {name: 'service', json: json === true, options: options as ServiceOptions};
}

const ofTransfers = {
  export: ['database', 'vault-key', 'json', 'out', 'to'],
  import: ['database', 'vault-key', 'json', 'in'],
} as const;

function transferCommand(
  name: TransferCommand['name'],
  given: readonly string[],
  settled: Readonly<Record<string, unknown>>,
): TransferCommand {
  const known: readonly string[] = ofTransfers[name];
  const strange = given.find((flag) => !known.includes(flag));
  if (strange !== undefined) throw new OptionError(`--${strange} means nothing to ${name}. See --help.`);
  const {out, to, in: from, database, vaultKey, json} = settled as TransferPlaces & Partial<TransferCommand>;
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

type Given = string | boolean | readonly string[];

function parse(args: readonly string[]): {
  values: Readonly<Record<string, Given | undefined>>;
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
    return {values: values as Record<string, Given | undefined>, positionals};
  } catch (error) {
    throw new OptionError(`${(error as Error).message.split('. ')[0]}. See --help.`);
  }
}

function fromEnvironment(
  {env: name, kind}: Flag,
  env: Readonly<Record<string, string | undefined>>,
): Given | undefined {
  const value = name === undefined ? undefined : env[name];
  if (value === undefined || value === '') return undefined;
  if (kind === 'list') return value.split(',').map((part) => part.trim());
  if (kind !== 'switch') return value;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new OptionError(`${name} must be true or false.`);
}

function convert(name: string, {kind}: Flag, value: Given): unknown {
  if (kind !== 'port') return value;
  if (typeof value === 'string' && /^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new OptionError(`--${name} must be a port, 0 to 65535.`);
}
