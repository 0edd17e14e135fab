import {RetryError, fieldSentence, type FieldError, type ServiceError} from '../errors.js';
import type {ServiceContext} from './env.js';
import {answerWith} from './headers.js';
import {withWarnings} from './unknown-field-warnings.js';

/** Success envelope (wire 1.3). `extraFields` holds fields beside `data`, such as `expires_at`. */
export function success<Data>(data: Data, extraFields: Readonly<Record<string, unknown>> = {}) {
  return {data, ...extraFields, status: {errors: [] as string[], message: 'success'}};
}

/** A complete answer. A repetition with the same idempotency key gets the same one. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const sentence = (error: string | FieldError) => (typeof error === 'string' ? error : fieldSentence(error));

/**
 * The error envelope (decision 0029). Field errors appear twice: as data, and as sentences for older
 * clients.
 */
export function failure(error: ServiceError): Answer {
  const fields = error.errors
    .filter((entry) => typeof entry !== 'string')
    .map(({pointer, expected, got}) => ({pointer, expected, got}));
  return {
    status: error.status,
    body: {
      data: null,
      code: error.code,
      message: error.message,
      ...(fields.length > 0 && {fields}),
      status: {errors: error.errors.map(sentence), message: error.message},
    },
    headers: error instanceof RetryError ? {'retry-after': String(error.retryAfterSeconds)} : {},
  };
}

/**
 * Sends an answer as JSON. In development it names the body's unknown fields, except those that it refuses
 * anyway.
 */
export function send(c: ServiceContext, sent: Answer): Response {
  const answer = withWarnings(c, sent);
  return answerWith(c, JSON.stringify(answer.body), {
    status: answer.status,
    headers: {'content-type': 'application/json', ...answer.headers},
  });
}
