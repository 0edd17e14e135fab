/** Secrets come from files or variables: flags can be read by all users of a machine. */
import {readFileSync, statSync} from 'node:fs';
import {optionTextProblem} from '../../../src/protocol/option-text.js';
import {OptionError} from '../platform/errors.js';
import {flags, type Flag} from './flags.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** The names of the flags whose values are secrets, or can contain one. */
export const secretFlags = Object.keys(flags).filter((name) => flags[name]!.secret);

/** Name of the flag for the file, such as `vault-key-file`. */
export const fileFlag = (name: string) => `${name}-file`;

/** Name of the variable for the file, such as `CARD_VAULT_VAULT_KEY_FILE`; nothing for a flag that has none itself. */
export const fileVariable = ({env}: Flag) => env && `${env}_FILE`;

/**
 * Reads the secret from the file that `--NAME-file` names, else from that of the variable `…_FILE`. `--NAME` itself takes precedence
 * over both variables.
 *
 * @throws {OptionError} if the file cannot be read or is empty, or if the value is given twice.
 */
export function fromFile(
  name: string,
  values: Readonly<Record<string, unknown>>,
  env: Environment,
): string | undefined {
  const flag = flags[name]!;
  const variable = fileVariable(flag);
  const path = values[fileFlag(name)];
  const isFlag = typeof path === 'string';
  if (values[name] !== undefined) {
    if (isFlag) throw new OptionError(`Set --${fileFlag(name)} or --${name}, not both.`);
    return undefined;
  }
  const source = isFlag ? `--${fileFlag(name)}` : variable;
  const file = isFlag ? path : variable && env[variable];
  if (source === undefined || file === undefined) return undefined;
  if (file === '') throw new OptionError(`${source} is empty. Give it a value, or leave it out.`);
  if (!isFlag && flag.env !== undefined && env[flag.env]) {
    throw new OptionError(`Set ${source} or ${flag.env}, not both.`);
  }
  const text = read(file, source)
    .replace(/^\ufeff/, '')
    .trim();
  if (text === '') throw new OptionError(`The file of ${source} is empty.`);
  const lines = text.split(/\r?\n/).map((line) => line.trim());
  for (const line of lines) refuseMisread(`The file of ${source}`, line);
  return lines.join(',');
}

/** @throws {OptionError} for a value that is not what its writer meant. The value is never repeated. */
export function refuseMisread(source: string, text: string): void {
  const problem = optionTextProblem(text);
  if (problem !== undefined) throw new OptionError(`${source} ${problem}.`);
}

function read(file: string, source: string): string {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError)
      throw new OptionError(`The file of ${source} is not UTF-8. Save it as UTF-8.`);
    const {code = 'unknown error'} = error as NodeJS.ErrnoException;
    throw new OptionError(`The file of ${source} cannot be read (${code}).`);
  }
}

/** A warning for each secret that was given as a flag. It never contains the secret. */
export const warningsFor = (given: Readonly<Record<string, unknown>>): readonly string[] =>
  secretFlags
    .filter((name) => isSecret(name, given[name]))
    .map(
      (name) =>
        `--${name} can be read by all users of this machine in the list of processes. Use ${[`--${fileFlag(name)}`, flags[name]!.env].filter(Boolean).join(' or ')}.`,
    );

function isSecret(name: string, value: unknown): boolean {
  if (typeof value !== 'string') return false;
  if (flags[name]!.secret === 'always') return true;
  // `URL` cannot parse a password with characters that need an escape, so this does not parse it.
  return /^[a-z][\w+.-]*:\/\/[^/?:]*:[^@]*@|[?&]password=./i.test(value);
}

/**
 * A warning for each secret file that other users of the machine can read or change. Windows keeps no such
 * rights; a container engine that mounts secrets for all its users (0444) is warned of too, once at start.
 */
export const warningsForFiles = (
  given: Readonly<Record<string, unknown>>,
  env: Environment,
): readonly string[] =>
  secretFlags.flatMap((name) => {
    const variable = fileVariable(flags[name]!);
    const file = given[fileFlag(name)] ?? (variable && env[variable]);
    if (process.platform === 'win32' || typeof file !== 'string') return [];
    const stat = statSync(file, {throwIfNoEntry: false});
    if (!stat?.isFile() || (stat.mode & 0o077) === 0) return [];
    const source = given[fileFlag(name)] === undefined ? variable : `--${fileFlag(name)}`;
    return [`The file of ${source} can be read or changed by other users of this machine. Use chmod 600.`];
  });
