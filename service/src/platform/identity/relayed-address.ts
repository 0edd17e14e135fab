import {timingSafeEqual} from 'node:crypto';
import {addressHeader, addressProof, addressProofHeader} from '../../../../src/protocol/address-proof.js';
import {unauthorized} from '../errors.js';
import {readAddress} from '../http/client-address.js';
import type {ServiceContext} from '../http/env.js';
import type {Logger} from '../logger.js';
import type {AnyCaller} from './callers.js';
import type {KnownMerchants, Merchant} from './merchant.js';

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

/**
 * Takes the shopper's address from a shop's server that passes a page's request on. The connection's own
 * address is the shop's, so without this all of its shoppers would be counted as one.
 *
 * @throws {ServiceError} 401 for a proof that no secret key of the merchant made.
 */
export async function believeRelay(
  c: ServiceContext,
  {merchants, merchant, token}: {merchants: KnownMerchants; merchant: Merchant; token: string},
): Promise<void> {
  const proof = c.req.header(addressProofHeader);
  if (proof === undefined) return;
  const address = c.req.header(addressHeader) ?? '';
  for (const digest of await merchants.keyDigests(merchant.id)) {
    if (!isSame(proof, await addressProof(digest, {address, token}))) continue;
    c.set('clientAddress', readAddress(address));
    return;
  }
  throw unauthorized(
    `${addressProofHeader} was not made with a secret key of this merchant, for this address and token.`,
    'credentials_refused',
  );
}

/**
 * Says once of each merchant that its server names shoppers by addresses that cannot be read: those shoppers are not
 * counted by address.
 */
export function createAddressNote(
  logger: Pick<Logger, 'warn'>,
): (c: ServiceContext, caller: AnyCaller) => void {
  const noted = new Set<string>();
  return (c, {kind, merchant: {id}}) => {
    const named = c.req.header(addressHeader);
    const isBelieved =
      kind === 'secret' || (kind === 'token' && c.req.header(addressProofHeader) !== undefined);
    if (named === undefined || !isBelieved || readAddress(named) !== '' || noted.has(id)) return;
    noted.add(id);
    logger.warn('http.client_unknown', {merchant: id, reason: `unreadable ${addressHeader}`});
  };
}
