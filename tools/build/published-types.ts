// Of the declarations that the compiler writes, a package ships those that its entries lead to.
import {readFileSync, readdirSync, rmSync, rmdirSync} from 'node:fs';
import {dirname, join} from 'node:path';

interface Manifest {
  readonly name: string;
  readonly exports: Record<string, string | {readonly types: string}>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/**
 * Deletes every declaration of the package in `folder` that no entry of its `exports` reaches. A declaration that imports
 * a package which a shop does not get stops the build.
 */
export function keepPublishedTypes(folder: string): void {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  const {name: own, exports, dependencies, peerDependencies} = manifest;
  const reached = new Set<string>();
  for (const target of Object.values(exports))
    if (typeof target === 'object') reach(join(folder, target.types), reached);
  const installed = {...dependencies, ...peerDependencies, [own]: 'itself'};
  for (const file of reached)
    for (const name of packagesOf(readFileSync(file, 'utf8')))
      if (!(name in installed))
        throw new Error(`${file} imports ${name}, which is not installed with the package.`);
  prune(join(folder, 'dist/types'), reached);
}

/** Packages that a declaration imports. */
function packagesOf(text: string): string[] {
  return [...text.matchAll(/(?:from |^import |import\()['"](?!node:)((?:@[\w-]+\/)?[\w-]+)[^'"]*['"]/gm)].map(
    ([, name = '']) => name,
  );
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
