import type {CardVaultErrorCode} from '../protocol/index.js';
import type {failureSentences} from './failure-sentences.js';

/** What keeps the card fields from coming up. Its sentence is loaded when it happens: `failure-sentences.ts` has them. */
export class Failure {
  readonly code: CardVaultErrorCode;
  readonly why: keyof typeof failureSentences;
  readonly origin: string;
  readonly directive: string;

  /** @param directive of the page's policy, where that is the cause. */
  constructor(code: CardVaultErrorCode, why: Failure['why'], origin = '', directive = '') {
    this.code = code;
    this.why = why;
    this.origin = origin;
    this.directive = directive;
  }
}
