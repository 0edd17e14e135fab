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
