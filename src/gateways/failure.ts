import type {CardVaultErrorCode} from '../protocol/index.js';

/** Reasons for which the card fields do not become live. */
export const failureReasons = [
  ...(['other-merchant', 'other-page', 'framed-elsewhere', 'address', 'hash', 'not-a-library'] as const),
  ...(['not-loaded', 'script-policy', 'trusted-types', 'frame-policy'] as const),
] as const;

export type FailureReason = (typeof failureReasons)[number];

/**
 * Failure of the card fields to become live. Its sentence is loaded when it happens: `failure-sentences.ts`
 * has them.
 */
export class Failure extends Error {
  readonly code: CardVaultErrorCode;
  readonly origin: string;
  readonly directive: string;

  /**
   * @param why becomes the message.
   * @param directive of the page's policy, where that is the cause.
   */
  constructor(code: CardVaultErrorCode, why: FailureReason, origin = '', directive = '') {
    super(why);
    this.code = code;
    this.origin = origin;
    this.directive = directive;
  }
}
