import {compactDecrypt} from 'jose';
import type {KeyObject} from 'node:crypto';
import {JwtError} from '../errors.js';

/**
 * Decrypts a compact JWE (RFC 7516) that was encrypted for the key `kid`. Only the algorithms of the card
 * fields are accepted: `RSA-OAEP-256` and `A256GCM`.
 *
 * @throws {Error} for anything else. Callers answer all failures alike, so that they reveal nothing.
 */
export async function decryptJwe(
  jwe: string,
  {kid, key}: {readonly kid: string; readonly key: KeyObject},
): Promise<Uint8Array> {
  const {plaintext, protectedHeader} = await compactDecrypt(jwe, key, {
    keyManagementAlgorithms: ['RSA-OAEP-256'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  if (protectedHeader.kid !== kid) throw new JwtError('The message was encrypted for another key.');
  return plaintext;
}
