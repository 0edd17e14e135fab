import {createHash, randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {readFile, realpath, rename, rm, writeFile} from 'node:fs/promises';
import {connect, createServer, type Server} from 'node:net';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {FolderInUseError} from '../errors.js';

/** A lock on a database folder. */
export interface FolderLock {
  readonly release: () => Promise<void>;
}

/** The process that holds a folder, as it answers on its socket. */
interface Owner {
  readonly id: string;
  readonly pid: number;
  readonly boot: string;
}

/** The longest socket path that all systems accept. */
const maxSocketPath = 100;
const answerLimitMs = 400;
/** Longer, because this process must answer its own question, which takes time on a busy machine. */
const ownAnswerLimitMs = 10_000;
const takeoverLimitMs = 900;

function socketPath(folder: string, name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\card-vault-${digest(folder)}-${name}`;
  const absolute = join(folder, name);
  if (absolute.length <= maxSocketPath) return absolute;
  const relativePath = relative(process.cwd(), absolute);
  return relativePath.length <= maxSocketPath
    ? relativePath
    : join(tmpdir(), `card-vault-${digest(folder)}-${name}`);
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

/**
 * Asks the process at a socket for its `Owner`.
 *
 * @returns `'silent'` if it accepts the connection but does not answer in time; undefined if there is none.
 */
function askOwner(path: string, limitMs = answerLimitMs): Promise<Owner | 'silent' | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    const timer = setTimeout(() => finish('silent'), limitMs);
    let connected = false;
    const finish = (answer: Owner | 'silent' | undefined) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8');
    socket.on('connect', () => (connected = true));
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('end', () => finish(readOwner(text) ?? 'silent'));
    socket.on('error', () => finish(connected ? 'silent' : undefined));
  });
}

function readOwner(text: string): Owner | undefined {
  try {
    const {id, pid, boot} = JSON.parse(text) as Partial<Owner>;
    if (typeof id !== 'string' || typeof pid !== 'number') return undefined;
    return {id, pid, boot: boot ?? 'unknown'};
  } catch {
    return undefined;
  }
}

/**
 * Listens on a socket and answers every connection with the owner. Returns undefined if the path is taken.
 */
function listen(path: string, owner: Owner): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(JSON.stringify(owner));
    });
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen(path, () => resolve(server.unref()));
  });
}

const closeServer = (server: Server) => new Promise<void>((resolve) => void server.close(() => resolve()));

/**
 * Waits until this process is the only one that may replace a stale lock.
 *
 * @returns a server to close when that is done.
 */
async function enterTakeover(folder: string, owner: Owner): Promise<Server> {
  const path = socketPath(folder, 'takeover');
  const giveUp = Date.now() + takeoverLimitMs;
  while (Date.now() < giveUp) {
    const server = await listen(path, owner);
    if (server) return server;
    // A takeover lasts milliseconds. If no process answers on the socket, it was left by one that was
    // killed during a takeover.
    if ((await askOwner(path)) === undefined) await rm(path, {force: true});
    else await pause(20);
  }
  throw new FolderInUseError(folder, undefined);
}

/** The process id in the folder's `owner.json`, for error messages when the holder is silent. */
async function pidInOwnerFile(folder: string): Promise<number | undefined> {
  return readOwner(await readFile(join(folder, 'owner.json'), 'utf8').catch(() => ''))?.pid;
}

/**
 * Locks a folder for this process until `release` or the end of the process (guarantees 4.10). A Unix
 * socket in the folder answers other starting processes. A socket that refuses connections is stale and is
 * replaced by a rename.
 *
 * @throws {FolderInUseError} within a second if another process holds the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const home = await realpath(folder);
  const path = socketPath(home, 'lock');
  await refuseIfHeld(home, path);
  const owner: Owner = {id: randomUUID(), pid: process.pid, boot: bootId()};
  const takeover = await enterTakeover(home, owner);
  try {
    // Another process may have taken the lock before this takeover began.
    await refuseIfHeld(home, path);
    const server = await bindLock(path, owner);
    if (!server) throw new FolderInUseError(home, await pidInOwnerFile(home));
    await writeFile(join(home, 'owner.json'), `${JSON.stringify(owner)}\n`, {mode: 0o600});
    return {
      async release() {
        await rm(join(home, 'owner.json'), {force: true});
        if (process.platform !== 'win32') await rm(path, {force: true});
        await closeServer(server);
      },
    };
  } finally {
    await closeServer(takeover);
  }
}

/** Binds the lock's socket. Returns undefined if another process was faster. */
async function bindLock(path: string, owner: Owner): Promise<Server | undefined> {
  if (process.platform === 'win32') return listen(path, owner);
  // The socket is bound under a temporary name first, so that the lock's name never points to a file
  // without a listener.
  const temporary = `${path}.${process.pid % 100_000}`;
  await rm(temporary, {force: true});
  const server = await listen(temporary, owner);
  if (!server) return undefined;
  await rename(temporary, path);
  const answer = await askOwner(path, ownAnswerLimitMs);
  if (answer !== undefined && answer !== 'silent' && answer.id === owner.id) return server;
  await closeServer(server);
  return undefined;
}

/**
 * Checks the lock without taking it, so that a second process can be refused before it loads anything.
 * Creates no files.
 *
 * @throws {FolderInUseError} if a process holds the folder.
 */
export async function refuseIfFolderInUse(folder: string): Promise<void> {
  const home = await realpath(folder).catch(() => undefined);
  if (home !== undefined) await refuseIfHeld(home, socketPath(home, 'lock'));
}

async function refuseIfHeld(folder: string, path: string): Promise<void> {
  const holder = await askOwner(path);
  if (holder === undefined) return;
  throw new FolderInUseError(folder, holder === 'silent' ? await pidInOwnerFile(folder) : holder.pid);
}
