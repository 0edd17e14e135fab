// Builds everything that is published, and the scripts of the demo's framework pages.
//   tsx tools/build.ts            all, types and manifest included
//   tsx tools/build.ts --quick    what runs, without types; skipped when nothing changed since the last build
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
import {join} from 'node:path';
import {PGlite} from '@electric-sql/pglite';
import {build} from 'vite';
import {preparedName} from '../service/src/platform/storage/prepared.js';
import {demoPageConfig, libraryConfig, pageScriptConfig, standaloneConfig} from '../vite.config.js';

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
  for (const folder of ['src', 'service/src', 'demo']) walk(folder);
  const settings = ['package.json', 'service/package.json', 'tsconfig.json', 'service/tsconfig.json'];
  for (const file of ['vite.config.ts', 'tools/build.ts', ...settings]) hash.update(readFileSync(file));
  return hash.digest('hex');
}

/** The empty database that embedded ones start from. It changes with the engine alone, so it is kept between builds. */
async function prepareDatabase(): Promise<void> {
  const kept = join('.cache', preparedName());
  if (!existsSync(kept)) {
    const engine = await PGlite.create();
    const image = await engine.dumpDataDir('gzip');
    await engine.close();
    mkdirSync('.cache', {recursive: true});
    writeFileSync(kept, Buffer.from(await image.arrayBuffer()));
  }
  copyFileSync(kept, join('service/dist', preparedName()));
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
await build(standaloneConfig());
// The hosted checkout shows the element as it is published.
for (const path of ['card-vault.js', 'card-vault'])
  cpSync(join('dist', path), join('service/dist/element', path), {recursive: true});
const entries = JSON.parse(readFileSync('service/src/browser-entries.json', 'utf8')) as Record<
  string,
  string
>;
for (const [name, entry] of Object.entries(entries)) await build(pageScriptConfig(name, entry));

await build(demoPageConfig('react', 'demo/react/main.tsx'));
await build(demoPageConfig('vue', 'demo/vue/main.ts'));

await prepareDatabase();

if (!quick) {
  const bin = (name: string) => join('node_modules', '.bin', name);
  const types = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir'];
  for (const [project, folder] of Object.entries({'.': 'dist/types', service: 'service/dist/types'}))
    execFileSync(bin('tsc'), ['-p', project, ...types, folder], {stdio: 'inherit'});
  execFileSync(
    bin('cem'),
    ['analyze', '--litelement', '--globs', 'src/element/**/*.ts', '--outdir', 'dist', '--quiet'],
    {stdio: 'inherit'},
  );
}

mkdirSync('.cache', {recursive: true});
writeFileSync(stampFile, JSON.stringify({hash}));
const integrity = `sha384-${createHash('sha384').update(readFileSync('dist/card-vault.js')).digest('base64')}`;
writeFileSync('dist/integrity.json', JSON.stringify({'card-vault.js': integrity}, null, 2) + '\n');
console.log(
  `built in ${((Date.now() - started) / 1000).toFixed(1)} s; dist/card-vault.js ${statSync('dist/card-vault.js').size} bytes, integrity ${integrity}`,
);
