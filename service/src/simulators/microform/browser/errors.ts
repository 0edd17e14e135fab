/** The reasons of wire 2.3 that this library uses. */
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

/** A wrong part of a card, and what is wrong with it. The value is never included. */
export interface MicroformErrorDetail {
  readonly message: string;
  readonly location: string;
}

/** An error in a message from a field to the page. */
export interface ErrorData {
  readonly reason: MicroformReason;
  readonly message: string;
  readonly details: readonly MicroformErrorDetail[];
  readonly correlationId: string;
}

/** The error that the library throws, passes to callbacks and sends with `error` events (wire 2.3). */
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

/** Reads the reason of a server or a frame; `UNKNOWN_REASON` for any other value. */
export function readReason(value: unknown): MicroformReason {
  return microformReasons.find((reason) => reason === value) ?? 'UNKNOWN_REASON';
}
