import {constants, createDecipheriv, privateDecrypt} from 'node:crypto';
import type {KeyObject} from 'node:crypto';
import {JwtError, decodeBase64url, decodeObject} from './jws.js';

const nonceBytes = 12;
const tagBytes = 16;
const keyBytes = 32;

/**
 * Opens a compact JWE (RFC 7516) with `RSA-OAEP-256` and `A256GCM`, the one pair that card fields use, made for the key `kid`.
 *
 * @throws {Error} for everything else, by whatever step noticed: callers tell all of it in one sentence.
 */
export function decryptJwe(jwe: string, {kid, key}: {readonly kid: string; readonly key: KeyObject}): Buffer {
  const parts = jwe.split('.');
  const [head, wrapped, nonce, box, tag] = parts;
  if (parts.length !== 5 || !head || !wrapped || !nonce || box === undefined || !tag) {
    throw new JwtError('An encrypted token has five parts.');
  }
  const header = decodeObject(head);
  const {alg, enc, crit, zip} = header;
  const ours = alg === 'RSA-OAEP-256' && enc === 'A256GCM' && header['kid'] === kid;
  if (!ours || crit !== undefined || zip !== undefined) throw new JwtError('Another kind of token.');
  const contentKey = privateDecrypt(
    {key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256'},
    decodeBase64url(wrapped),
  );
  try {
    const [iv, authTag] = [decodeBase64url(nonce), decodeBase64url(tag)];
    if (contentKey.length !== keyBytes || iv.length !== nonceBytes || authTag.length !== tagBytes) {
      throw new JwtError('A part has the wrong length.');
    }
    const decipher = createDecipheriv('aes-256-gcm', contentKey, iv, {authTagLength: tagBytes});
    decipher.setAAD(Buffer.from(head)).setAuthTag(authTag);
    return Buffer.concat([decipher.update(decodeBase64url(box)), decipher.final()]);
  } finally {
    contentKey.fill(0);
  }
}
