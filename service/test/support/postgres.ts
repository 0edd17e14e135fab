import {spawn, spawnSync, type ChildProcess} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {chownSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {setTimeout as pause} from 'node:timers/promises';
import pg from 'pg';

/**
 * A PostgreSQL server that only this process uses. It runs the programs that are installed on the machine.
 */
export interface Cluster {
  /** Creates a database: an empty one, or a copy of one that has no connections. Returns its address. */
  createDatabase(template?: string): Promise<string>;
  /** Port on 127.0.0.1. It stays the same after a restart. */
  readonly port: number;
  /** Ends the server without a clean shutdown (`SIGQUIT`), so that it recovers at the next start. */
  crash(): Promise<void>;
  /** Starts the server again after a crash. Resolves when it accepts connections. */
  restart(): Promise<void>;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** The folder of the newest `initdb` and `postgres`; undefined if the machine has none. */
export function findPrograms(): string | undefined {
  const named = process.env['CARD_VAULT_POSTGRES_BIN'];
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const onPath = (process.env['PATH'] ?? '').split(':');
  const candidates = [named, ...versions.map((version) => join(root, version, 'bin')), ...onPath];
  return candidates.find(
    (folder) =>
      folder !== undefined && existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
}

/** User and group of the server. It refuses to run as root, and runs as the user `postgres` instead. */
function unprivileged(): {uid?: number; gid?: number} {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], {encoding: 'utf8'}).stdout);
  return {uid: id('-u'), gid: id('-g')};
}

/**
 * Settings that make tests faster: data need not survive a crash of the machine, so nothing waits for the
 * disk.
 */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'shared_buffers=32MB',
  'max_connections=300',
];

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const {port} = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve());
  });

const memory = '/dev/shm';

/** A folder in memory if there is room for all databases of a run, else on the disk. */
function folderInMemory(): string {
  if (!existsSync(memory)) return tmpdir();
  const {bavail, bsize} = statfsSync(memory);
  return bavail * bsize > 4 * 2 ** 30 ? memory : tmpdir();
}

export interface ClusterOptions {
  /** Keeps committed data when the server crashes, as a real installation does. */
  readonly durable?: boolean;
  /**
   * Stores the files in memory. A database has hundreds, and writing them to disk takes longer than the
   * tests.
   */
  readonly inMemory?: boolean;
}

export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const programs = findPrograms();
  if (programs === undefined) throw new Error('This machine has no initdb.');
  const user = unprivileged();
  const home = mkdtempSync(join(options.inMemory ? folderInMemory() : tmpdir(), 'card-vault-postgres-'));
  if (user.uid !== undefined && user.gid !== undefined) chownSync(home, user.uid, user.gid);
  const data = join(home, 'data');
  const run = {...user, cwd: home, encoding: 'utf8' as const};
  const initdb = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
    run,
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr}`);
  const port = await freePort();
  const usedSettings = options.durable === true ? settings.slice(-2) : settings;
  const args = [
    ...['-D', data, '-p', String(port), '-k', home, '-c', 'listen_addresses=127.0.0.1'],
    ...usedSettings.flatMap((setting) => ['-c', setting]),
  ];
  const address = (name: string) => `postgres://postgres@127.0.0.1:${port}/${name}`;
  let server: ChildProcess | undefined;
  const start = async () => {
    server = spawn(join(programs, 'postgres'), args, {...user, cwd: home, stdio: 'ignore'});
    // The server must not keep the test process running; it is ended when the process exits.
    server.unref();
    await untilConnectable(address('postgres'), server);
  };
  const signal = async (name: NodeJS.Signals) => {
    if (!server) return;
    server.ref();
    server.kill(name);
    await ended(server);
  };
  const atExit = () => {
    server?.kill('SIGQUIT');
    rmSync(home, {recursive: true, force: true, maxRetries: 10, retryDelay: 50});
  };
  process.once('exit', atExit);
  await start();
  return {
    port,
    async createDatabase(template) {
      const name = `db_${randomUUID().replaceAll('-', '')}`;
      const source = template === undefined ? '' : ` TEMPLATE ${new URL(template).pathname.slice(1)}`;
      const client = new pg.Client({connectionString: address('postgres')});
      await client.connect();
      await client.query(`CREATE DATABASE ${name}${source}`);
      await client.end();
      return address(name);
    },
    crash: () => signal('SIGQUIT'),
    restart: start,
    async stop() {
      await signal('SIGINT');
      process.off('exit', atExit);
      rmSync(home, {recursive: true, force: true, maxRetries: 5, retryDelay: 50});
    },
  };
}

/** Waits until the server accepts connections. */
async function untilConnectable(address: string, server: ChildProcess): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}.`);
    const client = new pg.Client({connectionString: address});
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await pause(20);
    }
  }
}
