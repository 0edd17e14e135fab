import {readFileSync, readdirSync, statSync} from 'node:fs';
import {join} from 'node:path';

/** Every spelling in which a secret could lie about: plain, grouped, encoded, reversed, or its last twelve digits. */
export function spellings(secret: string): Map<string, string> {
  const grouped = (gap: string) => secret.replace(/(.{4})(?=.)/g, `$1${gap}`);
  const list: [string, string][] = [
    ['plain', secret],
    ['spaced', grouped(' ')],
    ['dashed', grouped('-')],
    ['URL-encoded', encodeURIComponent(grouped(' '))],
    ['plus-encoded', grouped('+')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['reversed', [...secret].reverse().join('')],
    ['last twelve', secret.slice(-12)],
    ['UTF-16', [...secret].join('\0')],
    // Base64 of a text that holds the secret somewhere: the middle is the same for each of the three offsets.
    ...[0, 1, 2].map((offset): [string, string] => {
      const text = Buffer.from('\0'.repeat(offset) + secret).toString('base64');
      return [`base64 at offset ${offset}`, text.slice(offset === 0 ? 0 : 4, -4)];
    }),
  ];
  return new Map(list);
}

/** Which spellings of a secret stand in the bytes. */
export function findIn(bytes: Buffer | string, secret: string): string[] {
  const haystack = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  return [...spellings(secret)].filter(([, text]) => haystack.includes(text)).map(([name]) => name);
}

/** Every file below a folder with what was found in it. */
export function findInFolder(folder: string, secret: string): string[] {
  return readdirSync(folder, {recursive: true, encoding: 'utf8'}).flatMap((name) => {
    const path = join(folder, name);
    if (!statSync(path).isFile()) return [];
    return findIn(readFileSync(path), secret).map((spelling) => `${name}: ${spelling}`);
  });
}
