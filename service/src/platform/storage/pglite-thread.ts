import {fileURLToPath} from 'node:url';
import {Worker, isMainThread, parentPort, workerData, type MessagePort} from 'node:worker_threads';
import {DatabaseUnavailableError} from '../errors.js';
import type {PGlite} from '@electric-sql/pglite';
import type {Logger} from '../logger.js';
import {BYTEA, createPglite, type Place} from './pglite.js';
import {PgliteQueue, databaseFrom, completeCommand, type Command, type Send} from './pglite-queue.js';
import {PgliteSession, type Outcome, type Row} from './pglite-session.js';
import {openWithReopening, type CrashableDatabase} from './reopening.js';
import type {Database} from './database.js';

// PGlite in its own thread, so that it does not block the event loop (guarantees 4.10). This file is
// both sides: imported, it opens the database; started as a worker thread, it serves it. So the bundle needs
// no second entry.
//
// A message between threads costs as much as a small statement, so both sides collect: commands of one turn
// of the event loop are sent together, and so are replies.

/** Passed to the thread at its start. */
interface ThreadData {
  /** Tells this thread from a worker thread of the application that imports this file. */
  readonly cardVaultDatabase: true;
  readonly place: Place;
}

/** Sent from the service to the thread. */
type ThreadMessage = readonly Command[] | 'close';

/** The outcome of the command with this id, sent from the thread. `buffers` names the columns of bytes. */
type Reply =
  | {readonly id: number; readonly rows: readonly Row[]; readonly buffers: readonly string[]}
  | {readonly id: number; readonly failure: Failure};

/** Ids of two replies that belong to no command: the database is open; the database is closed. */
const openedId = 0;
const closedId = -1;

/** A message with more replies is split, so that the service reads some while the thread runs commands. */
const maxRepliesPerMessage = 8;

/**
 * Messages to the thread that may be unanswered at once. Commands that are made meanwhile collect and are
 * sent together. With two, the thread runs one message while the service reads the replies to the other.
 */
const maxMessagesInFlight = 2;

/** A message from the thread. */
interface ReplyMessage {
  readonly replies: readonly Reply[];
  /** Every command of a message has run, or waits until the open transaction has ended. */
  readonly messageDone: boolean;
}

/** An error as it is sent between threads, which would drop its `code`. */
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

/** Errors of PGlite at the start may have an empty message, so the name stands in for it. */
function openFailure(error: unknown, {folder}: Place): Failure {
  const {name, message, code} = failureOf(error);
  const where = folder ?? 'in memory';
  return {name: 'Error', message: `The database ${where} cannot be opened: ${message || name}`, code};
}

async function serve(port: MessagePort, {place}: ThreadData): Promise<void> {
  let engine: PGlite;
  try {
    engine = await createPglite(place);
  } catch (error) {
    return postReply(port, {id: openedId, failure: openFailure(error, place)});
  }
  let replies: Reply[] = [];
  const postReplies = (messageDone: boolean) => {
    port.postMessage({replies, messageDone} satisfies ReplyMessage);
    replies = [];
  };
  const queue = new PgliteQueue(new PgliteSession(engine), (id, outcome) => {
    replies.push(replyOf(id, outcome));
    if (replies.length >= maxRepliesPerMessage) postReplies(false);
  });
  const close = () =>
    engine.close().then(
      () => postReply(port, {id: closedId, rows: [], buffers: []}),
      (error: unknown) => postReply(port, {id: closedId, failure: failureOf(error)}),
    );
  port.on('message', (message: ThreadMessage) => {
    if (message === 'close') return void close();
    for (const command of message) queue.take(command);
    postReplies(true);
  });
  postReply(port, {id: openedId, rows: [], buffers: []});
}

/** Sends a reply that belongs to no message of commands. */
function postReply(port: MessagePort, reply: Reply): void {
  port.postMessage({replies: [reply], messageDone: false} satisfies ReplyMessage);
}

/* ---- in the service ---- */

/** When the service runs from source, the worker thread must load tsx itself. */
function startWorker(data: ThreadData): Worker {
  const entry = import.meta.url;
  if (!entry.endsWith('.ts')) return new Worker(fileURLToPath(entry), {workerData: data});
  const code = `import('tsx/esm/api').then(({register}) => (register(), import(${JSON.stringify(entry)})))`;
  return new Worker(code, {eval: true, workerData: data});
}

type Pending = {readonly resolve: (rows: readonly Row[]) => void; readonly reject: (error: Error) => void};

