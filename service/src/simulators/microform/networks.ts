import {brandIds} from '../../../../src/protocol/index.js';
import type {BrandId} from '../../../../src/protocol/index.js';

/** Card network names of a capture context (wire 2.1), by brand. */
export const networkNames: Readonly<Record<BrandId, string>> = {
  visa: 'VISA',
  mastercard: 'MASTERCARD',
  amex: 'AMEX',
  discover: 'DISCOVER',
  diners: 'DINERSCLUB',
  jcb: 'JCB',
  maestro: 'MAESTRO',
  unionpay: 'CUP',
};

export const allNetworks: readonly string[] = brandIds.map((id) => networkNames[id]);
