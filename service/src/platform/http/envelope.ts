import {RetryError, fieldSentence} from '../errors.js';
import type {FieldError, ServiceError} from '../errors.js';
import type {ServiceContext} from './env.js';
import {answerWith} from './headers.js';

/** Success envelope (wire 1.3). `more` stands beside `data`, such as `expires_at`. */
export function success<Data>(data: Data, more: Readonly<Record<string, unknown>> = {}) {
  return {data, ...more, status: {errors: [] as string[], message: 'success'}};
}

/** A finished answer: what is sent, and what a repetition with the same idempotency key is sent again. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const sentence = (error: string | FieldError) => (typeof error === 'string' ? error : fieldSentence(error));

/**
 * The one error envelope (decision 0029). Field errors are there twice: as sentences for old clients, and as
 * data.
 */
export function failure(error: ServiceError): Answer {
  const fields = error.errors.filter((entry) => typeof entry !== 'string');
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

export function send(c: ServiceContext, answer: Answer): Response {
  return answerWith(c, JSON.stringify(answer.body), {
    status: answer.status,
    headers: {'content-type': 'application/json', ...answer.headers},
  });
}
