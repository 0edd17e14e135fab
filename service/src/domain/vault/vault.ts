/**
 * The vault encrypts each record with a random data key of its own (AES-256-GCM), and stores that data key
 * encrypted ("wrapped") with a key-encryption key.
 */
import {createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes} from 'node:crypto';
import {Cache} from '../../platform/cache.js';
import {VaultError} from '../../platform/errors.js';
import type {SealContext, SealedColumn, Vault} from '../../platform/sealing.js';
import type {Database, Migration} from '../../platform/storage/database.js';
import type {KeyEncryptionKey, KeyRing} from './keys.js';

const version = 'v1';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** Seal context of the secret from which each merchant's fingerprint key is derived. */
const fingerprintRecord = {record: 'vault_fingerprints', merchant: 'vault'};
const addTheKey =
  'Add it behind the new one, in CARD_VAULT_VAULT_KEY or on a line of the file of CARD_VAULT_VAULT_KEY_FILE. Nothing was changed.';
/** Merchants whose fingerprint key is kept in memory. */
const maxCachedKeys = 1000;

export const vaultMigrations: readonly Migration[] = [
  {
    name: '0010_vault_secrets',
    sql: 'CREATE TABLE vault_secrets (name text PRIMARY KEY, sealed text NOT NULL);',
  },
];

/** @returns The nonce, the encrypted bytes and the authentication tag, in one buffer (a "box"). */
function encrypt(
  {key, nonce}: {readonly key: Uint8Array; readonly nonce: Uint8Array},
  plain: Uint8Array,
  associated: Buffer,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Uint8Array, box: Buffer, associated: Buffer): Buffer {
  if (box.length < nonceBytes + tagBytes) throw new VaultError('The sealed text is incomplete.');
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(associated).setAuthTag(box.subarray(-tagBytes));
  try {
    // GCM makes no other copy of the plain text. The caller wipes this buffer.
    const plain = decipher.update(box.subarray(nonceBytes, -tagBytes));
    decipher.final();
    return plain;
  } catch (cause) {
    throw new VaultError('The sealed text was changed, or belongs to another record or merchant.', {cause});
  }
}

/**
 * Data that decryption must state again. It binds the sealed text to its record, so that rows cannot be
 * swapped (guarantees 4.8).
 */
function associatedData({record, merchant}: SealContext, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([version, record, merchant, keyId]));
}

function sealWith(key: KeyEncryptionKey, plain: Uint8Array, context: SealContext): string {
  const associated = associatedData(context, key.id);
  // One call for all random bytes, because a call takes as long as the encryption.
  const random = randomBytes(keyBytes + 2 * nonceBytes);
  const dataKey = random.subarray(0, keyBytes);
  const [wrapNonce, nonce] = [random.subarray(keyBytes, -nonceBytes), random.subarray(-nonceBytes)];
  try {
    const wrapped = encrypt({key: key.bytes, nonce: wrapNonce}, dataKey, associated);
    const box = encrypt({key: dataKey, nonce}, plain, associated);
    return [version, key.id, wrapped.toString('base64url'), box.toString('base64url')].join('.');
  } finally {
    dataKey.fill(0);
  }
}

function openWith(ring: KeyRing, sealed: string, context: SealContext): Buffer {
  const [foundVersion, keyId, wrapped, box, ...rest] = sealed.split('.');
  if (
    foundVersion !== version ||
    keyId === undefined ||
    wrapped === undefined ||
    box === undefined ||
    rest.length > 0
  ) {
    throw new VaultError('The text was not sealed by this vault.');
  }
  const key = ring.find(({id}) => id === keyId);
  if (!key) throw new VaultError(`The text was sealed with the key ${keyId}. ${addTheKey}`);
  const associated = associatedData(context, key.id);
  const dataKey = decrypt(key.bytes, Buffer.from(wrapped, 'base64url'), associated);
  try {
    return decrypt(dataKey, Buffer.from(box, 'base64url'), associated);
  } finally {
    dataKey.fill(0);
  }
}

/**
 * Opens the vault of a database. The secret for fingerprints is created once and stored encrypted, so that a
 * new key-encryption key does not change the fingerprints.
 *
 * @throws {VaultError} If the database was encrypted with other keys.
 */