/** The service's side of the thread: sends commands and keeps their promises. */
class Thread {
  readonly ended: Promise<void>;
  readonly #worker: Worker;
  readonly #logger: Logger;
  readonly #pending = new Map<number, Pending>();
  #commands: Command[] = [];
  #inFlight = 0;
  #lastId = openedId;
  /** Rejects all calls after the end of the thread. */
  #endError: Error | undefined;
  #closing = false;

  constructor(logger: Logger, place: Place) {
    this.#logger = logger;
    const data: ThreadData = {cardVaultDatabase: true, place};
    this.#worker = startWorker(data);
    this.#worker.on('message', ({replies, messageDone}: ReplyMessage) => {
      for (const reply of replies) this.#handleReply(reply);
      if (!messageDone) return;
      this.#inFlight -= 1;
      // Waits one turn, so that commands caused by these replies are sent along.
      if (this.#commands.length > 0) setImmediate(() => this.#postIfRoom());
    });
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.ended = new Promise((resolve) => this.#worker.once('exit', () => resolve()));
    this.#worker.on('exit', () => this.#fail(new Error('The database’s thread has ended.')));
  }

  /** Resolves when the database is open. */
  opened(): Promise<unknown> {
    return this.#replyTo(openedId);
  }

  readonly send: Send = (command) => {
    const id = ++this.#lastId;
    if (this.#endError === undefined) {
      this.#commands.push({...command, id} as Command);
      if (this.#commands.length === 1) setImmediate(() => this.#postIfRoom());
    }
    // The thread never replies to a `begin`: PGlite gets BEGIN before the first statement of the transaction.
    if (command.kind === 'begin') return {id, answer: Promise.resolve([])};
    return {id, answer: this.#endError ? Promise.reject(this.#endError) : this.#replyTo(id)};
  };

  /** Closes the database, unless the thread has ended already, and ends the thread. */
  async close(): Promise<void> {
    this.#closing = true;
    if (!this.#endError) {
      // Posted even without room, so that these commands run before `close`.
      this.#postNow();
      const closed = this.#replyTo(closedId);
      this.#worker.postMessage('close' satisfies ThreadMessage);
      await closed;
    }
    await this.end();
  }

  async end(): Promise<void> {
    this.#closing = true;
    await this.#worker.terminate();
  }

  #postIfRoom(): void {
    if (this.#inFlight < maxMessagesInFlight) this.#postNow();
  }

  #postNow(): void {
    if (this.#commands.length === 0) return;
    this.#worker.postMessage(this.#commands satisfies ThreadMessage);
    this.#inFlight += 1;
    this.#commands = [];
  }

  #replyTo(id: number): Promise<readonly Row[]> {
    return new Promise((resolve, reject) => this.#pending.set(id, {resolve, reject}));
  }

  #handleReply(reply: Reply): void {
    const waiting = this.#pending.get(reply.id);
    this.#pending.delete(reply.id);
    if (waiting === undefined) return;
    if ('failure' in reply) {
      const {name, message, code} = reply.failure;
      const error = Object.assign(new Error(message), {name, ...(code !== undefined && {code})});
      return completeCommand({error}, waiting);
    }
    for (const name of reply.buffers) {
      for (const row of reply.rows) row[name] = bufferOf(row[name]);
    }
    waiting.resolve(reply.rows);
  }

  /** Rejects all pending and later commands, because the thread has ended. */
  #fail(error: Error): void {
    if (this.#endError === undefined) {
      // An error during opening is reported as it is; later the database counts as unavailable.
      this.#endError = this.#pending.has(openedId) ? error : new DatabaseUnavailableError();
      if (!this.#closing) this.#logger.error('storage.thread_ended', {error: error.name});
    }
    for (const {reject} of this.#pending.values()) reject(this.#endError);
    this.#pending.clear();
  }
}

/** A `Buffer` arrives from another thread as a plain `Uint8Array`. */
const bufferOf = (value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;

async function openThread(logger: Logger, place: Place): Promise<CrashableDatabase> {
  const thread = new Thread(logger, place);
  await thread.opened().catch(async (error: unknown) => {
    await thread.end();
    throw error;
  });
  return {...databaseFrom(thread.send, () => thread.close()), ended: thread.ended};
}

/**
 * Opens PGlite in its own thread. If the thread ends, a database in a folder is reopened; one in memory
 * (without `folder`) is lost.
 */
export const openPgliteThread = (logger: Logger, place: Place): Promise<Database> =>
  place.folder === undefined
    ? openThread(logger, place)
    : openWithReopening(() => openThread(logger, place), logger);

const threadData = workerData as Partial<ThreadData> | undefined;
if (!isMainThread && parentPort && threadData?.cardVaultDatabase) {
  await serve(parentPort, threadData as ThreadData);
}
