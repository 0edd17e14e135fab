import type {SqliteDatabase} from '../../../src/server/index.js';

/** What the tests use of `node:sqlite`, whose types come with a newer Node than the oldest that is supported. */
export interface SqliteFile extends SqliteDatabase {
  exec(sql: string): void;
  close(): void;
}

export interface SqliteModule {
  readonly DatabaseSync: new (path: string, options: {timeout: number}) => SqliteFile;
}
