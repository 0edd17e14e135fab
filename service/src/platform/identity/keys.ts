/** The keys that sign and verify time-based tokens (passport). Their ids begin with `tbt_`. */
import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  randomBytes,
  type JsonWebKey,
  type KeyObject,
} from 'node:crypto';
import {Cache} from '../cache.js';
import type {Clock} from '../clock/clock.js';
import type {SealedColumn, Vault} from '../sealing.js';
import type {Database, Migration} from '../storage/database.js';

export const algorithm = 'EdDSA';

export const passportMigrations: readonly Migration[] = [
  {
    name: '0040_passport_keys',
    sql: `
CREATE TABLE passport_keys (
  kid text PRIMARY KEY,
  public_jwk text NOT NULL,
  sealed_private_jwk text NOT NULL,
  created_at timestamptz NOT NULL
);
`,
  },
];

/**
 * How long a key signs. The next start after that creates a new key; the old one still verifies the tokens
 * that it signed.
 */
export const signingPeriodMs = 30 * 24 * 3_600_000;

/** More than a service makes in eight years. */
const maxCachedKeys = 100;

/** The key that signs new tokens, and the public keys that verify all tokens. */
export interface PassportKeys {
  readonly kid: string;
  readonly signing: KeyObject;
  /** The public key with this id. Only keys that this service has made are found. */
  find(kid: string): Promise<KeyObject | undefined>;
}

interface KeyRow {
  readonly kid: string;
  readonly public_jwk: string;
  readonly sealed_private_jwk: string;
  readonly created_at: Date;
}

/** The keys belong to no merchant, so a fixed name stands in for the merchant's id. */
const sealContext = (kid: string) => ({record: kid, merchant: 'passport'});

export const sealedPassportKeys: SealedColumn = {
  ...{table: 'passport_keys', key: 'kid', column: 'sealed_private_jwk'},
  sealAgain: (value, {id}, again) => again(value, sealContext(id)),
};

/**
 * Loads the signing key, or creates one. Keys are stored in the database, with the private half sealed, so
 * that tokens survive a restart and several processes share them.
 */
export async function loadPassportKeys(deps: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): Promise<PassportKeys> {
  const {database, vault} = deps;
  const latest = await latestKey(database);
  const isYoungEnough = latest && deps.clock.now().getTime() - latest.created_at.getTime() < signingPeriodMs;
  const row = isYoungEnough ? latest : await createKey(deps);
  const opened = await vault.open(row.sealed_private_jwk, sealContext(row.kid));
  const key = JSON.parse(Buffer.from(opened).toString()) as JsonWebKey;
  const signing = createPrivateKey({key, format: 'jwk'});
  const publicKeys = new Cache<KeyObject>({maxEntries: maxCachedKeys});
  return {
    kid: row.kid,
    signing,
    async find(kid) {
      const known = publicKeys.get(kid);
      if (known) return known;
      const [keyRow] = await database.query<KeyRow>('SELECT * FROM passport_keys WHERE kid = $1', [kid]);
      if (!keyRow) return undefined;
      const jwk = JSON.parse(keyRow.public_jwk) as JsonWebKey;
      return publicKeys.set(kid, createPublicKey({key: jwk, format: 'jwk'}));
    },
  };
}

async function latestKey(database: Database): Promise<KeyRow | undefined> {
  const rows = await database.query<KeyRow>(
    'SELECT * FROM passport_keys ORDER BY created_at DESC, kid LIMIT 1',
  );
  return rows[0];
}

async function createKey(deps: {database: Database; vault: Vault; clock: Clock}): Promise<KeyRow> {
  const pair = generateKeyPairSync('ed25519');
  const kid = `tbt_${randomBytes(9).toString('base64url')}`;
  const privateJwk = JSON.stringify(pair.privateKey.export({format: 'jwk'}));
  const row: KeyRow = {
    kid,
    public_jwk: JSON.stringify(pair.publicKey.export({format: 'jwk'})),
    sealed_private_jwk: await deps.vault.seal(privateJwk, sealContext(kid)),
    created_at: deps.clock.now(),
  };
  await deps.database.query(
    'INSERT INTO passport_keys (kid, public_jwk, sealed_private_jwk, created_at) VALUES ($1, $2, $3, $4)',
    [row.kid, row.public_jwk, row.sealed_private_jwk, row.created_at],
  );
  return row;
}
