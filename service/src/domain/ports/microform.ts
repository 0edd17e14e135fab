/** The interface to the hosted card fields. */
import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Hono} from 'hono';
import type {ClearCard} from './card.js';

/**
 * The hosted card fields: they turn a card number into a transient token, so that the shop never sees the
 * number (Flex Microform v2). Writes are part of the caller's unit of work.
 */
export interface Microform {
  /** Routes of the origin that serves the card fields. */
  readonly routes: Hono;
  /** Issues a capture context: a signed token that allows pages of these origins to show card fields. */
  issueCaptureContext(
    request: {
      readonly merchant: string;
      /** The merchant's public key, which the capture context names. */
      readonly publicKey: string;
      readonly tracker: string;
      readonly targetOrigins: readonly string[];
      /** Whose card it becomes, masked. The field shows it, where no script of the page reaches. */
      readonly shopper?: string | undefined;
      /** For the security code of a saved card alone: the lengths that it may have. */
      readonly codeLengths?: readonly number[];
    },
    unit: UnitOfWork,
  ): Promise<{readonly jwt: string}>;
  /**
   * Exchanges a transient token for its card. The token counts as used once the unit is committed.
   *
   * @throws {ServiceError} If the token is forged, expired, used, of a security code alone, or belongs to
   *   another tracker.
   */
  redeemTransientToken(
    request: {readonly tracker: string; readonly jwt: string},
    unit: UnitOfWork,
  ): Promise<ClearCard>;
  /**
   * Exchanges the transient token of a security code alone for the code. The token counts as used once the
   * unit is committed.
   *
   * @throws {ServiceError} As above, or if the token is of a whole card.
   */
  redeemSecurityCode(
    request: {readonly tracker: string; readonly jwt: string},
    unit: UnitOfWork,
  ): Promise<string>;
}
