import {execFileSync, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, dirname, join, resolve} from 'node:path';
import {createInterface} from 'node:readline';

interface Manifest {
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A new folder with one package in it, as `npm install` of its tarball leaves it. */
export interface Installed {
  readonly folder: string;
  /** Everything under `node_modules`, scoped names too. */
  readonly packages: readonly string[];
  /** Runs a command of the package there. */
  start(command: string, args?: readonly string[]): ChildProcess;
  /** Runs a script that stands in the folder. */
  run(script: string): ChildProcess;
  /** The text of one of the package's files. */
  read(path: string): string;
  remove(): void;
}

/**
 * Packs a package and unpacks the tarball into a new folder. Its dependencies, and theirs, are linked from this
 * repository, so that no registry is asked; each gets nothing but what it declares.
 */
export function install(source: string): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-packed-'));
  const modules = join(folder, 'node_modules');
  const name = unpack(resolve(source), modules);
  const manifest = manifestOf(join(modules, name));
  link(Object.keys(manifest.dependencies ?? {}), modules);
  return {
    folder,
    packages: readdirSync(modules).flatMap((entry) =>
      entry.startsWith('@') ? readdirSync(join(modules, entry)).map((inner) => `${entry}/${inner}`) : [entry],
    ),
    start(command, args = []) {
      const file = manifest.bin?.[command];
      if (!file) throw new Error(`${name} has no command ${command}.`);
      return node([join(modules, name, file), ...args], folder);
    },
    run: (script) => node([script], folder),
    read: (path) => readFileSync(join(modules, name, path), 'utf8'),
    remove: () => rmSync(folder, {recursive: true, force: true, maxRetries: 5}),
  };
}

const node = (args: readonly string[], cwd: string) =>
  spawn(process.execPath, args, {cwd, stdio: ['ignore', 'pipe', 'pipe']});

function unpack(source: string, modules: string): string {
  const isWindows = process.platform === 'win32';
  const target = join(modules, basename(source) === 'service' ? 'card-vault-service' : 'card-vault');
  mkdirSync(target, {recursive: true});
  execFileSync(isWindows ? 'npm.cmd' : 'npm', ['pack', '--silent', '--pack-destination', target], {
    ...{cwd: source, shell: isWindows, stdio: 'ignore'},
  });
  const tarball = readdirSync(target).find((file) => file.endsWith('.tgz')) ?? '';
  execFileSync('tar', ['-xzf', tarball, '--strip-components=1'], {cwd: target});
  rmSync(join(target, tarball));
  return basename(target);
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;

/** Links packages and what they depend on. Node finds the dependencies of a linked package beside the original. */
function link(names: readonly string[], modules: string): void {
  for (const name of names) {
    const target = join(modules, name);
    if (existsSync(target)) continue;
    const original = resolve('node_modules', name);
    mkdirSync(dirname(target), {recursive: true});
    symlinkSync(original, target, 'junction');
    link(Object.keys(manifestOf(original).dependencies ?? {}), modules);
  }
}

/** The first line that a program prints, or an error with what it said instead. */
export async function firstLine(program: ChildProcess): Promise<string> {
  const complaints: string[] = [];
  program.stderr?.setEncoding('utf8').on('data', (text: string) => complaints.push(text));
  const lines = createInterface({input: program.stdout!});
  const ended = once(program, 'exit').then(([code]) => {
    throw new Error(`It ended with ${String(code)}: ${complaints.join('')}`);
  });
  const [line] = (await Promise.race([once(lines, 'line'), ended])) as [string];
  ended.catch(() => undefined);
  return line;
}

/** Ends a program and waits until it has. */
export async function stop(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const ended = once(program, 'exit');
  program.kill();
  await ended;
}
