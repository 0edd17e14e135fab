/** Stores card numbers encrypted. */
import {randomUUID} from 'node:crypto';
import type {ClearCard} from '../ports/card.js';
import type {SealedColumn, Vault} from '../../platform/sealing.js';
import type {Migration, Queries, Writes} from '../../platform/storage/database.js';
import type {Clock} from '../../platform/clock/clock.js';
import {brandOf} from '../../../../src/protocol/index.js';
import {decodeAndWipe} from '../../platform/secrets/wipe.js';

export const cardMigrations: readonly Migration[] = [
  {
    name: '0020_vault_cards',
    sql: `
CREATE TABLE vault_cards (
  id text PRIMARY KEY,
  merchant text NOT NULL,
  sealed text NOT NULL,
  fingerprint text NOT NULL,
  brand text NOT NULL,
  bin text NOT NULL,
  last_four text NOT NULL,
  expiration_month text NOT NULL,
  expiration_year text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX vault_cards_fingerprint ON vault_cards (merchant, fingerprint);
`,
  },
];

export const sealedCards: SealedColumn = {
  ...{table: 'vault_cards', key: 'id', column: 'sealed', merchant: 'merchant'},
  sealAgain: (value, {id, merchant}, again) => again(value, {record: id, merchant}),
};

/** The part of a card that may be shown: PCI DSS 3.4.1 allows the first six and last four digits. */
export interface StoredCard {
  readonly id: string;
  readonly fingerprint: string;
  readonly brand: ClearCard['brand'];
  readonly bin: string;
  readonly lastFour: string;
  readonly expirationMonth: string;
  readonly expirationYear: string;
}

/** An encrypted card that `save` stores. */
export interface PreparedCard {
  readonly stored: StoredCard;
  readonly save: (tx: Writes) => void;
}

/** Card numbers are stored only in `vault_cards.sealed`. Security codes are never stored. */
export interface CardStore {
  /** Encrypts a card before the transaction that stores it, because encryption is asynchronous. */
  prepare(card: ClearCard, merchant: string): Promise<PreparedCard>;
  describe(queries: Queries, id: string): Promise<StoredCard>;
  /** Decrypts a card for the network. */
  reveal(queries: Queries, id: string): Promise<ClearCard>;
  /** Decrypts many cards. The map has their ids as keys, and omits erased cards. */
  revealAll(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, ClearCard>>;
  /** Erases a card. */
  forget(tx: Writes, id: string): void;
  /** Fingerprints by card id. Two cards of a merchant with the same number have the same fingerprint. */
  fingerprints(queries: Queries, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** SQL statement that erases the cards whose ids the query `select` returns. */
export const forgetCards = (select: string) => `DELETE FROM vault_cards WHERE id IN (${select})`;

/** SQL expression for the fingerprint of a card. `id` is an SQL expression too, such as `$1`. */
export const fingerprintOf = (id: string) => `(SELECT fingerprint FROM vault_cards WHERE id = ${id})`;

/** SQL statement that changes the expiry of cards. The query `select` returns their id, month and year. */
export const renewCards = (select: string) =>
  `UPDATE vault_cards SET expiration_month = renewed.month, expiration_year = renewed.year
   FROM (${select}) AS renewed (id, month, year) WHERE vault_cards.id = renewed.id`;

interface CardRow {
  readonly id: string;
  readonly merchant: string;
  readonly sealed: string;
  readonly fingerprint: string;
  readonly brand: string;
  readonly bin: string;
  readonly last_four: string;
  readonly expiration_month: string;
  readonly expiration_year: string;
}

function describeRow(row: CardRow): StoredCard {
  return {
    id: row.id,
    fingerprint: row.fingerprint,
    brand: brandOf(row.brand) ?? 'unknown',
    bin: row.bin,
    lastFour: row.last_four,
    expirationMonth: row.expiration_month,
    expirationYear: row.expiration_year,
  };
}

function insertCard(
  tx: Writes,
  card: StoredCard,
  {merchant, sealed, now}: {readonly merchant: string; readonly sealed: string; readonly now: Date},
): void {
  tx.atEnd(
    `INSERT INTO vault_cards (id, merchant, sealed, fingerprint, brand, bin, last_four, expiration_month,
       expiration_year, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      card.id,
      merchant,
      sealed,
      card.fingerprint,
      card.brand,
      card.bin,
      card.lastFour,
      card.expirationMonth,
      card.expirationYear,
      now,
    ],
  );
}

export function createCardStore({vault, clock}: {vault: Vault; clock: Clock}): CardStore {
  const read = async (queries: Queries, id: string) => {
    const [row] = await queries.query<CardRow>('SELECT * FROM vault_cards WHERE id = $1', [id]);
    if (!row) throw new Error('The vault has no card with this id.');
    return row;
  };
  const decrypt = async (row: CardRow): Promise<ClearCard> => {
    const number = decodeAndWipe(await vault.open(row.sealed, {record: row.id, merchant: row.merchant}));
    const {brand, expirationMonth, expirationYear} = describeRow(row);
    return {number, brand, expirationMonth, expirationYear};
  };
  return {
    async prepare(card, merchant) {
      const id = `card_${randomUUID()}`;
      const sealed = await vault.seal(card.number, {record: id, merchant});
      const stored: StoredCard = {
        id,
        fingerprint: vault.fingerprint(card.number, merchant),
        brand: card.brand,
        bin: card.number.slice(0, 6),
        lastFour: card.number.slice(-4),
        expirationMonth: card.expirationMonth,
        expirationYear: card.expirationYear,
      };
      return {stored, save: (tx) => insertCard(tx, stored, {merchant, sealed, now: clock.now()})};
    },
    describe: async (queries, id) => describeRow(await read(queries, id)),
    reveal: async (queries, id) => decrypt(await read(queries, id)),
    async revealAll(queries, ids) {
      const rows = await queries.query<CardRow>('SELECT * FROM vault_cards WHERE id = ANY($1::text[])', [
        ids,
      ]);
      return new Map(await Promise.all(rows.map(async (row) => [row.id, await decrypt(row)] as const)));
    },
    async fingerprints(queries, ids) {
      const rows = await queries.query<Pick<CardRow, 'id' | 'fingerprint'>>(
        'SELECT id, fingerprint FROM vault_cards WHERE id = ANY($1::text[])',
        [ids],
      );
      return new Map(rows.map(({id, fingerprint}) => [id, fingerprint]));
    },
    forget(tx, id) {
      tx.atEnd('DELETE FROM vault_cards WHERE id = $1', [id]);
    },
  };
}
