import {brandIds, type BrandId} from './brand-names.js';

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

/** The brand behind a wire code (`001`) or a scheme spelling (`Visa`), if it is one we know. */
export function brandOf(codeOrScheme: string): BrandId | undefined {
  return brandIds.find((id) => id === codeOrScheme || brandCodes[id].includes(codeOrScheme));
}

/** Digits of the security code. */
export function securityCodeLengthOf(brand: BrandId): 3 | 4 {
  return brand === 'amex' ? 4 : 3;
}
