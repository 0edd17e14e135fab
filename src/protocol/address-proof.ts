/** The header with the shopper's address, and the one that proves that the shop's server named it. */
export const addressHeader = 'X-SFPY-IP-ADDRESS';
export const addressProofHeader = 'X-Card-Vault-Address-Proof';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const hex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Digest of a secret key that a service keeps: its SHA-256 in hexadecimal. */
export const digestOfKey = async (secretKey: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', bytesOf(secretKey)));

/**
 * Proves that a holder of the secret key names this address for the shopper of this token (wire 1.2): HMAC-SHA256 over both, in
 * hexadecimal. Bound to the token, it is worth nothing for another shopper; the key itself is never sent beside a page's token.
 *
 * @param keyDigest As `digestOfKey` makes it.
 */
export async function addressProof(
  keyDigest: string,
  {address, token}: {readonly address: string; readonly token: string},
): Promise<string> {
  const algorithm = {name: 'HMAC', hash: 'SHA-256'};
  const key = await crypto.subtle.importKey('raw', bytesOf(keyDigest), algorithm, false, ['sign']);
  return hex(await crypto.subtle.sign('HMAC', key, bytesOf(`card-vault-address\n${address}\n${token}`)));
}
