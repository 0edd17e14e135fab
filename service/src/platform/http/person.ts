/** Fields that tell who and where a person is, for every route that takes them. An empty one counts as none. */
import * as v from 'valibot';
import {longestName, nameFault, readName} from '../../../../src/protocol/cardholder-name.js';
import {countryCodes} from '../../../../src/protocol/countries.js';
import {phoneText, shortText} from './body.js';

export const isBlank = (value: string | null | undefined): boolean => (value ?? '').trim() === '';

/** A name: one character is one (`김`, `U`), no character is none. */
export const name = v.pipe(
  shortText,
  v.check((value) => !isBlank(value), 'a name of one character or more, or null where there is none'),
);

/** The name on a card, by the rule of wire 1.6.1; the text without what no reader sees. */
export const cardholderName = v.pipe(
  shortText,
  v.check(
    (value) => nameFault(value) === undefined,
    `the name on the card: letters of any script, and no symbols, in at most ${longestName} characters`,
  ),
  v.transform(readName),
);

/**
 * Whether a string is an address that mail can be sent to from outside: its domain has a dot, as each that is
 * registered. Quoted names and addresses in brackets are none here, because a list of addresses looks the same.
 */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@,;<>()]+@(?:[^\s@.,;<>()]+\.)+[^\s@.,;<>()]{2,}$/u.test(text);

export const email = v.pipe(
  shortText,
  v.trim(),
  v.check((value) => value === '' || isEmailAddress(value), 'an e-mail address, such as sana@example.com'),
);

const phoneExpected = 'a phone number with + and the country code, of 7 to 15 digits, such as +923001234567';

/** No country code begins with 0 (E.164). */
function isPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length;
  return /^\+[ ()-]*[1-9][\d ()-]*$/.test(text) && digits >= 7 && digits <= 15;
}

export const phoneNumber = v.pipe(
  phoneText(phoneExpected),
  v.check((value) => value === '' || isPhoneNumber(value), phoneExpected),
);

export const country = v.pipe(
  shortText,
  v.toUpperCase(),
  v.check(
    (value) => value === '' || countryCodes.includes(value),
    'the two-letter code of a country (ISO 3166), such as PK',
  ),
);
