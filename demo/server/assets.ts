import {readFile} from 'node:fs/promises';
import {dirname, extname, join, normalize, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {Integrity} from './context.js';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.jpg': 'image/jpeg',
  '.map': 'application/json',
};

/**
 * Files under `/assets/`: the ready scripts and the parts they load, the scripts of the shop's pages, its style sheets and pictures.
 * Answers nothing for an address it does not know.
 */
export function createAssets() {
  const dist = dirname(fileURLToPath(import.meta.resolve('card-vault/card-vault.js')));
  const own = fileURLToPath(new URL('../shop', import.meta.url));
  const folders = [
    ['/assets/shop/', own],
    ['/assets/', dist],
  ] as const;

  async function answer(pathname: string): Promise<Response | undefined> {
    const found = folders.find(([prefix]) => pathname.startsWith(prefix));
    if (!found) return undefined;
    const [prefix, folder] = found;
    const inside = normalize(pathname.slice(prefix.length));
    const file = join(folder, inside);
    const type = types[extname(file)];
    if (!type || !file.startsWith(folder + sep) || !isPublic(prefix, inside)) return undefined;
    const body = await readFile(file).catch(() => undefined);
    return body && new Response(new Uint8Array(body), {headers: {...headers, 'Content-Type': type}});
  }

  /** The integrity hashes of the ready script and its parts, as the build wrote them down. */
  async function integrity(): Promise<Integrity> {
    const text = await readFile(join(dist, 'integrity.json'), 'utf8').catch(() => '{}');
    return JSON.parse(text) as Integrity;
  }

  return {answer, integrity};
}

export type Assets = ReturnType<typeof createAssets>;

const headers = {
  'Cache-Control': 'no-cache',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * Of what was built, a shop publishes the ready scripts, their parts, the style sheet, and the scripts of its own pages; nothing of
 * the server.
 */
function isPublic(prefix: string, inside: string): boolean {
  return (
    prefix !== '/assets/' ||
    /^(card-vault(-list|-inspector)?\.js(\.map)?|first-paint\.css)$/.test(inside) ||
    /^(card-vault|demo|presets)[\\/]/.test(inside)
  );
}
