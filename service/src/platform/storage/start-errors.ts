/** One sentence for each reason why PostgreSQL cannot be used at the start. None repeats a part of the address. */
import {OptionError} from '../errors.js';
import type {Database, Migration} from './database.js';
import {migrate} from './migrate.js';
import {isConnectionLoss} from './unavailable.js';

const code = (pattern: RegExp) => (error: {readonly code: string}) => pattern.test(error.code);
const message = (pattern: RegExp) => (error: {readonly message: string}) => pattern.test(error.message);

type Known = readonly [(error: {readonly code: string; readonly message: string}) => boolean, string];

const reasons: readonly Known[] = [
  [code(/^ECONNREFUSED$/), 'refuses the connection. Is the server running, and are host and port right?'],
  [code(/^(ENOTFOUND|EAI_AGAIN)$/), 'has a host whose name is not known.'],
  [
    code(/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/),
    'is not reached. Are host and port right, and does a firewall stand between?',
  ],
  [
    message(/timeout expired|timeout exceeded/),
    'does not answer. Are host and port right, and does a firewall stand between?',
  ],
  [code(/^28P01$/), 'refuses the password of its role.'],
  [
    message(/password must be a string|no password supplied/),
    'asks for a password, and the address has none.',
  ],
  [
    code(/^28...$/),
    'refuses the role. Does the role exist, and does pg_hba.conf let it in from here, with or without TLS?',
  ],
  [message(/no such user|auth failed|authentication failed/i), 'refuses the role or its password.'],
  [code(/^3D000$/), 'has no database of this name. Create it, or name another.'],
  [message(/no such database/i), 'has no database of this name. Create it, or name another.'],
  [message(/does not support SSL/), 'does not offer TLS, which the address asks for (sslmode).'],
  [
    code(/^(SELF_SIGNED|UNABLE_TO_|DEPTH_ZERO|CERT_)/),
    'has a certificate of an authority that is not known here. Name the authority’s file: sslrootcert=… in the address, or NODE_EXTRA_CA_CERTS.',
  ],
  [code(/^ERR_TLS_CERT_ALTNAME_INVALID$/), 'has a certificate for another host name than the address has.'],
  [code(/^(ERR_SSL|ERR_TLS|EPROTO)/), 'speaks no TLS that can be used.'],
  [
    code(/^(ENOENT|EACCES)$/),
    'names a file or socket that cannot be read (sslrootcert, sslcert, sslkey, host).',
  ],
  [code(/^53300$/), 'has no connection left. Raise max_connections, or put a pooler before it.'],
  [code(/^57P03$/), 'is starting up or shutting down. Start again in a moment.'],
  [
    code(/^25006$/),
    'takes no changes: it is a standby, or read-only for this role (default_transaction_read_only).',
  ],
  [
    code(/^42501$/),
    'does not let the role create tables in its schema. GRANT USAGE, CREATE ON SCHEMA public TO the role, or make it the owner.',
  ],
  [code(/^3F000$/), 'has no schema for the role (search_path). Create one, or ALTER ROLE … SET search_path.'],
];

/** The error for the operator; the given one where it is of our own making, such as a broken migration. */
export function startErrorOf(error: unknown): unknown {
  if (error instanceof AggregateError) return startErrorOf(error.errors[0]);
  if (!(error instanceof Error) || error instanceof OptionError) return error;
  const {code: given} = error as {code?: unknown};
  const known = {code: typeof given === 'string' ? given : '', message: error.message};
  const reason = reasons.find(([isIt]) => isIt(known))?.[1];
  if (reason !== undefined) return new OptionError(`The server of --database ${reason}`);
  if (isConnectionLoss(error)) return new OptionError('The server of --database ended the connection.');
  return error;
}

/** Applies migrations. A role that may not, or a server that takes no changes, is an `OptionError`. */
export const migrateAtStart = (database: Database, migrations: readonly Migration[]): Promise<void> =>
  migrate(database, migrations).catch((error: unknown) => {
    throw startErrorOf(error);
  });
