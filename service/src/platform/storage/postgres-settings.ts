/**
 * What the service relies on in a session of PostgreSQL: set when a connection starts, and read again, because a role,
 * a database or a pooler may set something else (decision 0031).
 */
import pg from 'pg';
import {OptionError} from '../errors.js';

/** Settings that a pooler such as PgBouncer keeps for each of its clients. */
const keptByPoolers = {
  DateStyle: 'ISO, MDY',
  TimeZone: 'UTC',
  standard_conforming_strings: 'on',
};

/** Settings that only PostgreSQL itself takes from a client that connects. */
const others = {
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
};

type Settings = Readonly<Record<string, string>>;

/** Sends settings with the connection's first message, so they cost no message of their own. */
const clientWith = (settings: Settings): typeof pg.Client =>
  class extends pg.Client {
    // Exists in the driver, but not in its types.
    getStartupConf(): Settings {
      const {getStartupConf} = pg.Client.prototype as unknown as {getStartupConf: () => Settings};
      return {...getStartupConf.call(this), ...settings};
    }
  };

/** A connection straight to a server. */
export const directClient = clientWith({...keptByPoolers, ...others});
/** A connection through a pooler, which refuses settings that it does not keep. */
export const pooledClient = clientWith(keptByPoolers);

/** Whether a pooler refused a setting of the first message (PgBouncer: 08P01). */
export const isPooler = (error: unknown): boolean =>
  error instanceof Error && /unsupported startup parameter/i.test(error.message);

/** A time limit that is none, or longer than the service's own for a statement. */
const isLongEnough = (milliseconds: string) => Number(milliseconds) === 0 || Number(milliseconds) >= 20_000;

/** What each setting has to be, and the value that is offered where it is not. */
const expected: Readonly<Record<string, readonly [isRight: (value: string) => boolean, offered: string]>> = {
  DateStyle: [(value) => value.startsWith('ISO'), 'ISO'],
  bytea_output: [(value) => value === 'hex', 'hex'],
  client_encoding: [(value) => value === 'UTF8', 'UTF8'],
  default_transaction_isolation: [(value) => value === 'read committed', 'read committed'],
  extra_float_digits: [(value) => Number(value) >= 0, '1'],
  idle_in_transaction_session_timeout: [isLongEnough, '0'],
  lock_timeout: [isLongEnough, '0'],
  standard_conforming_strings: [(value) => value === 'on', 'on'],
  statement_timeout: [isLongEnough, '0'],
};

/**
 * Refuses a server whose sessions are not as the service needs them.
 *
 * @throws {OptionError} naming each setting, and the statement that mends it.
 */
export async function checkSession(
  query: <Row>(sql: string, parameters: readonly unknown[]) => Promise<Row[]>,
): Promise<void> {
  const [row] = await query<{encoding: string; schema: string | null}>(
    "SELECT current_setting('server_encoding') AS encoding, current_schema() AS schema WHERE $1",
    [true],
  );
  if (row!.encoding !== 'UTF8') {
    throw new OptionError(
      `The database of --database has the encoding ${row!.encoding}, which cannot hold every name. Create one with ENCODING 'UTF8' TEMPLATE template0.`,
    );
  }
  if (row!.schema === null) {
    throw new OptionError(
      'The search_path of the role of --database leads to no schema that exists. ALTER ROLE … SET search_path = public, or create the schema.',
    );
  }
  const names = Object.keys(expected);
  // Times without a unit, which `current_setting` would add.
  const settings = await query<{name: string; setting: string}>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1::text[]) ORDER BY name COLLATE "C"',
    [names],
  );
  const wrong = settings.filter(({name, setting}) => !expected[name]![0](setting));
  if (wrong.length === 0) return;
  const listed = wrong.map(({name, setting}) => `${name} is ${setting}`).join(', ');
  const cure = wrong.map(({name}) => `ALTER ROLE … SET ${name} = '${expected[name]![1]}'`).join('; ');
  throw new OptionError(
    `Sessions of --database are not as the service needs them, and the pooler does not let it set them: ${listed}. ${cure}. Then let the pooler reconnect.`,
  );
}
