/** The one-time public key of a capture context. */
export interface EncryptionKey {
  readonly kty: string;
  readonly e: string;
  readonly n: string;
  readonly kid: string;
}

/** The card that a token is made for. */
export interface CardToEncrypt {
  readonly number: string;
  readonly securityCode?: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
  /** The brand that the shopper has chosen of a co-badged card, as a three-digit code. */
  readonly type?: string;
}

/** The security code of a saved card, which a token is made for alone. */
export interface CodeToEncrypt {
  readonly securityCode: string;
}

function base64url(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Encrypts a card as a compact JWE (RFC 7516) with the key of the capture context: RSA-OAEP-256 for the
 * content key, A256GCM for the card. It uses WebCrypto directly, because a JOSE library is larger than the
 * whole field.
 */
export async function encryptCard(card: CardToEncrypt | CodeToEncrypt, jwk: EncryptionKey): Promise<string> {
  const {kty, e, n, kid} = jwk;
  const encoder = new TextEncoder();
  const header = base64url(encoder.encode(JSON.stringify({alg: 'RSA-OAEP-256', enc: 'A256GCM', kid})));
  const wrappingKey = await crypto.subtle.importKey(
    'jwk',
    {kty, e, n},
    {name: 'RSA-OAEP', hash: 'SHA-256'},
    false,
    ['wrapKey'],
  );
  const contentKey = await crypto.subtle.generateKey({name: 'AES-GCM', length: 256}, true, ['encrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const wrapped = await crypto.subtle.wrapKey('raw', contentKey, wrappingKey, {name: 'RSA-OAEP'});
  const encrypted = new Uint8Array(
    await crypto.subtle.encrypt(
      {name: 'AES-GCM', iv, additionalData: encoder.encode(header), tagLength: 128},
      contentKey,
      encoder.encode(JSON.stringify(card)),
    ),
  );
  // WebCrypto appends the tag of 16 bytes to the ciphertext; a JWE has them separately.
  const ciphertext = encrypted.subarray(0, -16);
  const tag = encrypted.subarray(-16);
  return [
    header,
    base64url(new Uint8Array(wrapped)),
    base64url(iv),
    base64url(ciphertext),
    base64url(tag),
  ].join('.');
}
