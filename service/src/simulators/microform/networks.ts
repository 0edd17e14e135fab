import {brandIds} from '../../../../src/protocol/index.js';
import type {BrandId} from '../../../../src/protocol/index.js';

/** The name of each brand's card network in a capture context (wire 2.1). */
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
