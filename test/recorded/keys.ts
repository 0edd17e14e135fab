import {
  createSign,
  createVerify,
  generateKeyPairSync,
  randomBytes,
  randomUUID,
  type KeyObject,
} from 'node:crypto';
import type {Json} from './http.js';

export const newToken = (prefix: string) => `${prefix}_${randomUUID()}`;

const encoded = (value: Json) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** The vendor's signing key: what it signs, it can tell from what others made up. */
export interface Signer {
  readonly kid: string;
  readonly jwk: Json;
  sign(claims: Json): string;
  /** The claims of a text of its own that has not run out. */
  read(jwt: string): Json | undefined;
}

export function createSigner(): Signer {
  const {privateKey, publicKey}: {privateKey: KeyObject; publicKey: KeyObject} = generateKeyPairSync('rsa', {
    modulusLength: 2048,
  });
  const kid = randomBytes(4).toString('hex');
  return {
    kid,
    jwk: {...(publicKey.export({format: 'jwk'}) as Json), use: 'enc', kid},
    sign(claims) {
      const signed = `${encoded({kid, alg: 'RS256'})}.${encoded(claims)}`;
      return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
    },
    read(jwt) {
      const [header = '', claims = '', signature = ''] = jwt.split('.');
      const isOwn = createVerify('RSA-SHA256')
        .update(`${header}.${claims}`)
        .verify(publicKey, signature, 'base64url');
      if (!isOwn) return undefined;
      const read = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Json;
      return Number(read['exp']) > Date.now() / 1000 ? read : undefined;
    },
  };
}
