import {exportJWK, generateKeyPair, importJWK} from 'jose';
import type {CryptoKey, JWK} from 'jose';
import {randomBytes} from 'node:crypto';
import type {Clock} from '../clock/clock.js';
import type {Vault} from '../parts.js';
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

/** The key that signs, and those that older tokens were signed with. */
export interface PassportKeys {
  readonly kid: string;
  readonly signing: CryptoKey;
  /** By `kid`, from our own list only. */
  find(kid: string): Promise<CryptoKey | undefined>;
}

interface KeyRow {
  readonly kid: string;
  readonly public_jwk: string;
  readonly sealed_private_jwk: string;
}

const contextOf = (kid: string) => ({record: kid, merchant: 'passport'});

/** Keys live in the database, the private half sealed, so that tokens outlive a restart and several processes agree. */
export async function loadPassportKeys(deps: {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
}): Promise<PassportKeys> {
  const {database, vault} = deps;
  const row = (await newest(database)) ?? (await create(deps));
  const opened = await vault.open(row.sealed_private_jwk, contextOf(row.kid));
  const signing = await importJWK(JSON.parse(Buffer.from(opened).toString()) as JWK, algorithm);
  const found = new Map<string, CryptoKey>();
  return {
    kid: row.kid,
    signing: signing as CryptoKey,
    async find(kid) {
      const known = found.get(kid);
      if (known) return known;
      const [stored] = await database.query<KeyRow>('SELECT * FROM passport_keys WHERE kid = $1', [kid]);
      if (!stored) return undefined;
      const key = (await importJWK(JSON.parse(stored.public_jwk) as JWK, algorithm)) as CryptoKey;
      found.set(kid, key);
      return key;
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
  const pair = await generateKeyPair(algorithm, {extractable: true});
  const kid = `tbt_${randomBytes(9).toString('base64url')}`;
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  const row: KeyRow = {
    kid,
    public_jwk: JSON.stringify(await exportJWK(pair.publicKey)),
    sealed_private_jwk: await deps.vault.seal(privateJwk, contextOf(kid)),
  };
  await deps.database.query(
    'INSERT INTO passport_keys (kid, public_jwk, sealed_private_jwk, created_at) VALUES ($1, $2, $3, $4)',
    [row.kid, row.public_jwk, row.sealed_private_jwk, deps.clock.now()],
  );
  return row;
}
