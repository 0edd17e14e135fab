// Which engines besides Chromium this machine has, and how the missing ones are installed.
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

const first = (...paths) => paths.find((path) => path && existsSync(path));

/** MiniBrowser lies below a folder named after the machine and the version of WebKit. */
function miniBrowser() {
  const libraries = '/usr/lib';
  if (!existsSync(libraries)) return undefined;
  const machines = readdirSync(libraries).map((name) => join(libraries, name));
  return first(
    process.env.WEBKIT_PATH,
    ...[libraries, ...machines].flatMap((folder) =>
      ['webkit2gtk-4.1', 'webkit2gtk-4.0', 'webkitgtk-6.0'].map((name) => join(folder, name, 'MiniBrowser')),
    ),
  );
}

/** The programs of an engine by role, or undefined for each that is missing. */
export const engines = {
  firefox: {
    title: 'Firefox',
    install: 'apt-get install firefox-esr',
    programs: () => ({
      browser: first(
        process.env.FIREFOX_PATH,
        '/usr/bin/firefox-esr',
        '/usr/bin/firefox',
        '/Applications/Firefox.app/Contents/MacOS/firefox',
      ),
    }),
  },
  webkit: {
    title: 'WebKitGTK',
    install: 'apt-get install webkit2gtk-driver xvfb xauth',
    programs: () => ({
      browser: miniBrowser(),
      driver: first('/usr/bin/WebKitWebDriver'),
      display: first('/usr/bin/xvfb-run'),
      authority: first('/usr/bin/xauth'),
    }),
  },
};

/** The programs of an engine when all of them are here. */
export function programsOf(name) {
  const programs = engines[name].programs();
  return Object.values(programs).every(Boolean) ? programs : undefined;
}

/** What to do about an engine that is not here; undefined where it is. */
export const lacks = (name) => (programsOf(name) ? undefined : missing(name));

/** Why the suites of other engines cannot run: in CI they want all of them, elsewhere one is enough. */
export function lacksEngines() {
  const sentences = Object.keys(engines).map(lacks).filter(Boolean);
  const isEnough = process.env.CI ? sentences.length === 0 : sentences.length < Object.keys(engines).length;
  return isEnough ? undefined : sentences.join(' ');
}

/** The sentence about an engine that is not here. */
export const missing = (name) =>
  `${engines[name].title} is not installed, so nothing ran in it. On Debian: ${engines[name].install}`;

/** Why a deployment in production cannot be tried: it needs a PostgreSQL server and its pooler, a certificate and the proxies. */
export function lacksDeployment() {
  const folders = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql') : [];
  const onPath = (process.env.PATH ?? '').split(':');
  const postgres = first(
    ...[process.env.CARD_VAULT_POSTGRES_BIN ?? '', ...onPath].map((folder) => join(folder, 'initdb')),
    ...folders.map((version) => join('/usr/lib/postgresql', version, 'bin', 'initdb')),
  );
  // Servers lie in /usr/sbin, which is not on the path of every user.
  const programs = ['openssl', 'pgbouncer', 'nginx', 'haproxy', 'caddy'].filter(
    (name) => !first(...[...onPath, '/usr/sbin'].map((folder) => join(folder, name))),
  );
  const missing = [...(postgres ? [] : ['postgresql']), ...programs];
  return missing.length > 0 ? `Missing: apt-get install ${missing.join(' ')}.` : undefined;
}
