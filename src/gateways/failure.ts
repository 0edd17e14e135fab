import type {CardVaultErrorCode} from '../protocol/index.js';

export type FailureReason =
  | 'other-merchant'
  | 'other-page'
  | 'framed-elsewhere'
  | 'address'
  | 'hash'
  | 'not-a-library'
  | 'not-loaded'
  | 'script-policy'
  | 'trusted-types'
  | 'frame-policy';

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
