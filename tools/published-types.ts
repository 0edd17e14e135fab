// Of the declarations that the compiler writes, a package ships those that its entries lead to.
import {readFileSync, readdirSync, rmSync, rmdirSync} from 'node:fs';
import {dirname, join} from 'node:path';

interface Manifest {
  readonly exports: Record<string, string | {readonly types: string}>;
}

/** Deletes every declaration of the package in `folder` that no entry of its `exports` reaches. */
export function keepPublishedTypes(folder: string): void {
  const {exports} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const reached = new Set<string>();
  for (const target of Object.values(exports))
    if (typeof target === 'object') reach(join(folder, target.types), reached);
  prune(join(folder, 'dist/types'), reached);
}

function reach(file: string, reached: Set<string>): void {
  if (reached.has(file)) return;
  reached.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, path] of text.matchAll(/(?:from |import |import\()['"](\.[^'"]+)\.js['"]/g))
    reach(join(dirname(file), `${path}.d.ts`), reached);
}

function prune(folder: string, reached: ReadonlySet<string>): void {
  for (const entry of readdirSync(folder, {withFileTypes: true})) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) prune(path, reached);
    else if (!reached.has(path)) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}
