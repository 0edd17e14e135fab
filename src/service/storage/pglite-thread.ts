import {fileURLToPath} from 'node:url';
import {Worker, isMainThread, parentPort, workerData} from 'node:worker_threads';
import type {MessagePort} from 'node:worker_threads';
import type {PGlite, Transaction} from '@electric-sql/pglite';
import type {Database, Queries} from './database.js';
import {createPglite} from './pglite.js';

/**
 * PGlite in a thread of its own, so that the event loop stays free while it works (guarantees 1 and 4.10). This file is both
 * ends: imported it opens the database, started as a worker it serves it. That way it needs no second entry in a bundle.
 */
interface ThreadData {
  readonly cardVaultDatabase: true;
  readonly folder: string | undefined;
}

/** From the service to the thread. Every message is answered under its `id`. */
type Order =
  /** `transaction` is the id of the order that began one; missing outside of any. */
  | {
      readonly id: number;
      readonly kind: 'query';
      readonly sql: string;
      readonly parameters: readonly unknown[];
      readonly transaction?: number;
    }
  | {readonly id: number; readonly kind: 'begin'}
  | {readonly id: number; readonly kind: 'commit' | 'rollback'; readonly transaction: number}
  | {readonly id: number; readonly kind: 'close'};

/** `buffers` names the columns of bytes. */
interface Answered {
  readonly id: number;
  readonly rows: readonly Row[];
  readonly buffers: readonly string[];
}

type Reply = Answered | {readonly id: number; readonly failure: Failure};

type Row = Record<string, unknown>;

/** Errors lose their own fields on the way between threads. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
}

const BYTEA = 17;

function failureOf(error: unknown): Failure {
  const {name, message, code} = error as Error & {code?: unknown};
  return {name, message, code: typeof code === 'string' ? code : undefined};
}

/* ---- in the thread ---- */

/** A transaction that is open: statements go to `tx`, `end` says how it ends. */
interface Open {
  readonly tx: Transaction;
  readonly end: (commit: boolean) => void;
  readonly ended: Promise<void>;
}

class RolledBack extends Error {}

/** Begins a transaction and answers once it is there. It lasts until `end` is called. */
function begin(engine: PGlite): Promise<Open> {
  return new Promise((opened, failed) => {
    let end: (commit: boolean) => void = () => undefined;
    const decided = new Promise<boolean>((resolve) => (end = resolve));
    const ended = engine
      .transaction(async (tx) => {
        opened({tx, end, ended});
        if (!(await decided)) throw new RolledBack();
      })
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error;
      });
    ended.catch(failed);
  });
}

const nothing = {rows: [], buffers: []};

async function serve(port: MessagePort, {folder}: ThreadData): Promise<void> {
  const engine = await createPglite(folder);
  const open = new Map<number, Open>();
  const carryOut = async (order: Order): Promise<Omit<Answered, 'id'>> => {
    if (order.kind === 'query') {
      const target = order.transaction === undefined ? engine : open.get(order.transaction)!.tx;
      const {rows, fields} = await target.query<Row>(order.sql, [...order.parameters]);
      return {rows, buffers: fields.filter(({dataTypeID}) => dataTypeID === BYTEA).map(({name}) => name)};
    }
    if (order.kind === 'begin') open.set(order.id, await begin(engine));
    else if (order.kind === 'close') await engine.close();
    else {
      const {end, ended} = open.get(order.transaction)!;
      open.delete(order.transaction);
      end(order.kind === 'commit');
      await ended;
    }
    return nothing;
  };
  port.on('message', (order: Order) => {
    carryOut(order).then(
      (reply) => port.postMessage({id: order.id, ...reply}),
      (error: unknown) => port.postMessage({id: order.id, failure: failureOf(error)}),
    );
  });
  port.postMessage({id: 0, ...nothing});
}

/* ---- in the service ---- */

/** Run from its sources, Node can read this file only with the help that reads them in the main thread. */
function startWorker(workerData: ThreadData): Worker {
  const entry = import.meta.url;
  if (!entry.endsWith('.ts')) return new Worker(fileURLToPath(entry), {workerData});
  const code = `import('tsx/esm/api').then(({register}) => (register(), import(${JSON.stringify(entry)})))`;
  return new Worker(code, {eval: true, workerData});
}

type Pending = {readonly resolve: (rows: readonly Row[]) => void; readonly reject: (error: Error) => void};

/** The other end of the thread: sends orders and keeps who waits for which answer. */
class Thread {
  readonly #worker: Worker;
  readonly #pending = new Map<number, Pending>();
  #last = 0;
  #dead: Error | undefined;

  constructor(folder: string | undefined) {
    const data: ThreadData = {cardVaultDatabase: true, folder};
    this.#worker = startWorker(data);
    this.#worker.on('message', (reply: Reply) => this.#settle(reply));
    this.#worker.on('error', (error: Error) => this.#die(error));
    this.#worker.on('exit', () => this.#die(new Error('The database’s thread has ended.')));
  }

  /** Answers when the database is open. */
  opened(): Promise<void> {
    return new Promise((resolve, reject) => this.#pending.set(0, {resolve: () => resolve(), reject}));
  }

  /** Sends an order; the id it got is the transaction's when it began one. */
  send(order: Order extends infer One ? (One extends Order ? Omit<One, 'id'> : never) : never): {
    readonly id: number;
    readonly answer: Promise<readonly Row[]>;
  } {
    const id = ++this.#last;
    const answer = new Promise<readonly Row[]>((resolve, reject) => {
      if (this.#dead) return reject(this.#dead);
      this.#pending.set(id, {resolve, reject});
      this.#worker.postMessage({...order, id});
    });
    return {id, answer};
  }

  async end(): Promise<void> {
    await this.#worker.terminate();
  }

  #settle(reply: Reply): void {
    const waiting = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if ('failure' in reply) {
      const {name, message, code} = reply.failure;
      waiting?.reject(Object.assign(new Error(message), {name, ...(code !== undefined && {code})}));
      return;
    }
    for (const name of reply.buffers) {
      for (const row of reply.rows) row[name] = bufferOf(row[name]);
    }
    waiting?.resolve(reply.rows);
  }

  #die(error: Error): void {
    this.#dead ??= error;
    for (const {reject} of this.#pending.values()) reject(this.#dead);
    this.#pending.clear();
  }
}

/** A Buffer arrives from another thread as the bytes it stands on. */
const bufferOf = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

function queriesOf(thread: Thread, transaction?: number): Queries {
  return {
    query: <Result>(sql: string, parameters: readonly unknown[] = []) =>
      thread.send({kind: 'query', sql, parameters, ...(transaction !== undefined && {transaction})})
        .answer as Promise<unknown> as Promise<Result[]>,
  };
}

/** Opens PGlite in a thread of its own. `folder` is the folder of the database's own files; without one it is in memory. */
export async function openPgliteThread(folder?: string): Promise<Database> {
  const thread = new Thread(folder);
  await thread.opened();
  return {
    ...queriesOf(thread),
    async transaction(work) {
      const {id, answer} = thread.send({kind: 'begin'});
      await answer;
      const end = (kind: 'commit' | 'rollback') => thread.send({kind, transaction: id}).answer;
      let result;
      try {
        result = await work(queriesOf(thread, id));
      } catch (error) {
        await end('rollback');
        throw error;
      }
      await end('commit');
      return result;
    },
    async close() {
      await thread.send({kind: 'close'}).answer;
      await thread.end();
    },
  };
}

const data = workerData as Partial<ThreadData> | undefined;
if (!isMainThread && parentPort && data?.cardVaultDatabase) await serve(parentPort, data as ThreadData);
