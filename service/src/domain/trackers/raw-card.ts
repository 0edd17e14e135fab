/** Cards that are sent in plain text. */
import {ServiceError, fieldsMessage, misfit, type FieldError} from '../../platform/errors.js';
import {expiryProblem, longestLifeYears} from '../../platform/pages/card-expiry.js';
import {brandOfNumber, passesLuhn} from '../../platform/pages/card-number.js';
import type {ClearCard} from '../ports/card.js';

/** The object `card` of the payload. */
export interface RawCardBody {
  readonly card_number: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
  readonly cvv: string;
}

/**
 * Reads a card that was sent in plain text (entry mode `raw`). Errors name the field, but never its value.
 *
 * @throws {ServiceError} 400 `card.invalid`.
 */
export function readRawCard(body: RawCardBody, now: Date): ClearCard {
  const number = body.card_number.replace(/[ -]/g, '');
  const month = /^\d{1,2}$/.test(body.expiration_month) ? body.expiration_month.padStart(2, '0') : '';
  const year = body.expiration_year.length === 2 ? `20${body.expiration_year}` : body.expiration_year;
  const errors: FieldError[] = [];
  const require = (isValid: boolean, name: keyof RawCardBody, expected: string) => {
    if (!isValid) errors.push(fieldError(name, expected));
  };
  const isCardNumber = /^\d{12,19}$/.test(number) && passesLuhn(number);
  require(isCardNumber, 'card_number', 'a valid card number of 12 to 19 digits');
  require(/^(0[1-9]|1[0-2])$/.test(month), 'expiration_month', 'a month from 01 to 12');
  require(/^20\d\d$/.test(year), 'expiration_year', 'a year of four digits');
  require(/^\d{3,4}$/.test(body.cvv), 'cvv', 'a security code of three or four digits');
  if (errors.length === 0) {
    const problem = expiryProblem(month, year, now);
    require(problem !== 'year', 'expiration_year', 'this year or a later one: the card has expired');
    require(problem !== 'month', 'expiration_month', 'this month or a later one: the card has expired');
    require(problem !== 'far', 'expiration_year', `at most ${longestLifeYears} years ahead`);
  }
  if (errors.length > 0) throw new ServiceError(400, 'card.invalid', fieldsMessage(errors), errors);
  return {
    number,
    expirationMonth: month,
    expirationYear: year,
    securityCode: body.cvv,
    brand: brandOfNumber(number),
  };
}

const fieldError = (name: keyof RawCardBody, expected: string): FieldError =>
  misfit(`/payload/payment_method/card/${name}`, expected);
