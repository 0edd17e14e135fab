import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, it} from 'node:test';
import {documentsAndPages} from './support/markdown.js';

const guides = ['CONTRIBUTING.md', 'SECURITY.md'];
const groups = ['platform', 'domain', 'simulators', 'edges'];

/** What the tools make: a document may name it, a fresh clone does not have it. */
const built = readFileSync('.gitignore', 'utf8').split('\n');

const foldersOf = (folder: string): string[] =>
  readdirSync(folder, {withFileTypes: true})
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));

const rooms = [
  ...foldersOf('src'),
  'service/src',
  'service/src/cli',
  ...groups.flatMap((group) => foldersOf(join('service/src', group))),
];
const readmes = rooms.map((room) => join(room, 'README.md'));
/** Documents with links of their own forms, checked elsewhere; only their names in brackets are looked at here. */
const others = [
  'README.md',
  'service/README.md',
  'demo/README.md',
  ...foldersOf('examples').map((folder) => join(folder, 'README.md')),
  'bench/README.md',
  'test/proofs/README.md',
  ...documentsAndPages(),
  ...readdirSync('docs/decisions').map((name) => join('docs/decisions', name)),
];

/** A document without its code blocks. */
const proseOf = (file: string) => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** Targets of links, inline and by reference, to files of the repository. */
const linksOf = (prose: string) =>
  [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((target) => !/^https?:/.test(target));

/** Names in brackets that nothing defines, so that they are shown as they are written: `[docs]`, but no box of a list. */
const undefinedIn = (prose: string) => {
  const text = prose.replace(/`[^`]*`|<!--[^]*?-->/g, '');
  const defined = [...text.matchAll(/^\[([^\]]+)\]: /gm)].map(([, name]) => name!.toLowerCase());
  return [...text.matchAll(/\[([^\][]+)\](?![(:])(?:\[([^\]]*)\])?/g)]
    .map(([, name, reference]) => (reference || name!).replace(/\s+/g, ' ').toLowerCase())
    .filter((name) => !/^[ x]$/.test(name) && !defined.includes(name));
};

/** Code spans that name a file, or a folder by a path with a slash at its end. */
const pathsOf = (prose: string) =>
  [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, span]) => span!)
    .filter(
      (span) => /^[\w@.][\w@./-]*\.(tsx?|mjs|md|json)$/.test(span) || /^[\w@.-][\w@./-]*\/$/.test(span),
    );

/** Code spans that look like names of the source, such as `chargeNow`, and are none. */
const unknownNamesIn = (prose: string) =>
  [...prose.matchAll(/`([a-z]+[A-Z]\w*)`/g)]
    .map(([, name]) => name!)
    .filter((name) => !sourceNames.has(name));

const sourceNames = new Set(
  ['src', 'service/src'].flatMap((folder) =>
    readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .filter((file) => /\.tsx?$/.test(file))
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').match(/\b[a-z]+[A-Z]\w*/g) ?? []),
  ),
);

/** Anchors of the headings of a document, as GitHub makes them. */
const anchorsOf = (file: string) =>
  [...proseOf(file).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

const leads = (file: string, target: string) => {
  const [path = '', anchor] = target.split('#');
  const place = path === '' ? file : join(dirname(file), path);
  return existsSync(place) && (anchor === undefined || anchorsOf(place).includes(anchor));
};

describe('guides and READMEs', () => {
  for (const file of readmes.filter((one) => one.startsWith('service/'))) {
    it(`${dirname(file)} says in at most 40 lines what it is for`, () => {
      assert.ok(existsSync(file), `${file} is missing`);
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
      assert.ok(lines.length <= 40, `${file} has ${lines.length} lines`);
    });
  }

  for (const file of [...guides, ...readmes, ...others]) {
    it(`${file}: names in brackets are links`, () => {
      assert.deepEqual(undefinedIn(proseOf(file)), []);
    });
  }

  for (const text of ['[docs]', 'see [the map][map]', '[a link](README.md), [docs][]']) {
    it(`a name in brackets that nothing defines is found: ${text}`, () => {
      assert.equal(undefinedIn(`${text}, ...\n\n- [ ] to do, [x] done\n`).length, 1);
      assert.deepEqual(undefinedIn(`${text}\n\n[docs]: docs/\n[map]: docs/\n`), []);
    });
  }

  for (const file of readmes) {
    it(`${file}: names in code exist in the source`, () =>
      assert.deepEqual(unknownNamesIn(proseOf(file)), []));
  }

  for (const file of [...guides, ...readmes]) {
    it(`${file}: links and paths lead to files, lines end at 110 columns`, () => {
      const prose = proseOf(file);
      // A path is written from the document's folder, from the root, or from where rooms live.
      const roots = [dirname(file), '.', 'src', 'service/src'];
      const exists = (path: string) =>
        built.includes(path) || roots.some((root) => existsSync(join(root, path)));
      assert.deepEqual(
        linksOf(prose).filter((target) => !leads(file, target)),
        [],
      );
      assert.deepEqual(
        pathsOf(prose).filter((path) => !exists(path)),
        [],
      );
      const long = prose.split('\n').filter((line) => line.length > 110 && !/^\[.+\]: /.test(line));
      assert.deepEqual(long, []);
    });
  }
});
