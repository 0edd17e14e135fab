import {brandCodes} from './brand-codes.js';
import {brandNames, type BrandId} from './brand-names.js';

export {brandIds, type BrandId} from './brand-names.js';
export {brandOf} from './brand-codes.js';

/** One card brand: its public id, its name, the three-digit code on the wire, and what a number of it looks like. */
export interface CardBrand {
  readonly id: BrandId;
  readonly name: string;
  /** CyberSource card type code, `001` for Visa. */
  readonly typeCode: string;
  /** `scheme` spelling of the reporter and the wallet. */
  readonly scheme: string;
  /** Inclusive ranges of leading digits; both ends have the same length. */
  readonly ranges: readonly (readonly [string, string])[];
  readonly lengths: readonly number[];
  /** Positions after which a gap is shown while typing. */
  readonly gaps: readonly number[];
  readonly securityCode: {readonly name: string; readonly length: 3 | 4};
}

const fours = [4, 8, 12] as const;

function identity(id: BrandId): Pick<CardBrand, 'id' | 'name' | 'typeCode' | 'scheme'> {
  const [typeCode, scheme] = brandCodes[id];
  return {id, name: brandNames[id], typeCode, scheme};
}

export const cardBrands: Readonly<Record<BrandId, CardBrand>> = {
  visa: {
    ...identity('visa'),
    ranges: [['4', '4']],
    lengths: [13, 16, 18, 19],
    gaps: fours,
    securityCode: {name: 'CVV', length: 3},
  },
  mastercard: {
    ...identity('mastercard'),
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    gaps: fours,
    securityCode: {name: 'CVC', length: 3},
  },
  amex: {
    ...identity('amex'),
    ranges: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
    gaps: [4, 10],
    securityCode: {name: 'CID', length: 4},
  },
  discover: {
    ...identity('discover'),
    ranges: [
      ['6011', '6011'],
      ['644', '649'],
      ['65', '65'],
    ],
    lengths: [16, 19],
    gaps: fours,
    securityCode: {name: 'CID', length: 3},
  },
  diners: {
    ...identity('diners'),
    ranges: [
      ['300', '305'],
      ['3095', '3095'],
      ['36', '36'],
      ['38', '39'],
    ],
    lengths: [14, 16, 19],
    gaps: [4, 10],
    securityCode: {name: 'CVV', length: 3},
  },
  jcb: {
    ...identity('jcb'),
    ranges: [['3528', '3589']],
    lengths: [16, 17, 18, 19],
    gaps: fours,
    securityCode: {name: 'CVV', length: 3},
  },
  maestro: {
    ...identity('maestro'),
    ranges: [
      ['5018', '5018'],
      ['5020', '5020'],
      ['5038', '5038'],
      ['56', '58'],
      ['6304', '6304'],
      ['6759', '6759'],
      ['6761', '6763'],
    ],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    gaps: fours,
    securityCode: {name: 'CVC', length: 3},
  },
  unionpay: {
    ...identity('unionpay'),
    ranges: [
      ['62', '62'],
      ['81', '81'],
    ],
    lengths: [16, 17, 18, 19],
    gaps: fours,
    securityCode: {name: 'CVN', length: 3},
  },
};
