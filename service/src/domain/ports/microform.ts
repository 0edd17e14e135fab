import type {Hono} from 'hono';
import type {ClearCard} from './card.js';

/** Hosted card fields: capture contexts, transient tokens, field pages and library (wire: Flex Microform v2). */
export interface Microform {
  /** Routes of the fields origin. */
  readonly routes: Hono;
  issueCaptureContext(request: {
    readonly merchant: string;
    readonly tracker: string;
    readonly targetOrigins: readonly string[];
  }): Promise<{readonly jwt: string}>;
  /** Opens a transient token once; throws `ServiceError` when it is forged, expired, used, or made for another tracker. */
  redeemTransientToken(request: {readonly tracker: string; readonly jwt: string}): Promise<ClearCard>;
}
