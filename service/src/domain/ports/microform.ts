import type {UnitOfWork} from '../../platform/idempotency/unit-of-work.js';
import type {Hono} from 'hono';
import type {ClearCard} from './card.js';

/**
 * Hosted card fields: capture contexts, transient tokens, field pages and library (wire: Flex Microform v2).
 * What a call stores is part of the caller's unit of work.
 */
export interface Microform {
  /** Routes of the fields origin. */
  readonly routes: Hono;
  issueCaptureContext(
    request: {
      readonly merchant: string;
      readonly tracker: string;
      readonly targetOrigins: readonly string[];
    },
    unit: UnitOfWork,
  ): Promise<{readonly jwt: string}>;
  /**
   * Opens a transient token once; throws `ServiceError` when it is forged, expired, used, or made for another
   * tracker. It counts as used once the unit is committed.
   */
  redeemTransientToken(
    request: {readonly tracker: string; readonly jwt: string},
    unit: UnitOfWork,
  ): Promise<ClearCard>;
}
