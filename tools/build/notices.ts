// THIRD-PARTY.txt: whose work is inside the files of a package, and under which licence.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {Plugin} from 'vite';

/** By output folder: the package's own folder under `node_modules`, and the built files that hold some of it. */
const bundled = new Map<string, Map<string, Set<string>>>();

/** Notes which packages a build takes inside. `prefix` is where its files stand below `folder`. */
export function noticesPlugin(folder: string, prefix = ''): Plugin {
  return {
    name: 'card-vault:notices',
    generateBundle(_options, files) {
      const packages = bundled.get(folder) ?? new Map<string, Set<string>>();
      bundled.set(folder, packages);
      for (const file of Object.values(files)) {
        if (file.type !== 'chunk') continue;
        for (const id of file.moduleIds) {
          const [home] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/')) ?? [];
          if (home) packages.set(home, (packages.get(home) ?? new Set()).add(prefix + file.fileName));
        }
      }
    },
  };
}

/** Notes that files of one output folder were copied into another. */
export function copyNotices(from: string, to: string, rename: (file: string) => string | undefined): void {
  const target = bundled.get(to) ?? new Map<string, Set<string>>();
  bundled.set(to, target);
  for (const [home, files] of bundled.get(from) ?? []) {
    const copied = [...files].map(rename).filter((file) => file !== undefined);
    if (copied.length) target.set(home, new Set([...(target.get(home) ?? []), ...copied]));
  }
}

/** Writes the notices of an output folder. A package without a licence text stops the build. */
export function writeNotices(folder: string): void {
  const sections = [...(bundled.get(folder) ?? [])]
    .map(([home, files]) => ({...describe(home), files: [...files].map(nameOf)}))
    .sort((a, b) => (a.title < b.title ? -1 : 1))
    .map(({title, text, files}) => `${title}\nIn: ${[...new Set(files)].sort().join(', ')}\n\n${text}\n`);
  const data =
    'Address data (CC BY 4.0)\nIn: the rules of countries\n\nFrom libaddressinput, https://github.com/google/libaddressinput, by Google, under ' +
    'https://creativecommons.org/licenses/by/4.0/. Changed: shortened, and put into another form.\n';
  const head = 'Some files of this package contain the work of others, under the licences below.\n';
  writeFileSync(join(folder, 'THIRD-PARTY.txt'), [head, ...sections, data].join(`\n${'-'.repeat(72)}\n\n`));
}

function describe(home: string): {title: string; text: string} {
  const manifest = readJson(join(home, 'package.json'));
  const file = ['LICENSE', 'LICENSE.md', 'LICENSE.txt', 'license'].find((name) =>
    existsSync(join(home, name)),
  );
  if (!file) throw new Error(`${home} is bundled and has no licence text.`);
  const title = `${manifest.name} ${manifest.version} (${manifest.license})`;
  return {title, text: readFileSync(join(home, file), 'utf8').trim()};
}

const readJson = (path: string) =>
  JSON.parse(readFileSync(path, 'utf8')) as {name: string; version: string; license: string};

/** Chunks are named by their folder: their own names change with every build. */
const nameOf = (file: string): string => (/-[\w-]{8}\.js$/.test(file) ? `${dirname(file)}/` : file);
