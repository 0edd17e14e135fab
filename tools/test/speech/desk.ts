import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {until} from '../../../test/journeys/driver.js';
import {Marionette} from '../../../test/journeys/marionette.js';

const run = promisify(execFile);

/** Debian's packages by the program that each brings. */
const programs = {
  '/usr/bin/orca': 'orca',
  '/usr/bin/firefox': 'firefox-esr',
  '/usr/bin/Xvfb': 'xvfb',
  '/usr/bin/xdotool': 'xdotool',
  '/usr/bin/dbus-daemon': 'dbus',
  '/usr/libexec/at-spi-bus-launcher': 'at-spi2-core',
};

/** Orca has said all when it was silent for so long. */
const silenceMs = 1500;

/** What Orca says of windows, of loading and of its own modes, and the digits that a key has put behind the caret. */
const ofItself =
  /^([\d ]+$|.$|Screen reader|(Browse|Focus) mode|Loading|Finished loading|Page has|leaving |document web|.* (frame|page tab)\.$)/;

/** Words without the marks of direction around names. */
const wordsOf = (line: string): string => line.replaceAll(/[\u2066-\u2069]/g, '').trim();

/** A desktop without a screen: a display, a bus, Orca and Firefox. Keys are those of its keyboard. */
export class Desk {
  readonly firefox: Marionette;
  readonly #home: string;
  readonly #children: readonly ChildProcess[];
  readonly #env: NodeJS.ProcessEnv;
  #heard = 0;

  private constructor(
    firefox: Marionette,
    home: string,
    children: readonly ChildProcess[],
    env: NodeJS.ProcessEnv,
  ) {
    this.firefox = firefox;
    this.#home = home;
    this.#children = children;
    this.#env = env;
  }

  /** How to install what is missing; undefined where all is here. */
  static lacks(): string | undefined {
    const missing = Object.entries(programs).flatMap(([path, name]) => (existsSync(path) ? [] : [name]));
    return missing.length > 0 ? `Missing: apt-get install ${missing.join(' ')}` : undefined;
  }

  static async open(): Promise<Desk> {
    const home = mkdtempSync(join(tmpdir(), 'card-vault-orca-'));
    const children: ChildProcess[] = [];
    const folders = {
      XDG_DATA_HOME: 'data',
      XDG_CONFIG_HOME: 'config',
      XDG_CACHE_HOME: 'cache',
      XDG_RUNTIME_DIR: 'run',
    };
    const env: NodeJS.ProcessEnv = {
      ...{PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', TZ: 'UTC'},
      ...{GNOME_ACCESSIBILITY: '1', MOZ_ENABLE_WAYLAND: '0', CARD_VAULT_SPEECH: join(home, 'speech')},
      ...Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(home, folder)])),
    };
    for (const folder of Object.values(folders)) mkdirSync(join(home, folder), {mode: 0o700});
    mkdirSync(join(home, 'data/orca'));
    copyFileSync('tools/test/speech/orca.py', join(home, 'data/orca/orca-customizations.py'));
    writeFileSync(join(home, 'speech'), '');
    try {
      /** Starts a program that says in a line where it is reached. */
      const reached = async (program: string, ...args: string[]): Promise<string> => {
        const child = spawn(program, args, {env, stdio: ['ignore', 'pipe', 'ignore'], detached: true});
        children.push(child);
        return String(((await once(child.stdout, 'data')) as [Buffer])[0]).trim();
      };
      env['DISPLAY'] = `:${await reached('Xvfb', '-displayfd', '1', '-screen', '0', '1024x900x24')}`;
      env['DBUS_SESSION_BUS_ADDRESS'] = await reached(
        'dbus-daemon',
        '--session',
        '--nofork',
        '--print-address=1',
      );
      const start = (program: string, ...args: string[]): void =>
        void children.push(spawn(program, args, {env, stdio: 'ignore', detached: true}));
      start('/usr/libexec/at-spi-bus-launcher', '--launch-immediately', '--a11y=1', '--screen-reader=1');
      start('orca', '--replace');
      const desk = new Desk(await Desk.#listened(home, env), home, children, env);
      const {stdout} = await run('xdotool', ['search', '--sync', '--onlyvisible', '--class', 'firefox'], {
        env,
      });
      await run('xdotool', ['windowfocus', '--sync', stdout.split('\n')[0]!], {env});
      return desk;
    } catch (error) {
      await Desk.#end(home, children);
      throw error;
    }
  }

  /** Starts Firefox after Orca, which would not hear of it otherwise. */
  static async #listened(home: string, env: NodeJS.ProcessEnv): Promise<Marionette> {
    await until('Orca', () => Promise.resolve(readFileSync(join(home, 'speech'), 'utf8') !== ''));
    return Marionette.start({env});
  }

  static async #end(home: string, children: readonly ChildProcess[]): Promise<void> {
    for (const child of [...children].reverse()) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const ended = once(child, 'exit');
      // The launcher's bus is a process of its group, which outlives it.
      process.kill(-child.pid!, 'SIGKILL');
      await ended;
    }
    rmSync(home, {recursive: true, force: true, maxRetries: 5});
  }

  /** Opens a page, with the keyboard at its beginning. */
  async visit(url: string): Promise<void> {
    await this.firefox.send('WebDriver:Navigate', {url});
    await this.firefox.run('gBrowser.selectedBrowser.focus()', 'chrome');
  }

  /** Presses keys by their names at the display, as `xdotool` spells them. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await run('xdotool', ['key', key], {env: this.#env});
  }

  async type(text: string): Promise<void> {
    await run('xdotool', ['type', '--delay', '60', text], {env: this.#env});
  }

  /** What Orca has said since it was last asked, once it is silent; `after` is what the page must have come to before. */
  async hear(after?: string): Promise<readonly string[]> {
    if (after) await until(after, () => this.firefox.run<boolean>(`return Boolean(${after})`));
    let [length, since] = [-1, 0];
    await until('silence', () => {
      const now = this.#lines().length;
      if (now !== length) [length, since] = [now, Date.now()];
      return Promise.resolve(Date.now() - since > silenceMs);
    });
    const lines = this.#lines();
    const said = lines.slice(this.#heard).map(wordsOf);
    this.#heard = lines.length;
    return said.filter((line) => line !== '' && !ofItself.test(line));
  }

  #lines(): readonly string[] {
    return readFileSync(join(this.#home, 'speech'), 'utf8').split('\n').slice(0, -1);
  }

  async close(): Promise<void> {
    await this.firefox.close();
    await Desk.#end(this.#home, this.#children);
  }
}
