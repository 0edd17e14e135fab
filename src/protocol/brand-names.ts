import type {BrandId} from './brand-ids.js';

export {brandIds, type BrandId} from './brand-ids.js';

/** Name of each brand, everywhere. */
export const brandNames: Readonly<Record<BrandId, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  maestro: 'Maestro',
  unionpay: 'UnionPay',
  paypak: 'PayPak',
  mada: 'mada',
  'cartes-bancaires': 'Cartes Bancaires',
  elo: 'Elo',
  hipercard: 'Hipercard',
  hiper: 'Hiper',
  naranja: 'Naranja',
  carnet: 'Carnet',
  mir: 'Mir',
  rupay: 'RuPay',
  troy: 'Troy',
  verve: 'Verve',
  meeza: 'Meeza',
  eftpos: 'eftpos',
};

/** Names of brands in a sentence of a language: `Visa, Mastercard, and JCB`. */
export const brandList = (brands: readonly BrandId[], language: string): string =>
  new Intl.ListFormat(language).format(brands.map((id) => brandNames[id]));
