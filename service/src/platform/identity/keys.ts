import {createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes} from 'node:crypto';
import type {JsonWebKey, KeyObject} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import type {Vault} from '../sealing.js';
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
 * A key that has signed for so long is followed by another when the service starts; what it signed stays good
 * for its time.
 */
export const longestServiceMs = 30 * 24 * 3_600_000;

/** The key that signs, and those that older tokens were signed with. */
export interface PassportKeys {
  readonly kid: string;
  readonly signing: KeyObject;
  /** By `kid`, from our own list only. */
  find(kid: string): Promise<KeyObject | undefined>;
}

interface KeyRow {
  readonly kid: string;
  readonly public_jwk: string;
  readonly sealed_private_jwk: string;
  readonly created_at: Date;
}

const contextOf = (kid: string) => ({record: kid, merchant: 'passport'});

/**
 * Keys live in the database, the private half sealed, so that tokens outlive a restart and several processes
 * agree.
 */
export async function loadPassportKeys(deps: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): Promise<PassportKeys> {
  const {database, vault} = deps;
  const latest = await newest(database);
  const isGood = latest && deps.clock.now().getTime() - latest.created_at.getTime() < longestServiceMs;
  const row = isGood ? latest : await create(deps);
  const opened = await vault.open(row.sealed_private_jwk, contextOf(row.kid));
  const key = JSON.parse(Buffer.from(opened).toString()) as JsonWebKey;
  const signing = createPrivateKey({key, format: 'jwk'});
  const found = new Map<string, KeyObject>();
  return {
    kid: row.kid,
    signing,
    async find(kid) {
      const known = found.get(kid);
      if (known) return known;
      const [stored] = await database.query<KeyRow>('SELECT * FROM passport_keys WHERE kid = $1', [kid]);
      if (!stored) return undefined;
      const jwk = JSON.parse(stored.public_jwk) as JsonWebKey;
      const publicKey = createPublicKey({key: jwk, format: 'jwk'});
      found.set(kid, publicKey);
      return publicKey;
    },
  };
}

async function newest(database: Database): Promise<KeyRow | undefined> {
  const rows = await database.query<KeyRow>(
    'SELECT * FROM passport_keys ORDER BY created_at DESC, kid LIMIT 1',
  );
  return rows[0];
}

async function create(deps: {database: Database; vault: Vault; clock: Clock}): Promise<KeyRow> {
  const pair = generateKeyPairSync('ed25519');
  const kid = `tbt_${randomBytes(9).toString('base64url')}`;
  const privateJwk = JSON.stringify(pair.privateKey.export({format: 'jwk'}));
  const row: KeyRow = {
    kid,
    public_jwk: JSON.stringify(pair.publicKey.export({format: 'jwk'})),
    sealed_private_jwk: await deps.vault.seal(privateJwk, contextOf(kid)),
    created_at: deps.clock.now(),
  };
  await deps.database.query(
    'INSERT INTO passport_keys (kid, public_jwk, sealed_private_jwk, created_at) VALUES ($1, $2, $3, $4)',
    [row.kid, row.public_jwk, row.sealed_private_jwk, row.created_at],
  );
  return row;
}
