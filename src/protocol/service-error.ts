import {Answer} from './answer.js';
import {CardVaultError, cardVaultErrorCodes, type CardVaultErrorCode} from './errors.js';

/** Whose answer it is: the service's or the shop server's own. */
export type AnswerSide = 'service' | 'shop';

/**
 * Turns an HTTP error into the coded error behind it. Understands each envelope (wire 1.3: `{data:null, code, status}`,
 * `{code, message}`, `{error}`) and answers that are none of them, such as an empty body or a page of HTML.
 *
 * @param answer The parsed body, or `undefined` when it was not JSON.
 */
export function readServiceError(
  httpStatus: number,
  answer: unknown,
  side: AnswerSide = 'service',
): CardVaultError {
  const code = new Answer(answer).at('code').display();
  const text = refusalText(answer);
  const who = side === 'shop' ? "The shop's server" : 'The service';
  const because = [code, text].filter((part) => part !== '').join(': ') || 'and did not say why';
  return new CardVaultError(
    errorCodeOf(httpStatus, code, side),
    `${who} answered ${httpStatus} (${because}).`,
    {
      status: httpStatus,
    },
  );
}

/** Message of the envelope, in the order in which deployments fill it; empty when it says nothing. */
export function refusalText(answer: unknown): string {
  const root = new Answer(answer);
  const errors = root.at('status', 'errors');
  const listed = Array.isArray(errors.value) ? errors.items().map(wordsOf) : [];
  const own = [root.at('error'), root.at('message')].map((place) => place.display());
  const texts = [...own, ...listed, root.at('status', 'message').display()];
  return [...new Set(texts.filter((text) => text !== ''))].join(', ').slice(0, 500);
}

/** An entry of `status.errors`: a text, or one refused field. */
function wordsOf(entry: Answer): string {
  const pointer = entry.at('pointer').display();
  if (pointer === '') return entry.display();
  return `${pointer} should be ${entry.at('expected').display()}, got ${entry.at('got').display()}`;
}

/**
 * The shop's server passes a failure of the service on under this package's own code in wire spelling
 * (`service.unreachable` for `service-unreachable`, `service.credentials_refused` for `credentials-refused`); anything else
 * is judged by its status.
 */
function errorCodeOf(httpStatus: number, wireCode: string, side: AnswerSide): CardVaultErrorCode {
  const spelt = wireCode.replaceAll('_', '-');
  const names = [spelt.replaceAll('.', '-'), spelt.replace(/^.*\./, '')];
  const named = cardVaultErrorCodes.find((code) => names.includes(code) && code !== 'unexpected');
  if (named !== undefined) return named;
  if (wireCode === 'idempotency.in_flight') return 'service-unavailable';
  if (httpStatus === 504) return 'request-timed-out';
  if (httpStatus === 429) return 'service-unavailable';
  // 409 is the word for a step that does not fit, such as completing what was never authorized.
  if (side === 'shop' && httpStatus === 401) return 'login-required';
  if (side === 'shop') return httpStatus === 409 ? 'request-refused' : 'session-refused';
  if (httpStatus === 401 || httpStatus === 403) return 'credentials-refused';
  return httpStatus === 408 || httpStatus >= 500 ? 'service-unavailable' : 'request-refused';
}
