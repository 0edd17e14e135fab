import {createRequire} from 'node:module';
import {OptionError} from './options.js';
import {databaseKind} from './storage/open.js';

/** What the service needs beside this package. A shop that only wants the element installs none of it. */
const always = ['hono', '@hono/node-server', 'jose', 'temporal-polyfill', 'valibot'];

function isInstalled(name: string, resolve: (name: string) => string): boolean {
  try {
    resolve(name);
    return true;
  } catch (error) {
    // Found, but with nothing for `require`: it is there.
    return (error as NodeJS.ErrnoException).code === 'ERR_PACKAGE_PATH_NOT_EXPORTED';
  }
}

/**
 * Says in one sentence what has to be installed before the service can run.
 *
 * @throws {OptionError} naming every missing package and the command that installs them.
 */
export function requirePeers(
  database: string,
  resolve: (name: string) => string = createRequire(import.meta.url).resolve,
): void {
  const engine = databaseKind(database) === 'postgres' ? 'pg' : '@electric-sql/pglite';
  const missing = [...always, engine].filter((name) => !isInstalled(name, resolve));
  if (missing.length === 0) return;
  throw new OptionError(
    `The service needs ${missing.join(', ')}, which ${missing.length > 1 ? 'are' : 'is'} not installed. ` +
      `Run: npm install ${missing.join(' ')}`,
  );
}
