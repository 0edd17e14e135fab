import type {Database} from './database.js';

/** Statements that begin otherwise may write. Those that only lock rows write nothing that others see. */
const isRead = (sql: string) => /^\s*SELECT\b/i.test(sql);

/**
 * Adds `onWrite` to a database that only this process writes to.
 *
 * A query is announced when it is sent, because PGlite runs commands in that order: a later query sees
 * it. A transaction is announced when it has ended.
 */
export function withWriteSignal(database: Database): Database {
  const listeners: (() => void)[] = [];
  const announce = () => listeners.forEach((listener) => listener());
  return {
    ...database,
    query(sql, parameters) {
      const rows = database.query(sql, parameters);
      if (!isRead(sql)) announce();
      return rows as Promise<never[]>;
    },
    transaction: (work) => database.transaction(work).finally(announce),
    onWrite: (listener) => void listeners.push(listener),
  };
}
