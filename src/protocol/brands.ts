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

export const brandIds = [
  'visa',
  'mastercard',
  'amex',
  'discover',
  'diners',
  'jcb',
  'maestro',
  'unionpay',
] as const;
export type BrandId = (typeof brandIds)[number];

const fours = [4, 8, 12] as const;

export const cardBrands: Readonly<Record<BrandId, CardBrand>> = {
  visa: {
    id: 'visa',
    name: 'Visa',
    typeCode: '001',
    scheme: 'Visa',
    ranges: [['4', '4']],
    lengths: [13, 16, 18, 19],
    gaps: fours,
    securityCode: {name: 'CVV', length: 3},
  },
  mastercard: {
    id: 'mastercard',
    name: 'Mastercard',
    typeCode: '002',
    scheme: 'Mastercard',
    ranges: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    gaps: fours,
    securityCode: {name: 'CVC', length: 3},
  },
  amex: {
    id: 'amex',
    name: 'American Express',
    typeCode: '003',
    scheme: 'AmericanExpress',
    ranges: [
      ['34', '34'],
      ['37', '37'],
    ],
    lengths: [15],
    gaps: [4, 10],
    securityCode: {name: 'CID', length: 4},
  },
  discover: {
    id: 'discover',
    name: 'Discover',
    typeCode: '004',
    scheme: 'Discover',
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
    id: 'diners',
    name: 'Diners Club',
    typeCode: '005',
    scheme: 'DinersClub',
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
    id: 'jcb',
    name: 'JCB',
    typeCode: '007',
    scheme: 'JCB',
    ranges: [['3528', '3589']],
    lengths: [16, 17, 18, 19],
    gaps: fours,
    securityCode: {name: 'CVV', length: 3},
  },
  maestro: {
    id: 'maestro',
    name: 'Maestro',
    typeCode: '042',
    scheme: 'Maestro',
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
    id: 'unionpay',
    name: 'UnionPay',
    typeCode: '062',
    scheme: 'UnionPay',
    ranges: [
      ['62', '62'],
      ['81', '81'],
    ],
    lengths: [16, 17, 18, 19],
    gaps: fours,
    securityCode: {name: 'CVN', length: 3},
  },
};

/**
 * The brand behind a wire code (`001`), a scheme or card type in any case (`Visa`, `VISA`, `American Express`), or a scheme as an
 * integer. Only 1 to 3 mean the same brand in each recorded numbering (wire 9.2); any other integer stays unknown.
 */
export function brandOf(codeOrScheme: string): BrandId | undefined {
  const code = /^[1-3]$/.test(codeOrScheme) ? `00${codeOrScheme}` : codeOrScheme;
  const name = code.toLowerCase().replace(/[^a-z]/g, '');
  return brandIds.find((id) => {
    const {typeCode, scheme} = cardBrands[id];
    return typeCode === code || id === name || scheme.toLowerCase() === name;
  });
}
