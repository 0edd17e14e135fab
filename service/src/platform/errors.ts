/** One refused field: where, what was expected, what came instead (its type, never its value). */
export interface FieldError {
  /** JSON pointer into the request body. */
  readonly pointer: string;
  readonly expected: string;
  readonly got: string;
}

/** A refusal the caller can act on; becomes the one error envelope (decision 0029). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** HTTP status. */
  readonly status: number;
  /** Dotted and stable, such as `tracker.action_not_allowed`. */
  readonly code: string;
  readonly errors: readonly (string | FieldError)[];

  constructor(
    status: number,
    code: string,
    message: string,
    errors: readonly (string | FieldError)[] = [message],
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = errors;
  }
}

/** One refused field as an integrator reads it: `user is required: the customer token (cus_…)`. */
export function fieldSentence({pointer, expected, got}: FieldError): string {
  const keys = pointer.split('/').slice(1);
  const path = keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('');
  const name = path.replace(/^\./, '') || 'The body';
  if (got === 'nothing') return `${name} is required: ${expected}`;
  return `${name} must be ${expected}${got.startsWith('another ') ? '' : `, not ${got}`}`;
}

/** Fields of a request that are missing or wrong: always this code, however they were found out. */
export function invalidRequest(fields: readonly FieldError[]): ServiceError {
  return new ServiceError(400, 'request.invalid', fieldsMessage(fields), fields);
}

/** One field's own sentence; of several, their names: the sentences are in the list of errors. */
export function fieldsMessage(fields: readonly FieldError[]): string {
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0) return fieldSentence(only);
  const names = fields.map((field) => field.pointer.slice(1).replaceAll('/', '.') || 'the body');
  return `${fields.length} fields are missing or wrong: ${names.join(', ')}`;
}

/** A refusal that says when to come back. */
export class RetryError extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number) {
    super(status, code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * No or no valid credentials (wire 1.3). `reason` is one word of a closed list, the same for every forged
 * token.
 */
export function unauthorized(
  message: string,
  reason: 'credentials_missing' | 'credentials_refused' | 'tbt_expired' | 'session_expired',
) {
  return new ServiceError(401, 'error.unauthorized_access', message, [reason]);
}

/** An option that cannot be what it is; the message is for the operator. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The answer while the database cannot be reached: come back, nothing is lost (A13). */
export class DatabaseUnavailableError extends RetryError {
  constructor() {
    super(503, 'service.database_unavailable', 'The database does not answer. Try again shortly.', 1);
  }
}

/** Another process serves from the folder. `pid` is its process id if known. */
export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError';
  readonly pid: number | undefined;

  constructor(folder: string, pid: number | undefined) {
    const other = pid === undefined ? 'another process' : `process ${pid}`;
    super(
      `The database folder ${folder} is in use by ${other}. Stop it, or choose another folder with --database.`,
    );
    this.pid = pid;
  }
}

/** Not a token, or not the one that was expected. The message is for developers: callers never see the reason. */
export class JwtError extends Error {
  override readonly name = 'JwtError';
}

/**
 * A sealed text cannot be opened: altered, moved to another record or merchant, or sealed with an unknown
 * key.
 */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

/** A refusal of `export` or `import`; the message is for the user of the command. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
