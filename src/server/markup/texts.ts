import type {address as addressWords} from '../../texts/en/address.js';
import {address, before, first} from '../../texts/at-once.js';
import type {LanguageTag} from '../../texts/index.js';

/** Labels of the address: of any, and what countries call its parts. `optional` is around a `{label}`. */
export type AddressTexts = Readonly<Record<Exclude<keyof typeof addressWords, `field${string}`>, string>>;

/** Sentences of the skeleton, in the element's own words, and those for a missing script. */
export interface MarkupTexts extends AddressTexts {
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
export const textsIn = (language: LanguageTag): MarkupTexts => ({
  ...address[language],
  ...first[language],
  ...before[language],
});
