// Builds both packages here, and again in another folder without a cache, and compares every byte. `--built`, as `npm run check` asks,
// compares with what is built here already.
import {createHash} from 'node:crypto';
import {execFileSync} from 'node:child_process';
import {cpSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';

const packages = ['dist', 'service/dist'];
/**
 * A database has an identifier and times of its own. It is made once for each engine and list of migrations. Its digest is published
 * beside it, and the service compares it before it uses the file.
 */
const isDrawn = (name) => /^service\/dist\/prepared-database-[\d.]+-[\da-f]+\.tar\.gz(\.sha512)?$/.test(name);
/** Git knows which files are sources; the build needs no others. */
const sources = execFileSync('git', ['ls-files', '-z'], {encoding: 'utf8'}).split('\0').filter(Boolean);

function hashesIn(root) {
  const files = packages.flatMap((folder) =>
    readdirSync(join(root, folder), {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map(({parentPath, name}) => join(parentPath, name)),
  );
  return new Map(
    files.map((file) => [
      file.slice(root.length + 1),
      createHash('sha256').update(readFileSync(file)).digest('hex'),
    ]),
  );
}

const args = process.argv.slice(2);
const here = resolve('.');
const there = mkdtempSync(join(tmpdir(), 'card-vault-build-'));
try {
  for (const file of sources) if (existsSync(file)) cpSync(file, join(there, file));
  // No symbolic links: source maps name the files that they lead to. Hard links cost nothing where they can be made.
  for (const folder of ['node_modules', 'service/node_modules']) {
    if (!existsSync(folder)) continue;
    try {
      execFileSync('cp', ['-al', resolve(folder), join(there, folder)], {stdio: 'ignore'});
    } catch {
      cpSync(folder, join(there, folder), {recursive: true, verbatimSymlinks: true});
    }
  }
  const options = {stdio: ['ignore', 'ignore', 'inherit']};
  const [isBuilt, more] = [args.includes('--built'), args.filter((one) => one !== '--built')];
  const build = ['--import', 'tsx', 'tools/build/build.ts', ...more];
  if (!isBuilt) execFileSync(process.execPath, build, {...options, cwd: here});
  execFileSync(process.execPath, build, {...options, cwd: there});
  const [first, second] = [hashesIn(here), hashesIn(there)];
  const names = [...new Set([...first.keys(), ...second.keys()])].sort();
  const different = names.filter((name) => !isDrawn(name) && first.get(name) !== second.get(name));
  for (const name of different) console.error(`differs: ${name}`);
  console.log(`${names.length} files of two builds, ${different.length} differ`);
  process.exitCode = different.length > 0 ? 1 : 0;
} finally {
  rmSync(there, {recursive: true, force: true});
}
