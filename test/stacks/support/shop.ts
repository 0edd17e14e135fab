// An example as a reader of its README has it: its own folder, the packed packages, its own scripts.
import {execFileSync, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, dirname, join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {programOf} from '../../../tools/test/runtimes.mjs';
import {closedAddress} from '../../cli/support/shop.js';

/** Frameworks of today need a newer Node than the packages do. */
const node24 = programOf('Node 24');
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: [node24 && dirname(resolve(node24)), process.env.PATH].join(delimiter),
  // A terminal's colours would stand in the middle of an address, and a runner's own settings are not the shop's.
  ...{NO_COLOR: '1', FORCE_COLOR: undefined, NODE_OPTIONS: '', NODE_TEST_CONTEXT: undefined, CI: undefined},
  ...{NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false'},
};

export interface Keys {
  readonly api: string;
  readonly secret_key: string;
  readonly public_key: string;
}

export interface Process {
  close(): Promise<void>;
}

/** The folder in which both packages are packed, as the root of a clone is after `npm pack`. */
export function packPackages(): string {
  // A quick build has no types.
  if (!existsSync('dist/types'))
    execFileSync(process.execPath, ['--import', 'tsx', 'tools/build/build.ts'], {stdio: 'ignore'});
  const root = mkdtempSync(join(tmpdir(), 'card-vault-stacks-'));
  const pack = ['pack', '--silent', '--ignore-scripts', '--pack-destination', root];
  for (const more of [[], ['--workspace', 'service']])
    execFileSync('npm', [...pack, ...more], {stdio: 'ignore'});
  return root;
}

export class Example {
  readonly folder: string;

  /**
   * @param name its folder in `examples`
   * @param root where the packages are packed
   */
  constructor(name: string, root: string) {
    this.folder = join(root, 'examples', name);
    mkdirSync(dirname(this.folder), {recursive: true});
    cpSync(join('examples', name), this.folder, {
      recursive: true,
      filter: (path) => !/node_modules/.test(path),
    });
  }

  install(): Promise<void> {
    return this.#run([
      'install',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--no-package-lock',
      '--loglevel=error',
    ]);
  }

  /** Runs one of its scripts to its end; what it says is in the error, if it fails. */
  script(name: string): Promise<void> {
    return this.#run(['run', name], {});
  }

  async #run(args: readonly string[], more: NodeJS.ProcessEnv = {}): Promise<void> {
    const child = this.#npm(args, more);
    const said = wordsOf(child);
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${said.join('\n')}`);
  }

  #npm(args: readonly string[], more: NodeJS.ProcessEnv): ChildProcess {
    return spawn('npm', args, {
      ...{cwd: this.folder, env: {...environment, ...more}, stdio: ['ignore', 'pipe', 'pipe']},
      // A group of its own, which ends as a whole: npm, its shell, the server and what that starts.
      detached: true,
    });
  }

  /** Starts one of its servers. */
  serve(args: readonly string[], more: NodeJS.ProcessEnv): Process & {readonly said: readonly string[]} {
    const child = this.#npm(['run', ...args], more);
    return {said: wordsOf(child), close: () => end(child)};
  }

  /** The packed service, on ports of its own, with nothing kept. */
  async service(): Promise<Process & {readonly keys: Keys}> {
    const ports = ['--port', '0', '--fields-port', '0', '--issuer-port', '0'];
    const args = ['exec', '--', 'card-vault-service', '--json', '--database', 'memory:', ...ports];
    const child = this.#npm(args, {});
    for await (const line of createInterface({input: child.stdout!}))
      if (line.startsWith('{')) {
        child.stdout!.resume();
        return {keys: JSON.parse(line) as Keys, close: () => end(child)};
      }
    throw new Error('card-vault-service ended before it listened.');
  }

  /** Changes a file as an editor does. */
  edit(path: string, from: string, to: string): void {
    const file = join(this.folder, path);
    const text = readFileSync(file, 'utf8');
    if (!text.includes(from)) throw new Error(`${path} does not say: ${from}`);
    writeFileSync(file, text.replace(from, to));
  }

  /** Saves a file again as it is. */
  save(path: string): void {
    const file = join(this.folder, path);
    writeFileSync(file, readFileSync(file));
  }

  remove(): void {
    rmSync(this.folder, {recursive: true, force: true, maxRetries: 5});
  }
}

/** A port that nobody listens on. */
export const freePort = async (): Promise<string> => new URL(await closedAddress()).port;

/** What a process says, line by line; a pipe that nobody reads would stop it. */
function wordsOf(child: ChildProcess): readonly string[] {
  const said: string[] = [];
  for (const stream of [child.stdout!, child.stderr!])
    createInterface({input: stream}).on('line', (line) => {
      said.push(line);
      // Its first words say what it is, its last ones what happened; a server that fails repeats itself.
      if (said.length > 60) said.splice(20, 1);
    });
  return said;
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  try {
    process.kill(-child.pid!, 'SIGKILL');
  } catch {
    return; // It has ended.
  }
  await closed;
}
