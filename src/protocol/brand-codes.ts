import {brandIds, type BrandId} from './brand-ids.js';

/** CyberSource card type code, and the `scheme` spelling of the reporter and the wallet where it is not the name. */
export const brandCodes: Readonly<Record<BrandId, readonly [typeCode: string, scheme: string]>> = {
  visa: ['001', 'Visa'],
  mastercard: ['002', 'Mastercard'],
  amex: ['003', 'AmericanExpress'],
  discover: ['004', 'Discover'],
  diners: ['005', 'DinersClub'],
  jcb: ['007', 'JCB'],
  maestro: ['042', 'Maestro'],
  unionpay: ['062', 'UnionPay'],
};

/**
 * The brand behind a wire code (`001`), a scheme or card type in any case (`Visa`, `VISA`, `American Express`), or a scheme as an
 * integer. Only 1 to 3 mean the same brand in each recorded numbering (wire 9.2); any other integer stays unknown.
 */
export function brandOf(codeOrScheme: string): BrandId | undefined {
  const code = /^[1-3]$/.test(codeOrScheme) ? `00${codeOrScheme}` : codeOrScheme;
  const name = code.toLowerCase().replace(/[^a-z]/g, '');
  return brandIds.find((id) => {
    const [typeCode, scheme] = brandCodes[id];
    return typeCode === code || id === name || scheme.toLowerCase() === name;
  });
}

/** Digits of the security code. */
export function securityCodeLengthOf(brand: BrandId): 3 | 4 {
  return brand === 'amex' ? 4 : 3;
}
