import {createHash} from 'node:crypto';

/** A key-encryption key: it only wraps data keys. Its id is stored with each record. */
export interface KeyEncryptionKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** Keys for decryption; the first one also encrypts. */
export type KeyRing = readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];

/**
 * Reads `--vault-key`: 32 bytes as 64 hexadecimal digits or as base64, several separated by commas while keys
 * are rotated. The id of a key is taken from its hash, so that the same key has the same id everywhere.
 *
 * @throws {RangeError} for anything that is not 32 bytes; the message never holds the text.
 */
export function readKeyRing(text: string): KeyRing {
  const [first, ...rest] = text.split(',').map((part) => readKey(part.trim()));
  return [first!, ...rest];
}

function readKey(text: string): KeyEncryptionKey {
  const bytes = /^[0-9a-f]{64}$/i.test(text) ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length !== 32) {
    throw new RangeError(
      'The vault key must be 32 bytes: 64 hexadecimal digits, or 44 characters of base64.',
    );
  }
  const id = createHash('sha256').update('card-vault key id').update(bytes).digest('hex').slice(0, 12);
  return {id, bytes};
}
