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

/** A refusal that says when to come back. */
export class RetryError extends ServiceError {
  readonly retryAfterSeconds: number;

  constructor(status: number, code: string, message: string, retryAfterSeconds: number) {
    super(status, code, message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** No or no valid credentials (wire 1.3). `reason` is one word of a closed list, the same for every forged token. */
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
