/** The kind of a field that the route does not know. `expected` then says what may have been meant. */
export const unknownField = 'an unknown field';

/** The kinds of what is sent as a field. An error says no more of it. */
export const kinds = [
  'nothing',
  'null',
  'an empty string',
  'a string',
  'a number',
  'a longer number',
  'a boolean',
  'a list',
  'an object',
  'two values',
  unknownField,
] as const;
export type Kind = (typeof kinds)[number];

/**
 * A refused field: where it is, what was expected, and the kind of the value sent, never the value itself.
 */
export interface FieldError {
  /** JSON pointer into the request body. */
  readonly pointer: string;
  readonly expected: string;
  readonly got: Kind;
  /** Whether the kind is right and the value is wrong. The sentence then leaves the kind out. Never sent. */
  readonly kindFits?: boolean;
}

/** A value of the right kind that does not fit. */
export const misfit = (pointer: string, expected: string, got: Kind = 'a string'): FieldError => ({
  pointer,
  expected,
  got,
  kindFits: true,
});

/** A refusal that the caller can act on. It is sent in the error envelope (decision 0029). */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  /** HTTP status. */
  readonly status: number;
  /** Dotted and stable, such as `tracker.action_not_allowed`. Programs decide by it. */
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

/** A field as sentences name it, such as `rules[0].kind`; empty for the body itself. */
function fieldName({pointer}: FieldError): string {
  const keys = pointer.split('/').slice(1);
  const path = keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join('');
  return path.replace(/^\./, '');
}

/** A refused field as a sentence, such as `user is required: the customer token (cus_…)`. */
export function fieldSentence(field: FieldError): string {
  const {expected, got, kindFits = false} = field;
  const name = fieldName(field) || 'The body';
  if (got === 'nothing') return `${name} is required: ${expected}`;
  if (got === unknownField) return `${name}: ${expected}`;
  return `${name} must be ${expected}${kindFits ? '' : `, not ${got}`}`;
}

/** The one error for missing or wrong fields of a request, whichever check found them. */
export function invalidRequest(fields: readonly FieldError[]): ServiceError {
  return new ServiceError(400, 'request.invalid', fieldsMessage(fields), fields);
}

/**
 * One message for all refused fields: the sentence of the only one, or the names of several. Their sentences
 * are in the list of errors.
 */
export function fieldsMessage(fields: readonly FieldError[]): string {
  const [only, ...others] = fields;
  if (only !== undefined && others.length === 0) return fieldSentence(only);
  const names = fields.map((field) => fieldName(field) || 'the body');
  return `${fields.length} fields are missing or wrong: ${names.join(', ')}`;
}

/** A refusal that tells the caller when to retry (`Retry-After`). */
export class RetryError extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number) {
    super(status, code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Missing or refused credentials (wire 1.3). `reason` is the same for every forged token, so that it
 * reveals nothing.
 */
export function unauthorized(
  message: string,
  reason: 'credentials_missing' | 'credentials_refused' | 'tbt_expired' | 'session_expired',
) {
  return new ServiceError(401, 'error.unauthorized_access', message, [reason]);
}

/** An option of the service with an unusable value. The message is for the operator. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

/** The database cannot be reached. The request may be repeated (A13). */
export class DatabaseUnavailableError extends RetryError {
  constructor() {
    super(503, 'service.database_unavailable', 'The database does not answer. Try again shortly.', 1);
  }
}

/** The database has no room left. Nothing of the request was stored. */
export class DatabaseFullError extends RetryError {
  constructor() {
    super(503, 'service.database_full', 'The database has no room left. Try again later.', 30);
  }
}

/** The database has undone a transaction in favour of another one, or for its time. It may be run again. */
export class DatabaseBusyError extends RetryError {
  constructor() {
    super(503, 'service.database_busy', 'The database is busy with other requests. Try again shortly.', 1);
  }
}

/** The database takes no changes: it is a standby, or its operator has made it read-only. */
export class DatabaseReadOnlyError extends RetryError {
  constructor() {
    super(
      503,
      'service.database_read_only',
      'The database takes no changes at the moment. Try again later.',
      5,
    );
  }
}

/** The database refuses the service, or cannot read its own files. Its operator has to act. */
export class DatabaseRefusesError extends RetryError {
  constructor() {
    super(503, 'service.database_refuses', 'The database refuses the service. Try again later.', 30);
  }
}

/** Another process uses the database folder. `pid` is its process id, if known. */
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

/**
 * A token that is malformed or not of the expected kind. The message is for developers; callers never see
 * it.
 */
export class JwtError extends Error {
  override readonly name = 'JwtError';
}

/**
 * A sealed text that cannot be opened: it was altered, belongs to another record or merchant, or was sealed
 * with an unknown key.
 */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

/** A refusal of `export` or `import`. The message is for the user of the command. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
}
