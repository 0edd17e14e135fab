import {parseArgs} from 'node:util';
import {defaultDatabase, developmentKeys, type ServiceOptions} from '../options.js';
import {OptionError} from '../platform/errors.js';
import {flags, type Flag, type TransferPlaces} from './flags.js';
import {
  fileFlag,
  fileVariable,
  fromFile,
  refuseMisread,
  secretFlags,
  warningsFor,
  warningsForFiles,
} from './secret-files.js';

/** Copies all data of a database into a file, from a file, or into another database. */
export interface TransferCommand extends TransferPlaces {
  readonly name: 'export' | 'import';
  readonly json: boolean;
  readonly database: string;
  readonly vaultKey: string;
  readonly warnings?: readonly string[];
}

/** The parsed command line. */
export type Command =
  | {readonly name: 'help'}
  | {
      readonly name: 'service';
      readonly json: boolean;
      /** Commands that run beside the service. */
      readonly run?: readonly string[];
      readonly options: ServiceOptions;
      readonly warnings?: readonly string[];
    }
  | TransferCommand;

/** The text of `--help`. */
export function helpText(): string {
  const line = (name: string, help: string) => `  ${`--${name}`.padEnd(28)} ${help}`;
  const lines = Object.entries(flags).flatMap(([name, flag]) => {
    const value = {
      text: ' <value>',
      port: ' <port>',
      seconds: ' <number>',
      count: ' <number>',
      list: ' <value>',
      switch: '',
    }[flag.kind];
    const plain = line(
      `${name}${flag.words ? `[=${flag.words.join('|')}]` : value}`,
      `${flag.help}${flag.env ? ` [${flag.env}]` : ''}`,
    );
    if (!flag.secret) return [plain];
    const variable = fileVariable(flag);
    if (flag.secret === 'with-password') {
      const file = line(
        `${fileFlag(name)} <path>`,
        `a file with an address that has a password in it${variable ? ` [${variable}]` : ''}`,
      );
      return [plain, file];
    }
    return [
      line(`${fileFlag(name)} <path>`, `a file with ${flag.help} [${variable}, or itself in ${flag.env}]`),
      line(`${name}${value}`, 'the same; other users of this machine can read it'),
    ];
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
    const file = flag.secret ? fromFile(name, values, env) : undefined;
    const given = values[name];
    if (given !== undefined) refuseUnreadable(`--${name}`, flag, given);
    const value = given ?? file ?? fromEnvironment(flag, env);
    if (value !== undefined) settings[flag.option] = convert(name, flag, value);
  }
  const warnings = [...warningsFor(values), ...warningsForFiles(values, env)];
  const warned = {...(warnings.length > 0 && {warnings})};
  if (isTransfer) return {...transferCommand(verb, Object.keys(values), settings), ...warned};
  for (const name of ['out', 'to', 'in']) {
    if (name in settings)
      throw new OptionError(`--${name} can be used only with export or import. See --help.`);
  }
  const {json, run, ...options} = settings;
  if (!['all', 'api', 'worker', undefined].includes(options['role'] as string | undefined)) {
    throw new OptionError('--role must be all, api or worker.');
  }
  if (run !== undefined && (options['production'] || options['role'] === 'worker')) {
    throw new OptionError('--run is for a shop in development: leave out --production and --role worker.');
  }
  return {
    name: 'service',
    json: json === true,
    options: options as ServiceOptions,
    ...(run !== undefined && {run: run as readonly string[]}),
    ...warned,
  };
}

const transferFlags = {
  export: ['database', 'database-file', 'vault-key', 'vault-key-file', 'json', 'out', 'to', 'to-file'],
  import: ['database', 'database-file', 'vault-key', 'vault-key-file', 'json', 'in'],
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

const parserOption = (kind: Flag['kind']) => ({
  type: kind === 'switch' ? ('boolean' as const) : ('string' as const),
  multiple: kind === 'list',
});

/** A flag with words that stands alone means its first word. */
function withWord(argument: string, index: number, all: readonly string[]): string {
  const words = argument.startsWith('--') ? flags[argument.slice(2)]?.words : undefined;
  return words && !words.includes(all[index + 1] ?? '') ? `${argument}=${words[0]}` : argument;
}

function parse(args: readonly string[]): {
  values: Readonly<Record<string, FlagValue | undefined>>;
  positionals: string[];
} {
  const options = Object.fromEntries([
    ...secretFlags.map((name) => [fileFlag(name), parserOption('text')] as const),
    ...Object.entries(flags).map(([name, {kind}]) => [name, parserOption(kind)] as const),
  ]);
  try {
    const {values, positionals} = parseArgs({
      args: args.map(withWord),
      options,
      allowPositionals: true,
      strict: true,
    });
    return {values: values as Record<string, FlagValue | undefined>, positionals};
  } catch (error) {
    // Only the first sentence: the others explain Node's own syntax.
    throw new OptionError(`${(error as Error).message.split('. ')[0]}. See --help.`);
  }
}

/** Refuses a value that is empty, or not what its writer meant. */
function refuseUnreadable(source: string, {kind, option}: Flag, value: FlagValue): void {
  for (const text of typeof value === 'boolean' ? [] : [value].flat()) {
    if (text === '') throw new OptionError(`${source} is empty. Give it a value, or leave it out.`);
    // A shop's name may end with a quotation mark; `options.ts` reads it.
    if (kind !== 'switch' && option !== 'merchantName') refuseMisread(source, text);
  }
}

function fromEnvironment(
  flag: Flag,
  env: Readonly<Record<string, string | undefined>>,
): FlagValue | undefined {
  const {env: name, kind} = flag;
  const value = name === undefined ? undefined : env[name];
  if (name === undefined || value === undefined) return undefined;
  refuseUnreadable(name, flag, value);
  if (kind === 'list') {
    const parts = value.split(',').map((part) => part.trim());
    refuseUnreadable(name, flag, parts);
    return parts;
  }
  if (kind !== 'switch') return value;
  if (/^(1|true|yes|on)$/i.test(value)) return true;
  if (/^(0|false|no|off)$/i.test(value)) return false;
  throw new OptionError(`${name} must be true or false.`);
}

function convert(name: string, {kind, words}: Flag, value: FlagValue): unknown {
  if (words) {
    if (words.includes(String(value))) return value;
    if (/^(1|true|yes|on)$/i.test(String(value))) return words[0];
    throw new OptionError(`--${name} must be ${words.map((word) => `--${name}=${word}`).join(' or ')}.`);
  }
  if (kind === 'seconds' && typeof value === 'string') {
    if (/^\d{1,3}$/.test(value)) return Number(value);
    throw new OptionError(`--${name} must be a number of seconds, 0 to 999.`);
  }
  if (kind === 'count' && typeof value === 'string') {
    if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
    throw new OptionError(`--${name} must be a whole number, at least 1.`);
  }
  if (kind !== 'port') return value;
  if (typeof value === 'string' && /^\d{1,5}$/.test(value) && Number(value) <= 65_535) return Number(value);
  throw new OptionError(`--${name} must be a port, 0 to 65535.`);
}