export async function createVault(database: Database, ring: KeyRing): Promise<Vault> {
  const fingerprintSecret = await loadFingerprintSecret(database, ring);
  const fingerprintKeys = new Cache<Buffer>({maxEntries: maxCachedKeys});
  const derive = (merchant: string) =>
    Buffer.from(hkdfSync('sha256', fingerprintSecret, merchant, 'card-vault fingerprint', 32));
  const fingerprintKey = (merchant: string) =>
    fingerprintKeys.get(merchant) ?? fingerprintKeys.set(merchant, derive(merchant));
  return {
    async seal(plain, context) {
      if (typeof plain !== 'string') return sealWith(ring[0], plain, context);
      // Wipe this copy. Node reuses the memory of small buffers without clearing it, so that a core dump
      // could contain the plain text long afterwards.
      const copy = Buffer.from(plain);
      try {
        return sealWith(ring[0], copy, context);
      } finally {
        copy.fill(0);
      }
    },
    open: async (sealed, context) => openWith(ring, sealed, context),
    fingerprint: (text, merchant) =>
      createHmac('sha256', fingerprintKey(merchant)).update(text).digest('hex'),
  };
}

async function loadFingerprintSecret(database: Database, ring: KeyRing): Promise<Buffer> {
  await database.query(
    'INSERT INTO vault_secrets (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    ['fingerprint', sealWith(ring[0], randomBytes(32), fingerprintRecord)],
  );
  const [row] = await database.query<{sealed: string}>('SELECT sealed FROM vault_secrets WHERE name = $1', [
    'fingerprint',
  ]);
  return openFingerprintSecret(row!.sealed, ring);
}

function openFingerprintSecret(sealed: string, ring: KeyRing): Buffer {
  try {
    return openWith(ring, sealed, fingerprintRecord);
  } catch (cause) {
    throw new VaultError(
      `The database was sealed with another vault key: ${sealingKeyOf(sealed) ?? 'unknown'} (an id, not the key). ${addTheKey}`,
      {cause},
    );
  }
}

/**
 * Checks keys with the encrypted secret that every used database has in `vault_secrets`.
 *
 * @throws {VaultError} If none of the keys decrypts the secret.
 */
export function refuseIfKeysDoNotFit(sealedSecret: string, ring: KeyRing): void {
  openFingerprintSecret(sealedSecret, ring).fill(0);
}

/**
 * Opens a value that an old key of the ring sealed, and seals it with the first key. Any other value is returned
 * as it is.
 *
 * @throws {VaultError} If the value fits none of the contexts.
 */
export function sealAgain(ring: KeyRing, sealed: string, contexts: readonly SealContext[]): string {
  const keyId = sealingKeyOf(sealed);
  if (keyId === ring[0].id || !ring.some(({id}) => id === keyId)) return sealed;
  for (const [index, context] of contexts.entries()) {
    try {
      const plain = openWith(ring, sealed, context);
      try {
        return sealWith(ring[0], plain, context);
      } finally {
        plain.fill(0);
      }
    } catch (error) {
      if (!(error instanceof VaultError) || index === contexts.length - 1) throw error;
    }
  }
  throw new VaultError('No merchant is known to whom the sealed text could belong.');
}

/**
 * The secret behind the fingerprints. It is sealed again after everything else: as long as the old key is
 * needed, a service without it refuses to start.
 */
export const sealedFingerprints: SealedColumn = {
  ...{table: 'vault_secrets', key: 'name', column: 'sealed'},
  sealAgain: (value, _row, again) => again(value, fingerprintRecord),
};

/** Id of the key that sealed a string; undefined if the string is not sealed. */
export const sealingKeyOf = (text: string): string | undefined =>
  /^v1\.([0-9a-f]{12})\.[\w-]+\.[\w-]+$/.exec(text)?.[1];

/** @throws {VaultError} If the ring lacks one of the keys. The message lists the ids of the missing keys. */
export function refuseIfKeysAreMissing(ids: Iterable<string>, ring: KeyRing): void {
  const missing = [...ids].filter((id) => !ring.some((key) => key.id === id));
  if (missing.length === 0) return;
  throw new VaultError(
    `Some data was sealed with the vault key ${missing.join(', ')} (an id, not the key). ${addTheKey}`,
  );
}
