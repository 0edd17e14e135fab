import {readReturnAddress} from '../../platform/identity/origins.js';
import type {Merchant, Origins} from '../../platform/identity/merchant.js';
import type {CheckoutSession} from './session.js';

/**
 * Return URLs of a page (guarantees 2.7): addresses on the merchant's own origins, validated on entry and
 * again before use.
 */
export interface ReturnUrls {
  /** The parsed address, or nothing when shoppers may not be sent there. */
  validate(merchant: Merchant, address: string | null | undefined): Promise<URL | undefined>;
  /**
   * The address with the page's result added to its query, replacing parameters of the same name. Undefined
   * without a valid address.
   */
  leading(
    merchant: Merchant,
    address: string | null,
    says: Readonly<Record<string, string | null | undefined>>,
  ): Promise<string | undefined>;
}

export function createReturnUrls({origins}: {readonly origins: Origins}): ReturnUrls {
  async function validate(merchant: Merchant, address: string | null | undefined): Promise<URL | undefined> {
    if (address === null || address === undefined) return undefined;
    const url = readReturnAddress(address, merchant.development);
    return typeof url !== 'string' && (await origins.of(merchant).allows(url.origin)) ? url : undefined;
  }
  return {
    validate: validate,
    async leading(merchant, address, says) {
      const url = await validate(merchant, address);
      if (!url) return undefined;
      for (const [name, value] of Object.entries(says)) {
        if (value !== null && value !== undefined) url.searchParams.set(name, value);
      }
      return url.href;
    },
  };
}

/** The shopper gave up. */
export const cancelledMessage = ({reference}: CheckoutSession) => ({state: 'cancelled', reference});
