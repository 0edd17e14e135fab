import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chownSync, existsSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {connect, createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';

export type PoolMode = 'session' | 'transaction';

/** A pooler before one PostgreSQL server. */
export interface Pooler {
  /** The address of a database through the pooler. */
  through(address: string): string;
  stop(): Promise<void>;
}

/** The program; undefined if the machine has none. */
export const findPgBouncer = (): string | undefined =>
  [
    '/usr/sbin/pgbouncer',
    ...(process.env['PATH'] ?? '').split(':').map((folder) => join(folder, 'pgbouncer')),
  ].find((path) => existsSync(path));

/** The reason why tests through a pooler are skipped; `false` if they can run. In CI they are never skipped. */
export const poolerMissing: string | false =
  findPgBouncer() !== undefined || process.env['CI'] === 'true'
    ? false
    : 'no pgbouncer on this machine (Debian: apt-get install pgbouncer)';

/** It refuses to run as root, and runs as the user `postgres` instead. */
function unprivileged(): {uid?: number; gid?: number} {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], {encoding: 'utf8'}).stdout);
  return {uid: id('-u'), gid: id('-g')};
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.once('error', () => resolve(false)).once('connect', () => socket.destroy());
  });

/** Starts PgBouncer before a server on 127.0.0.1. */
export async function startPooler(options: {
  readonly port: number;
  readonly mode: PoolMode;
  /** Roles that it lets in, besides `postgres`. */
  readonly users?: readonly string[];
}): Promise<Pooler> {
  const program = findPgBouncer();
  if (program === undefined) throw new Error('This machine has no pgbouncer.');
  const user = unprivileged();
  const home = mkdtempSync(join(tmpdir(), 'card-vault-pooler-'));
  const port = await freePort();
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${options.port}`,
    '[pgbouncer]',
    ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, `unix_socket_dir =`],
    ...['auth_type = trust', `auth_file = ${join(home, 'users')}`, `pool_mode = ${options.mode}`],
    // Fewer sessions than clients, so that transactions really exchange them.
    ...[`default_pool_size = ${options.mode === 'transaction' ? 5 : 60}`, 'max_client_conn = 500'],
  ];
  const users = ['postgres', ...(options.users ?? [])].map((name) => `"${name}" ""\n`);
  writeFileSync(join(home, 'users'), users.join(''));
  writeFileSync(join(home, 'pgbouncer.ini'), `${lines.join('\n')}\n`);
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const child = spawn(program, [join(home, 'pgbouncer.ini')], {...user, cwd: home, stdio: 'ignore'});
  child.unref();
  const atExit = () => child.kill('SIGKILL');
  process.once('exit', atExit);
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}.`);
    await pause(20);
  }
  return {
    through(address) {
      const url = new URL(address);
      url.port = String(port);
      return url.href;
    },
    async stop() {
      process.off('exit', atExit);
      child.ref();
      child.kill('SIGQUIT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      rmSync(home, {recursive: true, force: true});
    },
  };
}
