// Builds everything that is published, and the scripts of the demo's pages.
//   tsx tools/build/build.ts            all, types and manifest included
//   tsx tools/build/build.ts --quick    what runs, without types; skipped when nothing changed since the last build
import {createHash} from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {execFileSync} from 'node:child_process';
import {dirname, join} from 'node:path';
import {build} from 'vite';
import {writeElements} from './elements/write.js';
import {copyNotices, writeNotices} from './notices.js';
import {prepareDatabase} from './prepared-database.js';
import {writeComponentLists} from './sbom.js';
import {keepPublishedTypes} from './published-types.js';
import {buildReadyScripts} from './ready-scripts.js';
import {demoPageConfig, inspectorConfig, libraryConfig, pageScriptConfig} from '../../vite.config.js';

const quick = process.argv.includes('--quick');
const stampFile = '.cache/build.json';

function sourceHash() {
  const hash = createHash('sha256');
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, {withFileTypes: true}).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else hash.update(path).update(readFileSync(path));
    }
  };
  for (const folder of ['src', 'service/src', 'demo', 'tools/build']) walk(folder);
  const settings = ['package.json', 'service/package.json', 'tsconfig.json', 'service/tsconfig.json'];
  for (const file of ['vite.config.ts', ...settings]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

const isScript = (path: string) => path.endsWith('.js');

/** The hosted checkout shows the element as it is published, but for the source maps. */
function copyElement(): void {
  const own = scriptsOfElement();
  for (const path of own) {
    const target = join('service/dist/element', path);
    mkdirSync(dirname(target), {recursive: true});
    const text = readFileSync(join('dist', path), 'utf8');
    writeFileSync(target, text.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'));
  }
  copyNotices('dist', 'service/dist', (file) => (own.includes(file) ? `element/${file}` : undefined));
}

/** The ready script and the parts it loads, by their paths below `dist`. */
function scriptsOfElement(): string[] {
  const parts = readdirSync('dist/card-vault').filter(isScript).sort();
  return [
    'card-vault.js',
    'card-vault-list.js',
    'card-vault-parts.js',
    ...parts.map((name) => `card-vault/${name}`),
  ];
}

/** For `<script integrity>`, and for the `integrity` of an import map. */
function integrityOfElement(): Record<string, string> {
  const hashOf = (path: string) =>
    createHash('sha384')
      .update(readFileSync(join('dist', path)))
      .digest('base64');
  return Object.fromEntries(scriptsOfElement().map((path) => [path, `sha384-${hashOf(path)}`]));
}

const hash = sourceHash();
if (quick && existsSync(stampFile) && existsSync('dist/card-vault.js') && existsSync('service/dist/cli.js')) {
  if ((JSON.parse(readFileSync(stampFile, 'utf8')) as {hash: string}).hash === hash) process.exit(0);
}

const started = Date.now();
for (const folder of ['dist', 'service/dist']) rmSync(folder, {recursive: true, force: true});
await build(libraryConfig('page'));
await build(libraryConfig('server'));
await build(libraryConfig('service'));
await buildReadyScripts();
await build(inspectorConfig());
copyElement();
const entries = JSON.parse(readFileSync('service/src/browser-entries.json', 'utf8')) as Record<
  string,
  string
>;
for (const [name, entry] of Object.entries(entries)) await build(pageScriptConfig(name, entry));

copyFileSync('src/element/styles/first-paint.css', 'dist/first-paint.css');
cpSync('src/element/presets', 'dist/presets', {recursive: true});
await build(demoPageConfig('react', {react: 'demo/react/main.tsx'}));
await build(demoPageConfig('vue', {vue: 'demo/vue/main.ts'}));
const shopPages = ['save-page', 'account-page', 'plans-page', 'framework-page', 'bench-page'];
await build(
  demoPageConfig('shop', Object.fromEntries(shopPages.map((page) => [page, `demo/shop/${page}.ts`]))),
);

await prepareDatabase();
await writeElements();
for (const folder of ['dist', 'service/dist']) writeNotices(folder);
writeComponentLists();
for (const file of ['LICENSE', 'CHANGELOG.md']) copyFileSync(file, join('service', file));

if (!quick) {
  const bin = (name: string) => join('node_modules', '.bin', name);
  const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir'];
  for (const [project, folder] of Object.entries({'.': 'dist/types', service: 'service/dist/types'}))
    execFileSync(bin('tsc'), ['-p', project, ...types, folder], {stdio: 'inherit'});
  for (const folder of ['.', 'service']) keepPublishedTypes(folder);
}

mkdirSync('.cache', {recursive: true});
writeFileSync(stampFile, JSON.stringify({hash}));
const integrity = integrityOfElement();
writeFileSync('dist/integrity.json', JSON.stringify(integrity, null, 2) + '\n');
console.log(
  `built in ${((Date.now() - started) / 1000).toFixed(1)} s; dist/card-vault.js ${statSync('dist/card-vault.js').size} bytes, integrity ${integrity['card-vault.js']}`,
);
