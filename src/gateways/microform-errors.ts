import {CardVaultError, type CardVaultErrorCode} from '../protocol/index.js';
import {failureSentences} from './failure-sentences.js';
import {Failure, type FailureReason} from './failure.js';
import {plainCopy, type Plain} from './plain-data.js';

/** Reasons that do not simply mean that making a token failed (wire 2.3). */
export const libraryReasons = new Map<string, CardVaultErrorCode>([
  ['CAPTURE_CONTEXT_INVALID', 'capture-context-invalid'],
  ['IFRAME_JWT_VALIDATION_FAILED', 'capture-context-invalid'],
  ['CAPTURE_CONTEXT_EXPIRED', 'capture-context-expired'],
  // Both are cured like an expired one: by a fresh context.
  ['CREATE_TOKEN_CAPTURE_CONTEXT_NOT_FOUND', 'capture-context-expired'],
  ['CREATE_TOKEN_CAPTURE_CONTEXT_USED_TOO_MANY_TIMES', 'capture-context-expired'],
  ['CREATE_TOKEN_VALIDATION_PARAMS', 'card-incomplete'],
  ['CREATE_TOKEN_VALIDATION_FIELDS', 'card-incomplete'],
  ['CREATE_TOKEN_VALIDATION_SERVERSIDE', 'card-incomplete'],
  ['CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED', 'brand-not-accepted'],
  // The connection holds, and the service behind it does not.
  ['CREATE_TOKEN_PLATFORM_ERROR', 'service-unavailable'],
  ['API_INTERNAL_ERROR', 'service-unavailable'],
  ['API_GATEWAY_ERROR', 'service-unavailable'],
  ['CREATE_FIELD_INVALID_FIELD_TYPE', 'unexpected'],
  ['CREATE_FIELD_DUPLICATE', 'unexpected'],
  ['FIELD_LOAD_CONTAINER_SELECTOR', 'unexpected'],
  ['FIELD_LOAD_INVALID_CONTAINER', 'unexpected'],
  ['FIELD_ALREADY_LOADED', 'unexpected'],
  ['FIELD_SUBSCRIBE_UNSUPPORTED_EVENT', 'unexpected'],
]);

const sentences: Partial<Record<CardVaultErrorCode, string>> = {
  'capture-context-invalid': 'The card field library refuses the capture context',
  'capture-context-expired': 'The capture context cannot be used any more',
  'card-incomplete': 'The card number, the security code or the expiry is not complete or not right',
  'brand-not-accepted': 'The shop does not accept cards of this brand',
  unexpected: 'The card field library was used in a way it does not know',
};

/**
 * The only reason that speaks of the connection: any other comes with an answer, or from the frames
 * themselves.
 */
export const unreachable = 'CREATE_TOKEN_XHR_ERROR';

const locations = new Set<Plain | undefined>(['number', 'securityCode', 'expirationMonth', 'expirationYear']);

/**
 * Puts into words a failure of ours, or what the library threw or called back with. Only the reason, and the
 * library's correlation id, are kept as `cause`; `field` is the first location it names that is an input of
 * ours.
 * @param isComingUp a field that fails without a reason of its own has been kept from coming up.
 */
export function fromMicroformError(error: unknown, isComingUp = false): CardVaultError {
  if (error instanceof CardVaultError) return error;
  if (error instanceof Failure) {
    const why = error.message as FailureReason;
    return new CardVaultError(error.code, failureSentences[why](error), {cause: {reason: why}});
  }
  const named = textOf(own(error, 'reason'));
  // Nothing has kept the fields away: a script threw, of the library or of the page.
  if (isComingUp && named === undefined && error instanceof Error)
    return new CardVaultError('unexpected', 'A script threw while the card fields came up; see its cause.', {
      cause: error,
    });
  const reason = named ?? 'UNKNOWN_REASON';
  const code = libraryReasons.get(reason) ?? 'tokenization-failed';
  const sentence = sentences[code] ?? 'The card could not be turned into a token';
  const details = plainCopy(own(error, 'details'));
  const field = (Array.isArray(details) ? (details as readonly Plain[]) : [])
    .map((detail) => own(detail, 'location'))
    .find((location): location is string => locations.has(location as Plain));
  const cause = {reason, correlationId: textOf(own(error, 'correlationId'))};
  if (isComingUp && code === 'tokenization-failed')
    return new CardVaultError('fields-blocked', 'The card fields did not load.', {cause});
  return new CardVaultError(code, `${sentence} (${reason}).`, {
    cause,
    ...(code === 'tokenization-failed' && reason !== unreachable && {audience: 'merchant'}),
    ...(field === undefined ? {} : {field}),
  });
}

/** A property of a foreign object. The library's errors may keep theirs on the prototype. */
function own(value: unknown, name: string): unknown {
  try {
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reasons and ids are short words; anything longer or with digits in a row could be an entry and is left out.
 */
function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 80 && !/\d{12}/.test(value) ? value : undefined;
}
