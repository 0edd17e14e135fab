import type {Database} from '../../../../service/src/platform/storage/database.js';

/** The process dies at a statement: nothing it had in memory is left. */
export class Died extends Error {}

/** Dies at the n-th statement from now; a transaction that was open is rolled back, one that was committed stays. */
export class Fuse {
  left = Number.POSITIVE_INFINITY;

  get isBurnt(): boolean {
    return this.left < 0;
  }

  burn(): void {
    if (this.left-- <= 0) throw new Died();
  }

  /** For what is no statement: the dead do nothing any more. */
  check(): void {
    if (this.isBurnt) throw new Died();
  }
}

/** The database as a process sees it that may die of any statement. */
export function mortal(database: Database, fuse: Fuse): Database {
  return {
    async query(sql, parameters) {
      fuse.burn();
      return database.query(sql, parameters);
    },
    async transaction(work) {
      const result = await database.transaction((tx) =>
        work({
          query(sql, parameters) {
            fuse.burn();
            return tx.query(sql, parameters);
          },
          atEnd(sql, parameters) {
            fuse.burn();
            return tx.atEnd(sql, parameters);
          },
        }),
      );
      fuse.burn();
      return result;
    },
    leases: database.leases,
    close: () => Promise.resolve(),
  };
}
