import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A Redis server that only this process uses. */
export interface RedisServer {
  /** Its Unix socket. */
  readonly path: string;
  /** Ends the server and removes its files. */
  stop(): Promise<void>;
}

/** The program `redis-server`; undefined if the machine has none. In CI that is a failure. */
export function findRedis(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = folders.map((folder) => join(folder, 'redis-server')).find(existsSync);
  if (!found && process.env['CI']) throw new Error('There is no redis-server.');
  return found;
}

/** Starts the program without a port and without a file. Resolves when it accepts connections. */
export async function startRedis(program = 'redis-server'): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'card-vault-redis-'));
  const path = join(folder, 'redis.sock');
  const child = spawn(program, ['--port', '0', '--unixsocket', path, '--save', '', '--dir', folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`redis-server ended with ${code}: ${said}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (/ready to accept connections/i.test(said)) resolve();
    });
  });
  return {
    path,
    async stop() {
      child.removeAllListeners('exit');
      child.kill();
      await once(child, 'exit');
      await rm(folder, {recursive: true, force: true});
    },
  };
}
