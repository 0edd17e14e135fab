import {readReturnAddress} from '../../platform/identity/origins.js';
import type {Merchant, Origins} from '../../platform/identity/merchant.js';
import type {CheckoutSession} from './session.js';

/**
 * Checks the return URLs of a page (guarantees 2.7). They must lie on the merchant's own origins, and are
 * validated when the page opens and again before each use.
 */
export interface ReturnUrls {
  /** Returns the parsed address; undefined if shoppers may not be sent there. */
  validate(merchant: Merchant, address: string | null | undefined): Promise<URL | undefined>;
  /**
   * Adds the page's result to the address's query, replacing parameters of the same name; undefined if the
   * address is not valid.
   */
  withResult(
    merchant: Merchant,
    address: string | null,
    result: Readonly<Record<string, string | null | undefined>>,
  ): Promise<string | undefined>;
}

export function createReturnUrls({origins}: {readonly origins: Origins}): ReturnUrls {
  async function validate(merchant: Merchant, address: string | null | undefined): Promise<URL | undefined> {
    if (address === null || address === undefined) return undefined;
    const url = readReturnAddress(address, merchant.development);
    return typeof url !== 'string' && (await origins.ofMerchant(merchant).allows(url.origin))
      ? url
      : undefined;
  }
  return {
    validate,
    async withResult(merchant, address, result) {
      const url = await validate(merchant, address);
      if (!url) return undefined;
      for (const [name, value] of Object.entries(result)) {
        if (value !== null && value !== undefined) url.searchParams.set(name, value);
      }
      return url.href;
    },
  };
}

/** The result that the shop gets when the shopper cancels. */
export const cancelledResult = ({reference}: CheckoutSession) => ({state: 'cancelled', reference});
