import {brandIds, type BrandId} from './brand-ids.js';

/**
 * CyberSource card type code (empty where CyberSource has none), and the `scheme` spelling of the reporter and the wallet where
 * it is not the name.
 */
export const brandCodes: Readonly<Record<BrandId, readonly [typeCode: string, scheme: string]>> = {
  visa: ['001', 'Visa'],
  mastercard: ['002', 'Mastercard'],
  amex: ['003', 'AmericanExpress'],
  discover: ['004', 'Discover'],
  diners: ['005', 'DinersClub'],
  jcb: ['007', 'JCB'],
  maestro: ['042', 'Maestro'],
  unionpay: ['062', 'UnionPay'],
  paypak: ['', 'PayPak'],
  mada: ['060', 'Mada'],
  'cartes-bancaires': ['036', 'CartesBancaires'],
  elo: ['054', 'Elo'],
  hipercard: ['050', 'Hipercard'],
  hiper: ['', 'Hiper'],
  naranja: ['', 'Naranja'],
  carnet: ['058', 'Carnet'],
  mir: ['', 'Mir'],
  rupay: ['061', 'RuPay'],
  troy: ['', 'Troy'],
  verve: ['', 'Verve'],
  meeza: ['067', 'Meeza'],
  eftpos: ['070', 'Eftpos'],
};

const otherNetworks: Readonly<Partial<Record<BrandId, string>>> = {amex: 'AMEX', unionpay: 'CUP'};

/** The brand's name in `allowedCardNetworks` of a capture context (wire 2.1). */
export function networkOf(brand: BrandId): string {
  return otherNetworks[brand] ?? brandCodes[brand][1].toUpperCase();
}

/**
 * The brand behind a wire code (`001`), a scheme, card type or network in any case (`Visa`, `VISA`, `American Express`, `CUP`), or
 * a scheme as an integer. Only 1 to 3 mean the same brand in each recorded numbering (wire 9.2); any other integer stays unknown.
 */
export function brandOf(codeOrScheme: string): BrandId | undefined {
  const code = /^[1-3]$/.test(codeOrScheme) ? `00${codeOrScheme}` : codeOrScheme;
  const name = code.toLowerCase().replace(/[^a-z]/g, '');
  if (code === '') return undefined;
  return brandIds.find((id) => {
    const [typeCode, scheme] = brandCodes[id];
    return [id, scheme.toLowerCase(), networkOf(id).toLowerCase()].includes(name) || typeCode === code;
  });
}

/** Digits of the security code. */
export function securityCodeLengthOf(brand: BrandId): 3 | 4 {
  return brand === 'amex' ? 4 : 3;
}
