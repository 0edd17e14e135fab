import {createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes} from 'node:crypto';
import {VaultError} from '../../platform/errors.js';
import type {SealContext, Vault} from '../../platform/sealing.js';
import type {Database, Migration} from '../../platform/storage/database.js';
import type {KeyEncryptionKey, KeyRing} from './keys.js';

const version = 'v1';
const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;
/** Record id of the secret that all fingerprint keys are derived from. */
const fingerprintRecord = {record: 'vault_fingerprints', merchant: 'vault'};

export const vaultMigrations: readonly Migration[] = [
  {
    name: '0010_vault_secrets',
    sql: 'CREATE TABLE vault_secrets (name text PRIMARY KEY, sealed text NOT NULL);',
  },
];

function encrypt(
  {key, nonce}: {readonly key: Uint8Array; readonly nonce: Uint8Array},
  plain: Uint8Array,
  associated: Buffer,
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(associated);
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function decrypt(key: Uint8Array, box: Buffer, associated: Buffer): Buffer {
  if (box.length < nonceBytes + tagBytes) throw new VaultError('The sealed text is cut short.');
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAAD(associated).setAuthTag(box.subarray(-tagBytes));
  try {
    // This mode decrypts in one piece without further copies; the caller wipes the buffer.
    const plain = decipher.update(box.subarray(nonceBytes, -tagBytes));
    decipher.final();
    return plain;
  } catch (cause) {
    throw new VaultError('The sealed text does not belong here.', {cause});
  }
}

/** Record, merchant and key id as authenticated data, so that rows cannot be swapped (guarantees 4.8). */
function associatedData({record, merchant}: SealContext, keyId: string): Buffer {
  return Buffer.from(JSON.stringify([version, record, merchant, keyId]));
}

function sealWith(key: KeyEncryptionKey, plain: Uint8Array, context: SealContext): string {
  const associated = associatedData(context, key.id);
  // Drawn in one call, because each call costs as much as encrypting does.
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
  const [seen, keyId, wrapped, box, ...rest] = sealed.split('.');
  if (
    seen !== version ||
    keyId === undefined ||
    wrapped === undefined ||
    box === undefined ||
    rest.length > 0
  ) {
    throw new VaultError('This is no sealed text.');
  }
  const key = ring.find(({id}) => id === keyId);
  if (!key) throw new VaultError(`The text was sealed under the key ${keyId}, which is not here.`);
  const associated = associatedData(context, key.id);
  const dataKey = decrypt(key.bytes, Buffer.from(wrapped, 'base64url'), associated);
  try {
    return decrypt(dataKey, Buffer.from(box, 'base64url'), associated);
  } finally {
    dataKey.fill(0);
  }
}

/**
 * The vault of one database. The secret behind the fingerprints is made once for each database and kept there
 * sealed, so that rotating the key-encryption key changes no fingerprint.
 *
 * @throws {VaultError} when the database was sealed under other keys.
 */
export async function createVault(database: Database, ring: KeyRing): Promise<Vault> {
  const fingerprintSecret = await loadFingerprintSecret(database, ring);
  const fingerprintKeys = new Map<string, Buffer>();
  const fingerprintKey = (merchant: string) => {
    const known = fingerprintKeys.get(merchant);
    if (known) return known;
    const made = Buffer.from(hkdfSync('sha256', fingerprintSecret, merchant, 'card-vault fingerprint', 32));
    fingerprintKeys.set(merchant, made);
    return made;
  };
  return {
    async seal(plain, context) {
      if (typeof plain !== 'string') return sealWith(ring[0], plain, context);
      // Small buffers are cut from a slab that is never cleared: what stood there would be in a core dump for
      // long.
      const own = Buffer.from(plain);
      try {
        return sealWith(ring[0], own, context);
      } finally {
        own.fill(0);
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
      'The vault key does not fit this database: it was sealed under another one. Start with the key it was made with.',
      {cause},
    );
  }
}

/**
 * Whether keys fit a database, by the sealed secret that every used one keeps in `vault_secrets`.
 *
 * @throws {VaultError} when they do not.
 */
export function refuseOtherVaultKey(sealedSecret: string, ring: KeyRing): void {
  openFingerprintSecret(sealedSecret, ring).fill(0);
}

/** Id of the key that sealed a string; `undefined` if it is not sealed. */
export const sealingKeyOf = (text: string): string | undefined =>
  /^v1\.([0-9a-f]{12})\.[\w-]+\.[\w-]+$/.exec(text)?.[1];

/** @throws {VaultError} naming the keys that something was sealed under and that are not here. */
export function refuseMissingKeys(ids: Iterable<string>, ring: KeyRing): void {
  const missing = [...ids].filter((id) => !ring.some((key) => key.id === id));
  if (missing.length === 0) return;
  throw new VaultError(
    `Some of it was sealed under the vault key ${missing.join(', ')} (an id, not the key), which is not here. Name every key with --vault-key, by commas.`,
  );
}
