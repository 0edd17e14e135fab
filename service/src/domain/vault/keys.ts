/** The keys of the vault. */
import {createHash} from 'node:crypto';

/** A key that encrypts data keys. Its id is stored with each encrypted record. */
export interface KeyEncryptionKey {
  readonly id: string;
  readonly bytes: Buffer;
}

/** All keys decrypt. The first one also encrypts. */
export type KeyRing = readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];

/**
 * Reads `--vault-key`: one key, or several keys separated by commas during a key rotation. The id of a key is
 * derived from its hash, so that every process computes the same id.
 *
 * @throws {RangeError} If a key is not 32 bytes. The message does not contain the key.
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
