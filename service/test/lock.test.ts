// Further: locks of processes and their ends; one process: `service/test/cli.test.ts`.
import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {FolderInUseError} from '../src/platform/errors.js';
import {silentLogger} from '../src/platform/http/log.js';
import {lockFolder} from '../src/platform/storage/lock.js';
import {openDatabase} from '../src/platform/storage/open.js';
import {migrations} from '../src/start.js';
import {TestProcess} from './support/process.js';

interface Refusal {
  readonly name: string;
  readonly message: string;
  readonly milliseconds: number;
}

const script = 'service/test/support/hold-folder.ts';

describe('one process holds a database folder (guarantees 4.10, V25)', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'card-vault-lock-'));
  });
  after(() => rm(folder, {recursive: true, force: true}));
  const fresh = async (name: string) => {
    const path = join(folder, name);
    await mkdir(path);
    return path;
  };

  it('a second process refuses to start within a second and names the first, which goes on', async () => {
    const path = await fresh('second');
    const first = new TestProcess(script, [path]);
    assert.equal(await first.firstLine(), 'held');
    // Takes the fastest of several runs, because a busy machine may be slow once.
    let quickest = Infinity;
    for (let round = 0; round < 5 && quickest >= 1000; round++) {
      const second = new TestProcess(script, [path]);
      const refusal = JSON.parse(await second.firstLine()) as Refusal;
      assert.equal(refusal.name, 'FolderInUseError');
      assert.match(refusal.message, new RegExp(`process ${first.child.pid}\\b`));
      quickest = Math.min(quickest, refusal.milliseconds);
    }
    assert.ok(quickest < 1000, String(quickest));
    await assert.rejects(lockFolder(path), (error: FolderInUseError) => error.pid === first.child.pid);
    await first.kill('SIGKILL');
  });

  it('the lock of a killed process does not stop the next one', async () => {
    const path = await fresh('stale');
    for (let round = 0; round < 3; round++) {
      const holder = new TestProcess(script, [path]);
      assert.equal(await holder.firstLine(), 'held');
      await holder.kill('SIGKILL');
      assert.ok(existsSync(join(path, 'lock')));
    }
    const lock = await lockFolder(path);
    await lock.release();
  });

  it('a reused process id does not hold a folder; only a process that answers does', async () => {
    const path = await fresh('reused');
    await writeFile(join(path, 'owner.json'), JSON.stringify({id: 'old', pid: process.pid, boot: 'old'}));
    await writeFile(join(path, 'lock'), '');
    const lock = await lockFolder(path);
    await lock.release();
  });

  it('of many processes that start at once on a stale lock exactly one wins', async () => {
    const path = await fresh('race');
    const holder = new TestProcess(script, [path]);
    await holder.firstLine();
    await holder.kill('SIGKILL');
    const tries = await Promise.allSettled(Array.from({length: 12}, () => lockFolder(path)));
    const won = tries.filter((result) => result.status === 'fulfilled');
    assert.equal(won.length, 1);
    for (const result of tries) {
      if (result.status === 'rejected') assert.ok(result.reason instanceof FolderInUseError);
    }
    await won[0]!.value.release();
  });

  it('releasing removes the lock, and the next process may start', async () => {
    const path = await fresh('released');
    const lock = await lockFolder(path);
    const owner = JSON.parse(await readFile(join(path, 'owner.json'), 'utf8')) as {pid: number};
    assert.equal(owner.pid, process.pid);
    await lock.release();
    assert.ok(!existsSync(join(path, 'lock')) && !existsSync(join(path, 'owner.json')));
    await (await lockFolder(path)).release();
  });

  it('works in folders whose path is too long for a socket', async () => {
    const path = await fresh(`${'long-'.repeat(30)}name`);
    const lock = await lockFolder(path);
    await assert.rejects(lockFolder(path), FolderInUseError);
    await lock.release();
  });
});

describe('a data folder and the git repository of a shop', () => {
  let shop: string;
  const git = (...args: readonly string[]) => {
    const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
    const {status, stdout, stderr} = spawnSync('git', args, {cwd: shop, env, encoding: 'utf8'});
    assert.equal(status, 0, stderr);
    return stdout.split('\n').filter((line) => line !== '');
  };
  const makeDatabase = async (folder: string) => {
    const database = await openDatabase(join(shop, folder), silentLogger, {thread: false, migrations});
    await database.close();
  };
  before(async () => {
    shop = await mkdtemp(join(tmpdir(), 'card-vault-shop-'));
    git('init', '--quiet');
    await writeFile(join(shop, 'index.js'), '');
  });
  after(() => rm(shop, {recursive: true, force: true}));

  it('`git add .` adds no file of a folder that the service created', async () => {
    for (const folder of ['.card-vault/db', 'var/cards']) await makeDatabase(folder);
    await writeFile(join(shop, 'var/note.txt'), '');
    assert.equal(await readFile(join(shop, '.card-vault/.gitignore'), 'utf8'), '*\n');
    assert.ok(existsSync(join(shop, '.card-vault/db/data/PG_VERSION')));
    git('add', '.');
    assert.deepEqual(git('ls-files'), ['index.js', 'var/note.txt']);
  });

  it('an existing folder gets no .gitignore', async () => {
    await mkdir(join(shop, 'kept'));
    await makeDatabase('kept');
    assert.ok(!existsSync(join(shop, 'kept/.gitignore')));
  });
});
