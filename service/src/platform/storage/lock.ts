import {createHash, randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {readFile, realpath, rename, rm, writeFile} from 'node:fs/promises';
import {connect, createServer} from 'node:net';
import type {Server} from 'node:net';
import {tmpdir} from 'node:os';
import {join, relative} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import {FolderInUseError} from '../errors.js';

export interface FolderLock {
  readonly release: () => Promise<void>;
}

interface Owner {
  readonly id: string;
  readonly pid: number;
  readonly boot: string;
}

/** Longest socket path that every system takes. */
const longestPath = 100;
const answerLimitMs = 400;
/** Our own answer is waited for longer: a busy machine is no reason to doubt it. */
const ownAnswerLimitMs = 10_000;
const takeoverLimitMs = 900;

function socketPath(folder: string, name: string): string {
  if (process.platform === 'win32') return `\\\\.\\pipe\\card-vault-${digest(folder)}-${name}`;
  const absolute = join(folder, name);
  if (absolute.length <= longestPath) return absolute;
  const fromHere = relative(process.cwd(), absolute);
  return fromHere.length <= longestPath ? fromHere : join(tmpdir(), `card-vault-${digest(folder)}-${name}`);
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16);

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return 'unknown';
  }
}

/** Who answers on a socket: its owner, `'silent'` if it accepts but is too busy to answer, or undefined. */
function ask(path: string, limitMs = answerLimitMs): Promise<Owner | 'silent' | undefined> {
  return new Promise((resolve) => {
    const socket = connect(path);
    let text = '';
    const limit = setTimeout(() => finish('silent'), limitMs);
    let connected = false;
    const finish = (answer: Owner | 'silent' | undefined) => {
      clearTimeout(limit);
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
    const value = JSON.parse(text) as Partial<Owner>;
    const whole = typeof value.id === 'string' && typeof value.pid === 'number';
    return whole ? {id: value.id!, pid: value.pid!, boot: value.boot ?? 'unknown'} : undefined;
  } catch {
    return undefined;
  }
}

/** Listens and answers with the holder of the folder. `undefined` if the path is taken. */
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

/** One starter at a time may look at a stale lock and replace it. */
async function enterTakeover(folder: string, owner: Owner): Promise<Server> {
  const path = socketPath(folder, 'takeover');
  const giveUp = Date.now() + takeoverLimitMs;
  while (Date.now() < giveUp) {
    const server = await listen(path, owner);
    if (server) return server;
    // A takeover lasts milliseconds; a socket without an answer was left by a process that was killed during
    // one.
    if ((await ask(path)) === undefined) await rm(path, {force: true});
    else await pause(20);
  }
  throw new FolderInUseError(folder, undefined);
}

async function ownerOnPaper(folder: string): Promise<number | undefined> {
  return readOwner(await readFile(join(folder, 'owner.json'), 'utf8').catch(() => ''))?.pid;
}

/**
 * Holds a folder for this process alone, until `release` or the end of the process (guarantees 4.10). A Unix
 * socket inside the folder answers other starters; a socket that refuses connections is stale and is replaced
 * by rename.
 *
 * @throws {FolderInUseError} within a second if another process holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const home = await realpath(folder);
  const path = socketPath(home, 'lock');
  await refuseIfHeld(home, path);
  const owner: Owner = {id: randomUUID(), pid: process.pid, boot: bootId()};
  const takeover = await enterTakeover(home, owner);
  try {
    await refuseIfHeld(home, path);
    const server = await claim(path, owner);
    if (!server) throw new FolderInUseError(home, await ownerOnPaper(home));
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

async function claim(path: string, owner: Owner): Promise<Server | undefined> {
  if (process.platform === 'win32') return listen(path, owner);
  // Bound under a name of its own first, so that the lock's name is at no instant without a socket behind it.
  const temporary = `${path}.${process.pid % 100_000}`;
  await rm(temporary, {force: true});
  const server = await listen(temporary, owner);
  if (!server) return undefined;
  await rename(temporary, path);
  const answer = await ask(path, ownAnswerLimitMs);
  if (answer !== undefined && answer !== 'silent' && answer.id === owner.id) return server;
  await closeServer(server);
  return undefined;
}

/**
 * Looks without taking: for a starter that would rather hear of it before it loads everything else. Nothing
 * is created.
 *
 * @throws {FolderInUseError} when a process holds the folder.
 */
export async function refuseFolderInUse(folder: string): Promise<void> {
  const home = await realpath(folder).catch(() => undefined);
  if (home !== undefined) await refuseIfHeld(home, socketPath(home, 'lock'));
}

async function refuseIfHeld(folder: string, path: string): Promise<void> {
  const holder = await ask(path);
  if (holder === undefined) return;
  throw new FolderInUseError(folder, holder === 'silent' ? await ownerOnPaper(folder) : holder.pid);
}
