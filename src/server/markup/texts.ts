import {before, first} from '../../texts/at-once.js';
import type {LanguageTag} from '../../texts/index.js';

/** Sentences of the skeleton, in the element's own words, and those for a missing script. */
export interface MarkupTexts {
  readonly number: string;
  readonly expiry: string;
  readonly securityCode: string;
  readonly name: string;
  /** In the frames, and what a screen reader says of the code. */
  readonly numberPlaceholder: string;
  readonly securityCodePlaceholder: string;
  readonly securityCodeHint: string;
  /** The longest errors of each field; their lines are kept free from the first paint on. `{count}` is 4. */
  readonly numberIncomplete: string;
  readonly numberWrong: string;
  readonly expiryPast: string;
  readonly securityCodeMissing: string;
  readonly securityCodeWrong: string;
  readonly notice: string;
  /** `{shop}` is the option `shopName`. */
  readonly consent: string;
  readonly save: string;
  /** At a press before the script is there, and when it takes long. */
  readonly waiting: string;
  /** Where the browser runs no scripts. */
  readonly scriptsOff: string;
}

/** Sentences of the skeleton in one language. */
export const textsIn = (language: LanguageTag): MarkupTexts => ({...first[language], ...before[language]});
