/** Arguments of the commands, which are read in one way. */
import {parseArgs, type ParseArgsConfig} from 'node:util';

/** Thrown for arguments that make no sense; the message says which. */
export class UsageError extends Error {}

/** Of each option, whether it takes a value, several, or none. */
type Kinds = Readonly<Record<string, 'text' | 'texts' | 'switch'>>;
type Values<K extends Kinds> = {
  readonly [Name in keyof K]: K[Name] extends 'text'
    ? string | undefined
    : K[Name] extends 'texts'
      ? readonly string[]
      : boolean;
};

/**
 * Reads the one address of a command, and its options.
 *
 * @param what What the address is the address of, for messages.
 * @throws UsageError
 */
export function readArguments<const K extends Kinds>(
  args: readonly string[],
  what: string,
  kinds: K,
): {readonly address: string; readonly values: Values<K>} {
  const {values, positionals} = parsed(args, kinds);
  const [given, ...more] = positionals;
  if (given === undefined) throw new UsageError(`${what} is missing`);
  if (more.length > 0) throw new UsageError('there is more than one address');
  const read = Object.entries(kinds).map(([name, kind]) => {
    const otherwise = {text: undefined, texts: [], switch: false}[kind];
    return [name, values[name] ?? otherwise] as const;
  });
  return {address: addressOf(given, what), values: Object.fromEntries(read) as Values<K>};
}

function parsed(args: readonly string[], kinds: Kinds) {
  const options: NonNullable<ParseArgsConfig['options']> = Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      kind === 'switch' ? {type: 'boolean'} : {type: 'string', multiple: kind === 'texts'},
    ]),
  );
  try {
    return parseArgs({args: [...args], allowPositionals: true, options});
  } catch {
    // The parser's own message repeats arguments, and a mistyped one may hold a login.
    throw new UsageError('an option is unknown or lacks its value');
  }
}

/** @throws UsageError */
export function addressOf(text: string, what: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`${what} must be an http or https address`);
  if (url.username || url.password) throw new UsageError(`${what} must not hold a password`);
  return url.href;
}

/**
 * Headers by name in lower case, from lines as curl takes them.
 *
 * @throws UsageError
 */
export function headersOf(lines: readonly string[], option = '--header'): Readonly<Record<string, string>> {
  const entries = lines.map((line) => {
    const [, name, value] = /^([A-Za-z0-9!#$%&'*+.^_`|~-]+):\s*(\S.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined)
      throw new UsageError(`a ${option} is not of the form 'Name: value'`);
    if (!isHeader(name, value))
      throw new UsageError(`the value of ${option} '${name}: …' has characters that no header can hold`);
    return [name.toLowerCase(), value] as const;
  });
  return Object.fromEntries(entries);
}

/** Told before anything is sent: a request that cannot be made looks like a shop that does not answer. */
function isHeader(name: string, value: string): boolean {
  try {
    return new Headers([[name, value]]).has(name);
  } catch {
    return false;
  }
}
