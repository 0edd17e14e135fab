import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, it} from 'node:test';

const guides = ['CONTRIBUTING.md', 'SECURITY.md'];
const groups = ['platform', 'domain', 'simulators', 'edges'];

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

/** A document without its code blocks. */
const proseOf = (file: string) => readFileSync(file, 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** Targets of links, inline and by reference, to files of the repository. */
const linksOf = (prose: string) =>
  [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)]
    .map(([, inline, reference]) => inline ?? reference ?? '')
    .filter((target) => !/^https?:/.test(target));

/** Code spans that name a file, or a folder by a path with a slash at its end. */
const pathsOf = (prose: string) =>
  [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, span]) => span!)
    .filter(
      (span) => /^[\w@.][\w@./-]*\.(tsx?|mjs|md|json)$/.test(span) || /^[\w@.-][\w@./-]*\/$/.test(span),
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

  for (const file of [...guides, ...readmes]) {
    it(`${file}: links and paths lead to files, lines end at 110 columns`, () => {
      const prose = proseOf(file);
      // A path is written from the document's folder, from the root, or from where rooms live.
      const roots = [dirname(file), '.', 'src', 'service/src'];
      const exists = (path: string) => roots.some((root) => existsSync(join(root, path)));
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
