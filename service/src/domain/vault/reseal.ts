/** Seals again, under the first vault key, what older keys sealed, so that those can be taken away. */
import {VaultError} from '../../platform/errors.js';
import type {Logger} from '../../platform/logger.js';
import type {SealedColumn, SealedRow} from '../../platform/sealing.js';
import type {Queries} from '../../platform/storage/database.js';
import type {DueWork} from '../../platform/worker/due-work.js';
import type {KeyRing} from './keys.js';
import {sealAgain, sealedFingerprints} from './vault.js';

/** Rows that one statement reads or writes. */
const rowsPerPage = 200;
/** Pages of one pass of the worker, so that other work is not delayed. */
const pagesPerPass = 10;
/** Real time until the next look, for what a process that still seals with the old key has stored since. */
const lookAgainMs = 10 * 60_000;

interface Row extends Omit<SealedRow, 'merchants'> {
  readonly value: string;
}

interface ResealDependencies {
  readonly database: Queries;
  readonly ring: KeyRing;
  /** All columns with sealed values, but that of the fingerprints. */
  readonly columns: readonly SealedColumn[];
  /** The ids of all merchants. */
  readonly merchants: () => Promise<readonly string[]>;
  readonly logger: Logger;
}

/** Values by how they are sealed, but for those of the first key. */
interface Count {
  /** Sealed with an old key that is in the ring. */
  old: number;
  /** Sealed with keys that are not in the ring. */
  foreign: number;
  readonly foreignKeys: Set<string>;
}

/**
 * While there are several vault keys: counts what old keys sealed, seals it again page by page, and counts
 * once more. It may be killed at any moment, and several processes may do it at once: each row is changed by
 * one statement, and only if it still has the value that was read.
 */
export function resealing(deps: ResealDependencies & {readonly nowMs?: () => number}): DueWork {
  const {ring, logger, nowMs = () => performance.now()} = deps;
  let round: Round | undefined;
  let pages: AsyncGenerator<void, boolean> | undefined;
  let next = -Infinity;
  async function pass(): Promise<void> {
    round ??= new Round(deps);
    pages ??= round.run();
    for (let page = 0; page < pagesPerPass; page++) {
      const {done, value: complete} = await pages.next();
      if (!done) continue;
      if (complete === true) next = nowMs() + lookAgainMs;
      pages = round = undefined;
      return;
    }
    if (round.left > 0) logger.info('vault.resealing', {left: round.left});
  }
  return {
    name: 'reseal',
    async run() {
      if (ring.length === 1 || nowMs() < next) return 0;
      try {
        await pass();
      } catch (error) {
        pages = round = undefined;
        throw error;
      }
      return 0;
    },
    isHalfDone: () => round !== undefined,
    isDue: () => Promise.resolve(false),
    // Nothing depends on when a value is sealed again, so the clock need not stop for it.
    nextDue: () => Promise.resolve(undefined),
    release: () => Promise.resolve(),
  };
}

/** One walk through all sealed columns. */
class Round {
  readonly #deps: ResealDependencies;
  /** How many values are still sealed with an old key; 0 until they are counted. */
  left = 0;
  #damaged = 0;

  constructor(deps: ResealDependencies) {
    this.#deps = deps;
  }

  /** Yields after each page. Returns whether the next walk can wait. */
  async *run(): AsyncGenerator<void, boolean> {
    const {columns, logger, ring} = this.#deps;
    const before = yield* this.#count();
    this.left = before.old;
    if (before.old > 0) {
      for (const column of columns) yield* this.#resealColumn(column);
    }
    const {old: left, foreign, foreignKeys} = before.old > 0 ? yield* this.#count() : before;
    this.left = left;
    if (foreign > 0) logger.error('vault.key_missing', {count: foreign, keys: [...foreignKeys].join(' ')});
    if (this.#damaged > 0) logger.error('vault.not_resealed', {count: this.#damaged});
    if (left > 0 || foreign > 0) return this.#damaged > 0 || left === 0;
    yield* this.#resealColumn(sealedFingerprints);
    const keys = ring.slice(1).map(({id}) => id);
    logger.info('vault.resealed', {left: 0, keys: keys.join(' ')});
    return true;
  }

  async *#count(): AsyncGenerator<void, Count> {
    const {columns, ring} = this.#deps;
    const found: Count = {old: 0, foreign: 0, foreignKeys: new Set()};
    for (const column of columns) {
      for await (const page of this.#pagesOf(column)) {
        for (const [, key = ''] of page.flatMap(({value}) => [...value.matchAll(sealedText)])) {
          if (key === ring[0].id) continue;
          if (ring.some(({id}) => id === key)) found.old++;
          else {
            found.foreign++;
            found.foreignKeys.add(key);
          }
        }
        yield;
      }
    }
    return found;
  }

  async *#resealColumn(column: SealedColumn): AsyncGenerator<void, void> {
    const {ring, database} = this.#deps;
    const merchants = await this.#deps.merchants();
    const update = updateOf(column);
    for await (const page of this.#pagesOf(column)) {
      const changed: {readonly id: string; readonly value: string; readonly fresh: string}[] = [];
      for (const {value, ...row} of page) {
        try {
          const fresh = await column.sealAgain(value, {...row, merchants}, (sealed, ...contexts) =>
            Promise.resolve(sealAgain(ring, sealed, contexts)),
          );
          if (fresh !== value) changed.push({id: row.id, value, fresh});
        } catch (error) {
          if (!(error instanceof VaultError)) throw error;
          this.#damaged++;
        }
      }
      if (changed.length > 0) {
        const list = (name: 'id' | 'value' | 'fresh') => changed.map((row) => row[name]);
        await database.query(update, [list('id'), list('value'), list('fresh')]);
        this.left = Math.max(0, this.left - changed.length);
      }
      yield;
    }
  }

  /** Reads by the primary key, so that no statement takes long, however many rows there are. */
  async *#pagesOf({table, key, column, merchant}: SealedColumn): AsyncGenerator<readonly Row[]> {
    for (let after = ''; ;) {
      const rows = await this.#deps.database.query<Row>(
        `SELECT ${key} AS id, ${merchant ?? `''`} AS merchant, COALESCE(${column}::text, '') AS value
         FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${rowsPerPage}`,
        [after],
      );
      yield rows;
      if (rows.length < rowsPerPage) return;
      after = rows.at(-1)!.id;
    }
  }
}

/** Ids of the keys in a value: a sealed string, or JSON with sealed values. */
const sealedText = /\bv1\.([0-9a-f]{12})\.[\w-]+\.[\w-]+/g;

/** SQL that changes the values of rows that were not changed since. */
const updateOf = ({table, key, column, type}: SealedColumn) =>
  `UPDATE ${table} SET ${column} = resealed.fresh::${type ?? 'text'}
   FROM unnest($1::text[], $2::text[], $3::text[]) AS resealed (id, value, fresh)
   WHERE ${table}.${key} = resealed.id AND ${table}.${column}::text = resealed.value`;
