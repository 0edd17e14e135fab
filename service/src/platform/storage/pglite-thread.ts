import {fileURLToPath} from 'node:url';
import {Worker, isMainThread, parentPort, workerData} from 'node:worker_threads';
import type {MessagePort} from 'node:worker_threads';
import {DatabaseUnavailableError} from '../errors.js';
import type {PGlite} from '@electric-sql/pglite';
import type {Logger} from '../logger.js';
import {BYTEA, createPglite} from './pglite.js';
import {PgliteQueue, databaseBy, deliver} from './pglite-queue.js';
import type {Order, Send} from './pglite-queue.js';
import {PgliteSession} from './pglite-session.js';
import type {Outcome, Row} from './pglite-session.js';
import {openWithReopening} from './reopening.js';
import type {CrashableDatabase} from './reopening.js';
import type {Database} from './database.js';

/**
 * PGlite in a thread of its own, so that the event loop stays free while it works (guarantees 1 and 4.10).
 * This file is both ends: imported it opens the database, started as a worker it serves it. That way it needs
 * no second entry in a bundle.
 *
 * A message between threads costs as much as a small statement, so both ends send what there is at once:
 * orders of one turn of the event loop go together, and so do answers.
 */
interface ThreadData {
  readonly cardVaultDatabase: true;
  readonly folder: string | undefined;
}

/** From the service to the thread. */
type Letter = readonly Order[] | 'close';

/**
 * Back again: the first answer says that the database is open, one to `close` that it is not. `buffers` names
 * columns of bytes.
 */
type Reply =
  | {readonly id: number; readonly rows: readonly Row[]; readonly buffers: readonly string[]}
  | {readonly id: number; readonly failure: Failure};

const openedId = 0;
const closedId = -1;

/**
 * Answers that may wait for each other; the service goes on with the first while the thread is at the next.
 */
const mostTogether = 8;

/**
 * Letters that may be on the way to the thread. While it is at work, what is asked for meanwhile gathers and
 * goes together: the more there is to do, the fewer messages it takes. The second lets the thread go on while
 * the first one's answers are read.
 */
const mostOnTheWay = 2;

/** What the thread posts. `taken` says that a letter has been worked through. */
interface Answers {
  readonly replies: readonly Reply[];
  readonly taken: boolean;
}

/** Errors lose their own fields on the way between threads. */
interface Failure {
  readonly name: string;
  readonly message: string;
  readonly code: string | undefined;
}

function failureOf(error: unknown): Failure {
  const {name, message, code} = error as Error & {code?: unknown};
  return {name, message, code: typeof code === 'string' ? code : undefined};
}

/* ---- in the thread ---- */

function replyOf(id: number, outcome: Outcome): Reply {
  if ('error' in outcome) return {id, failure: failureOf(outcome.error)};
  const buffers = outcome.fields.filter(({type}) => type === BYTEA).map(({name}) => name);
  return {id, rows: outcome.rows, buffers};
}

/** The engine's own errors here may be without a word. */
function cannotOpen(error: unknown, folder: string | undefined): Failure {
  const {name, message, code} = failureOf(error);
  const where = folder ?? 'in memory';
  return {name: 'Error', message: `The database ${where} cannot be opened: ${message || name}`, code};
}

async function serve(port: MessagePort, {folder}: ThreadData): Promise<void> {
  let engine: PGlite;
  try {
    engine = await createPglite(folder);
  } catch (error) {
    return answer(port, {id: openedId, failure: cannotOpen(error, folder)});
  }
  let replies: Reply[] = [];
  const send = (taken: boolean) => {
    port.postMessage({replies, taken} satisfies Answers);
    replies = [];
  };
  const queue = new PgliteQueue(new PgliteSession(engine), (id, outcome) => {
    replies.push(replyOf(id, outcome));
    if (replies.length >= mostTogether) send(false);
  });
  const close = () =>
    engine.close().then(
      () => answer(port, {id: closedId, rows: [], buffers: []}),
      (error: unknown) => answer(port, {id: closedId, failure: failureOf(error)}),
    );
  port.on('message', (letter: Letter) => {
    if (letter === 'close') return void close();
    for (const order of letter) queue.take(order);
    send(true);
  });
  answer(port, {id: openedId, rows: [], buffers: []});
}

