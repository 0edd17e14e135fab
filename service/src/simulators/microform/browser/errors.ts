/** Reasons of wire 2.3, as far as this library gives them. */
export const microformReasons = [
  'CAPTURE_CONTEXT_INVALID',
  'CAPTURE_CONTEXT_EXPIRED',
  'CREATE_TOKEN_CAPTURE_CONTEXT_NOT_FOUND',
  'CREATE_TOKEN_CAPTURE_CONTEXT_USED_TOO_MANY_TIMES',
  'IFRAME_JWT_VALIDATION_FAILED',
  'IFRAME_UNSUPPORTED_FIELD_TYPE',
  'CREATE_FIELD_INVALID_FIELD_TYPE',
  'CREATE_FIELD_DUPLICATE',
  'FIELD_LOAD_CONTAINER_SELECTOR',
  'FIELD_LOAD_INVALID_CONTAINER',
  'FIELD_ALREADY_LOADED',
  'FIELD_UNLOAD_ERROR',
  'FIELD_SUBSCRIBE_UNSUPPORTED_EVENT',
  'FIELD_SUBSCRIBE_INVALID_CALLBACK',
  'CREATE_TOKEN_VALIDATION_PARAMS',
  'CREATE_TOKEN_VALIDATION_FIELDS',
  'CREATE_TOKEN_VALIDATION_SERVERSIDE',
  'CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED',
  'CREATE_TOKEN_NO_FIELDS',
  'CREATE_TOKEN_NO_FIELDS_LOADED',
  'CREATE_TOKEN_TIMEOUT',
  'CREATE_TOKEN_XHR_ERROR',
  'CREATE_TOKEN_UNABLE_TO_START',
  'CREATE_TOKEN_NO_DATA_SUBMITTED',
  'BROWSER_ENCRYPTION_FAILED',
  'MALFORMED_TOKENS_RESPONSE',
  'API_INTERNAL_ERROR',
  'API_JSON_PARSER_ERROR',
  'API_JWE_PARSING_ERROR',
  'API_GATEWAY_ERROR',
  'UNKNOWN_REASON',
] as const;
export type MicroformReason = (typeof microformReasons)[number];

/** One part of a card that is at fault, by its place. Never its value. */
export interface MicroformErrorDetail {
  readonly message: string;
  readonly location: string;
}

/** An error as it crosses from a field to the page. */
export interface ErrorData {
  readonly reason: MicroformReason;
  readonly message: string;
  readonly details: readonly MicroformErrorDetail[];
  readonly correlationId: string;
}

/** The one error of the library (wire 2.3), thrown, called back with or sent with an `error` event. */
export class MicroformError extends Error {
  override readonly name = 'MicroformError';
  readonly reason: MicroformReason;
  readonly informationLink: string;
  readonly correlationId: string;
  readonly details: readonly MicroformErrorDetail[];

  constructor(
    reason: MicroformReason,
    message: string,
    {details = [], correlationId = ''}: Partial<Pick<ErrorData, 'details' | 'correlationId'>> = {},
  ) {
    super(message);
    this.reason = reason;
    this.details = details;
    this.correlationId = correlationId;
    this.informationLink = `https://developer.cybersource.com/docs/cybs/en-us/digital-accept-flex/developer/all/rest/digital-accept-flex.html#${reason}`;
  }
}

/** The reason a server or a frame names, if it is one of ours. */
export function readReason(value: unknown): MicroformReason {
  return microformReasons.find((reason) => reason === value) ?? 'UNKNOWN_REASON';
}
