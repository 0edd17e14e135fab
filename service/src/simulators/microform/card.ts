import {networkOf} from '../../../../src/protocol/brand-codes.js';
import {expiryProblem, longestLifeYears} from '../../platform/pages/card-expiry.js';
import {checkNumber} from '../../platform/pages/card-number.js';
import type {ClearCard} from '../../domain/ports/card.js';
import {MicroformRefusal, type RefusalDetail} from './refusal.js';

/** A card that a field has submitted, decrypted but not validated. */
export interface SubmittedCard {
  readonly number?: unknown;
  readonly securityCode?: unknown;
  readonly expirationMonth?: unknown;
  readonly expirationYear?: unknown;
  /** Code of the brand that the shopper has chosen. */
  readonly type?: unknown;
}

const isSecurityCode = (value: unknown, lengths: readonly number[]) =>
  typeof value === 'string' && /^\d+$/.test(value) && lengths.includes(value.length);

/**
 * Validates the security code of a saved card, which is sent alone.
 *
 * @throws {MicroformRefusal} CREATE_TOKEN_VALIDATION_SERVERSIDE, also if a number came with it.
 */
export function readCode({number, securityCode}: SubmittedCard, lengths: readonly number[]): string {
  const details: RefusalDetail[] = [];
  if (number !== undefined) details.push({message: 'is not asked for', location: 'number'});
  if (!isSecurityCode(securityCode, lengths))
    details.push({message: `does not have ${lengths.join(' or ')} digits`, location: 'securityCode'});
  if (details.length === 0) return securityCode as string;
  throw new MicroformRefusal(
    'CREATE_TOKEN_VALIDATION_SERVERSIDE',
    'The security code is not valid.',
    details,
  );
}

/**
 * Validates a card: check digit, length, brand, expiry date and length of the security code.
 *
 * @throws {MicroformRefusal} that names every wrong part (wire 2.3: VALIDATION_SERVERSIDE,
 *   CARD_TYPE_NOT_ALLOWED).
 */
export function readCard(
  submitted: SubmittedCard,
  {networks, now}: {readonly networks: readonly string[]; readonly now: Date},
): ClearCard {
  const {number, securityCode, expirationMonth: month, expirationYear: year, type} = submitted;
  if (typeof number !== 'string' || !number) {
    throw new MicroformRefusal('CREATE_TOKEN_NO_DATA_SUBMITTED', 'No card number was submitted.', [
      {message: 'is missing', location: 'number'},
    ]);
  }
  const details: RefusalDetail[] = [];
  const check = /^\d{12,19}$/.test(number) ? checkNumber(number) : undefined;
  const brands = (check?.candidates ?? []).filter(({valid}) => valid).map(({brand}) => brand);
  if (!brands.length) details.push({message: 'is not a card number', location: 'number'});
  if (typeof month !== 'string' || !/^(0[1-9]|1[0-2])$/.test(month)) {
    details.push({message: 'is not a month from 01 to 12', location: 'expirationMonth'});
  } else if (typeof year !== 'string' || !/^20\d\d$/.test(year)) {
    details.push({message: 'is not a year of four digits', location: 'expirationYear'});
  } else {
    const problem = expiryProblem(month, year, now);
    const message = problem === 'far' ? `is more than ${longestLifeYears} years ahead` : 'is in the past';
    if (problem) details.push({message, location: 'expirationYear'});
  }
  const codeLengths = brands.length ? [...new Set(brands.map((brand) => brand.securityCode.length))] : [3, 4];
  if (securityCode !== undefined && !isSecurityCode(securityCode, codeLengths)) {
    details.push({message: `does not have ${codeLengths.join(' or ')} digits`, location: 'securityCode'});
  }
  if (details.length) {
    throw new MicroformRefusal('CREATE_TOKEN_VALIDATION_SERVERSIDE', 'The card is not valid.', details);
  }
  const accepted = brands.filter(({id}) => networks.includes(networkOf(id)));
  const brand = type === undefined ? accepted[0] : accepted.find(({typeCode}) => typeCode === type);
  if (!brand) {
    throw new MicroformRefusal(
      'CREATE_TOKEN_CARD_TYPE_NOT_ALLOWED',
      'Cards of this brand are not accepted.',
      [{message: 'is not accepted', location: 'type'}],
    );
  }
  return {
    number,
    expirationMonth: month as string,
    expirationYear: year as string,
    ...(typeof securityCode === 'string' && {securityCode}),
    brand: brand.id,
  };
}