/** An answer that belongs to no letter. */
function answer(port: MessagePort, reply: Reply): void {
  port.postMessage({replies: [reply], taken: false} satisfies Answers);
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
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #logger: Logger;
  readonly #pending = new Map<number, Pending>();
  #orders: Order[] = [];
  #onTheWay = 0;
  #last = openedId;
  #ended: Error | undefined;
  #closing = false;

  constructor(logger: Logger, folder: string | undefined) {
    this.#logger = logger;
    const data: ThreadData = {cardVaultDatabase: true, folder};
    this.#worker = startWorker(data);
    this.#worker.on('message', ({replies, taken}: Answers) => {
      for (const reply of replies) this.#deliver(reply);
      if (!taken) return;
      this.#onTheWay -= 1;
      // What these answers lead to comes along.
      if (this.#orders.length > 0) setImmediate(() => this.#post());
    });
    this.#worker.on('error', (error: Error) => this.#die(error));
    this.ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.on('exit', () => this.#die(new Error('The database’s thread has ended.')));
  }

  /** Answers when the database is open. */
  opened(): Promise<unknown> {
    return this.#answer(openedId);
  }

  readonly send: Send = (order) => {
    const id = ++this.#last;
    if (this.#ended)
      return {id, answer: order.kind === 'begin' ? Promise.resolve([]) : Promise.reject(this.#ended)};
    if (this.#orders.push({...order, id} as Order) === 1) setImmediate(() => this.#post());
    return {id, answer: order.kind === 'begin' ? Promise.resolve([]) : this.#answer(id)};
  };

  /** Closes the database, should it still be there, and the thread with it. */
  async close(): Promise<void> {
    this.#closing = true;
    if (!this.#ended) {
      this.#send();
      const closed = this.#answer(closedId);
      this.#worker.postMessage('close' satisfies Letter);
      await closed;
    }
    await this.end();
  }

  async end(): Promise<void> {
    this.#closing = true;
    await this.#worker.terminate();
  }

  #post(): void {
    if (this.#onTheWay < mostOnTheWay) this.#send();
  }

  #send(): void {
    if (this.#orders.length === 0) return;
    this.#worker.postMessage(this.#orders satisfies Letter);
    this.#onTheWay += 1;
    this.#orders = [];
  }

  #answer(id: number): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => this.#pending.set(id, {resolve, reject}));
  }

  #deliver(reply: Reply): void {
    const waiting = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (waiting === undefined) return;
    if ('failure' in reply) {
      const {name, message, code} = reply.failure;
      const error = Object.assign(new Error(message), {name, ...(code !== undefined && {code})});
      return deliver({error}, waiting);
    }
    for (const name of reply.buffers) {
      for (const row of reply.rows) row[name] = bufferOf(row[name]);
    }
    waiting.resolve(reply.rows);
  }

  /** Rejects all pending and later requests: the thread does not come back. */
  #die(error: Error): void {
    if (this.#ended === undefined) {
      // Before the database was open, the caller that opens it gets the reason.
      this.#ended = this.#pending.has(openedId) ? error : new DatabaseUnavailableError();
      if (!this.#closing) this.#logger.error('storage.thread_ended', {error: error.name});
    }
    for (const {reject} of this.#pending.values()) reject(this.#ended);
    this.#pending.clear();
  }
}

/** A Buffer arrives from another thread as the bytes it stands on. */
const bufferOf = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

async function openThread(logger: Logger, folder: string | undefined): Promise<CrashableDatabase> {
  const thread = new Thread(logger, folder);
  await thread.opened().catch(async (error: unknown) => {
    await thread.end();
    throw error;
  });
  return {...databaseBy(thread.send, () => thread.close()), ended: thread.ended};
}

/**
 * Opens PGlite in a thread of its own. `folder` is the folder of the database's own files: should the thread
 * end, it is opened anew. Without one the database is in memory, and gone with its thread.
 */
export const openPgliteThread = (logger: Logger, folder?: string): Promise<Database> =>
  folder === undefined
    ? openThread(logger, folder)
    : openWithReopening(() => openThread(logger, folder), logger);

const data = workerData as Partial<ThreadData> | undefined;
if (!isMainThread && parentPort && data?.cardVaultDatabase) await serve(parentPort, data as ThreadData);
