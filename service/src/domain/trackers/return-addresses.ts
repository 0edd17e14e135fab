/** The URLs that a shopper returns to after a step-up. */
import {ServiceError, misfit, type FieldError} from '../../platform/errors.js';
import {readReturnAddress} from '../../platform/identity/origins.js';
import type {Merchant, OriginList} from '../../platform/identity/merchant.js';
import type {ServiceUrls} from '../../platform/settings.js';
import type {AuthenticationSetup} from './payload.js';

/**
 * Validates the URLs that a shopper returns to after a step-up (guarantees 2.7): at enrollment, and again
 * before the redirect.
 */
export interface ReturnAddresses {
  /**
   * Validates the URLs of an enrollment.
   *
   * @throws {ServiceError} 400 `return_url.refused`, naming each refused field.
   */
  check(setup: AuthenticationSetup): Promise<{readonly success: URL; readonly failure: URL}>;
  /**
   * Validates a stored URL again.
   *
   * @throws {ServiceError} 400 `return_url.refused` if it is missing, or its origin was removed since.
   */
  checkAgain(address: string | null): Promise<URL>;
}

export function createReturnAddresses(deps: {
  readonly merchant: Merchant;
  readonly origins: OriginList;
  readonly urls: ServiceUrls;
}): ReturnAddresses {
  const {merchant, origins, urls} = deps;

  /** Returns the URL, or the reason why it is refused. */
  async function validate(address: string): Promise<URL | string> {
    const url = readReturnAddress(address, merchant.development);
    if (typeof url === 'string') return url;
    // The hosted pages return to a page of the service.
    if (url.origin === urls.hosted || (await origins.allows(url.origin))) return url;
    return 'has an origin that is not one of the merchant’s';
  }

  return {
    async check(setup) {
      const success = await validate(setup.success_url);
      const failure = await validate(setup.failure_url);
      if (typeof success !== 'string' && typeof failure !== 'string') return {success, failure};
      throw refusal([
        ...(typeof success === 'string' ? [fieldError('success_url', success)] : []),
        ...(typeof failure === 'string' ? [fieldError('failure_url', failure)] : []),
      ]);
    },
    async checkAgain(address) {
      const urlOrReason = address === null ? 'is missing' : await validate(address);
      if (typeof urlOrReason !== 'string') return urlOrReason;
      throw refusal([fieldError('success_url', urlOrReason)]);
    },
  };
}

const fieldError = (name: string, reason: string): FieldError =>
  misfit(
    `/payload/authentication_setup/${name}`,
    `an https address of one of the merchant’s origins, not one that ${reason}`,
  );

function refusal(fields: readonly FieldError[]): ServiceError {
  return new ServiceError(
    400,
    'return_url.refused',
    "error performing action 'PAYER_AUTH_ENROLLMENT': use return addresses of the merchant’s own origins.",
    fields,
  );
}
