import {createReadStream} from 'node:fs';
import {chmod, mkdir, open} from 'node:fs/promises';
import type {FileHandle} from 'node:fs/promises';
import {join} from 'node:path';
import {createGunzip} from 'node:zlib';

/** A tar archive is made of blocks of this size: a header for each entry, then its bytes. */
const blockBytes = 512;

interface Entry {
  readonly name: string;
  readonly mode: number;
  readonly size: number;
  readonly isFolder: boolean;
}

const textAt = (header: Buffer, from: number, to: number) =>
  header.toString('latin1', from, to).replace(/\0.*/s, '');
const numberAt = (header: Buffer, from: number, to: number) => parseInt(textAt(header, from, to), 8) || 0;

/** Reads a header. Undefined for the empty blocks at the end. */
function readEntry(header: Buffer): Entry | undefined {
  const name = textAt(header, 0, 100);
  if (name === '') return undefined;
  const isFolder = textAt(header, 156, 157) === '5';
  return {name, mode: numberAt(header, 100, 108), size: numberAt(header, 124, 136), isFolder};
}

/** Yields the blocks of a compressed file, and never holds more than one piece of it. */
async function* blocksOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of createReadStream(file).pipe(createGunzip()) as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % blockBytes);
    if (whole > 0) yield bytes.subarray(0, whole);
    rest = bytes.subarray(whole);
  }
}

/** Writes the entries of an archive. The bytes of an entry may come in several pieces. */
class Unpacker {
  readonly #folder: string;
  #file: FileHandle | undefined;
  /** Bytes of the open file that are still to come. */
  #left = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async take(blocks: Buffer): Promise<void> {
    for (let at = 0; at < blocks.length;) {
      if (this.#left === 0) {
        await this.#begin(blocks.subarray(at, at + blockBytes));
        at += blockBytes;
        continue;
      }
      const length = Math.min(this.#left, blocks.length - at);
      await this.#file!.appendFile(blocks.subarray(at, at + length));
      this.#left -= length;
      at += Math.ceil(length / blockBytes) * blockBytes;
      if (this.#left === 0) await this.end();
    }
  }

  async end(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #begin(header: Buffer): Promise<void> {
    const entry = readEntry(header);
    if (!entry) return;
    const path = join(this.#folder, entry.name);
    if (entry.isFolder) {
      await mkdir(path, {recursive: true});
      return chmod(path, entry.mode);
    }
    this.#file = await open(path, 'w', entry.mode);
    this.#left = entry.size;
    if (this.#left === 0) await this.end();
  }
}

/**
 * Unpacks a compressed tar archive of our own build: plain files and folders with short names, each folder
 * before its files. PGlite could do it, but a second engine in the process that starts costs memory that is
 * not given back.
 */
export async function unpack(archive: string, folder: string): Promise<void> {
  await mkdir(folder, {recursive: true, mode: 0o700});
  const unpacker = new Unpacker(folder);
  try {
    for await (const blocks of blocksOf(archive)) await unpacker.take(blocks);
  } finally {
    await unpacker.end();
  }
}
