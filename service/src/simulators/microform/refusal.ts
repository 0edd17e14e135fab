/** The reasons of wire 2.3 that this server uses. */
export type RefusalReason =
  | 'CAPTURE_CONTEXT_INVALID'
  | 'CAPTURE_CONTEXT_EXPIRED'
  | 'CREATE_TOKEN_CAPTURE_CONTEXT_USED_TOO_MANY_TIMES'
  | 'CREATE_TOKEN_VALIDATION_SERVERSIDE'
  | 'CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED'
  | 'CREATE_TOKEN_NO_DATA_SUBMITTED'
  | 'API_JSON_PARSER_ERROR'
  | 'API_JWE_PARSING_ERROR'
  | 'API_GATEWAY_ERROR'
  | 'API_INTERNAL_ERROR';

/** A wrong part of a card, and what is wrong with it. The value is never included. */
export interface RefusalDetail {
  readonly message: string;
  readonly location: 'number' | 'securityCode' | 'expirationMonth' | 'expirationYear' | 'type';
}

const statuses: Partial<Record<RefusalReason, number>> = {
  CREATE_TOKEN_CAPTURE_CONTEXT_USED_TOO_MANY_TIMES: 429,
  API_INTERNAL_ERROR: 500,
  API_GATEWAY_ERROR: 403,
};

/**
 * Thrown to refuse a token request. The field passes `reason`, `message` and `details` to the shop's page.
 */
export class MicroformRefusal extends Error {
  override readonly name = 'MicroformRefusal';
  readonly reason: RefusalReason;
  readonly details: readonly RefusalDetail[];
  /** HTTP status. */
  readonly status: 400 | 403 | 429 | 500;

  constructor(reason: RefusalReason, message: string, details: readonly RefusalDetail[] = []) {
    super(message);
    this.reason = reason;
    this.details = details;
    this.status = (statuses[reason] ?? 400) as 400 | 403 | 429 | 500;
  }
}
