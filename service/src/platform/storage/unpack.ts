import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {gunzipSync} from 'node:zlib';

/** A tar archive is made of blocks of this size: a header for each entry, then its bytes. */
const blockBytes = 512;

/** In pieces of the usual 16 kB, memory would be left in holes that are not given back. */
const pieceBytes = 4 * 1024 * 1024;

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

/** The file beside an archive that names its digest, in the form that `sha512sum --check` reads. */
export const digestFileOf = (file: string) => `${file}.sha512`;

/** What stands in that file. */
export const digestLine = (bytes: Buffer, name: string) =>
  `${createHash('sha512').update(bytes).digest('hex')}  ${name}\n`;

/**
 * Reads a compressed archive. Undefined if it is not the one that the build made, such as a cut file, or
 * one without its digest.
 */
export function readArchive(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file);
    if (readFileSync(digestFileOf(file), 'utf8') !== digestLine(bytes, basename(file))) return undefined;
    return gunzipSync(bytes, {chunkSize: pieceBytes});
  } catch {
    return undefined;
  }
}

/**
 * Unpacks a tar archive of our own build: plain files and folders with short names, each folder before its
 * files. PGlite could do it, but the memory of a second engine is not given back. It blocks on purpose: for
 * hundreds of small files promises take ten times as long.
 */
export function unpack(archive: Buffer, folder: string): void {
  mkdirSync(folder, {recursive: true, mode: 0o700});
  for (let at = 0; at + blockBytes <= archive.length;) {
    const entry = readEntry(archive.subarray(at, at + blockBytes));
    at += blockBytes;
    if (!entry) continue;
    const path = join(folder, entry.name);
    if (entry.isFolder) mkdirSync(path, {recursive: true, mode: entry.mode});
    else writeFileSync(path, archive.subarray(at, at + entry.size), {mode: entry.mode});
    at += Math.ceil(entry.size / blockBytes) * blockBytes;
  }
}
