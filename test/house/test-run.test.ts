// Further: runs of the runner, on copies; its scripts: `test/house/scripts.test.ts`.
import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {after, describe, it} from 'node:test';
import {fileURLToPath, pathToFileURL} from 'node:url';

const tool = (name: string) => fileURLToPath(new URL(`../../tools/test/${name}`, import.meta.url));
const passes = "import {it} from 'node:test'; it('passes', () => {});";
const wtr = 'node_modules/@web/test-runner/dist/bin.js';
const folders: string[] = [];

/** Runs the orchestrator in a folder that holds nothing but these files. */
async function run(planted: Record<string, string>, args: readonly string[] = [], name = 'test.mjs') {
  const folder = mkdtempSync(join(tmpdir(), 'card-vault-planted-'));
  folders.push(folder);
  for (const [path, text] of Object.entries(planted)) {
    mkdirSync(join(folder, dirname(path)), {recursive: true});
    writeFileSync(join(folder, path), text);
  }
  const {CI: _, ...env} = process.env;
  const child = spawn(process.execPath, [tool(name), ...args], {cwd: folder, env});
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [code] = (await once(child, 'close')) as [number];
  const lines = said.trimEnd().split('\n');
  return {code, said, last: lines.at(-1), failed: lines.filter((line) => line.startsWith('failed: '))};
}

/** Most of these wait for processes, some of them for seconds. */
const atOnce = {concurrency: 4};

describe('a run of tests', atOnce, () => {
  after(() => folders.forEach((folder) => rmSync(folder, {recursive: true, force: true})));

  it('passes where every test passes, and closes with the counts', async () => {
    const {code, last} = await run({
      'test/house/a.test.ts': passes,
      'service/test/b.test.ts': passes,
      'test/adapter/c.contract.ts': passes,
    });
    assert.deepEqual([code, last], [0, '3 passed, 0 failed']);
  });

  it('fails with a test that fails, and says which', async () => {
    const {code, said, last, failed} = await run({
      'test/house/a.test.ts': passes,
      'test/house/b.test.ts': `${passes} it('is wrong', () => {throw new Error('planted');});`,
    });
    assert.deepEqual([code, last], [1, '2 passed, 1 failed']);
    assert.match(failed[0]!, /b\.test\.ts: is wrong: planted$/);
    assert.match(said, /Error: planted/);
  });

  it('says what differs from what was expected', async () => {
    const {failed} = await run({
      'test/house/a.test.ts': `import {it} from 'node:test'; import assert from 'node:assert/strict';
        it('is wrong', () => assert.deepEqual(['226.9'], ['214.9']));`,
    });
    assert.match(failed[0]!, /is wrong: Expected values .*\| \+ +'226\.9' \| - +'214\.9'$/);
  });

  it('fails with a suite whose hook fails, once', async () => {
    const hook = "import {after, describe, it} from 'node:test'; describe('a suite', () => {";
    const {code, last} = await run({
      'test/house/a.test.ts': `${hook} it('passes', () => {}); after(() => {throw new Error('planted');});});`,
    });
    assert.deepEqual([code, last], [1, '1 passed, 1 failed']);
  });

  for (const beside of [[], ['test/house/b.test.ts']]) {
    const where = beside.length ? 'beside another file' : 'by itself';
    const others = Object.fromEntries(beside.map((path) => [path, passes]));

    it(`fails with a file that runs no test, ${where}`, async () => {
      const {code, failed} = await run({'test/house/a.test.ts': '', ...others});
      assert.deepEqual([code, failed], [1, ['failed: test/house/a.test.ts: ran no test']]);
    });

    it(`fails with a file that ends its process early and says it is fine, ${where}`, async () => {
      const early = `${passes} it('ends', () => process.exit(0));`;
      const {code, failed} = await run({'test/house/a.test.ts': early, ...others});
      assert.equal(code, 1);
      assert.ok(failed.includes('failed: test/house/a.test.ts: ran no test'));
    });

    it(`fails with a file that does not end, ${where}`, async () => {
      const stays = `${passes} setInterval(() => {}, 1000); process.on('SIGTERM', () => {});`;
      const {code, said} = await run({'test/house/a.test.ts': stays, ...others}, ['--limit', '3']);
      assert.equal(code, 1);
      assert.match(said, /failed: test\/house\/a\.test\.ts.*: did not end in 3 s/);
    });
  }

  it('names the tests that were still running when a file did not end, and keeps what had run', async () => {
    const {code, failed, last} = await run(
      {
        'test/house/a.test.ts': `${passes} import {before, describe} from 'node:test'; setInterval(() => {}, 1000);
          describe('a suite', () => {before(() => new Promise(() => {})); it('waits', () => {});});`,
      },
      ['--limit', '3'],
    );
    assert.equal(code, 1);
    assert.ok(failed.includes('failed: test/house/a.test.ts: a suite: still running'), failed.join('\n'));
    assert.ok(failed.includes('failed: test/house/a.test.ts: did not end in 3 s'), failed.join('\n'));
    assert.match(last!, /^1 passed, /);
  });

  it('fails with a process that fails after its tests passed', async () => {
    const {code, failed} = await run({
      'test/house/a.test.ts': `${passes} process.on('exit', () => (process.exitCode = 3));`,
    });
    assert.deepEqual([code, failed], [1, ['failed: test/house/a.test.ts: ended with 3, and no test failed']]);
  });

  for (const [how, text] of [
    ['is killed', "process.kill(process.pid, 'SIGKILL')"],
    ['leaves without a word', 'process.exit(0)'],
  ] as const) {
    it(`fails with another runner that ${how}`, async () => {
      const {code, failed} = await run({'test/element/a.test.ts': passes, [wtr]: text});
      assert.equal(code, 1);
      assert.ok(failed.includes('failed: test/element/a.test.ts: ran no test'));
    });
  }

  it('names the files of a page that files share: of a test that fails, and of one that ran none', async () => {
    const {failed, last} = await run({
      'test/element/a.test.ts': '',
      'test/element/b.test.ts': '// Own page: it is alone.',
      'test/flow/c.test.ts': '',
      [wtr]: `
        const [page, , own] = process.argv.slice(process.argv.indexOf('--files') + 1).map((file) => require('node:path').resolve(file));
        const suite = (name, passed) => ({name, tests: [{name: 'counts', passed}]});
        import(${JSON.stringify(pathToFileURL(tool('counts-reporter.mjs')).href)}).then(({countsReporter}) => countsReporter().stop({sessions: [
          {testFile: page, testResults: {suites: [suite('test/element/a.test.ts: a', false), suite('test/element/a.test.ts: b', true)]}},
          {testFile: own, testResults: {suites: [suite('alone', true)]}},
        ]}));`,
    });
    assert.deepEqual(failed, [
      'failed: test/element/a.test.ts: counts',
      'failed: test/flow/c.test.ts: ran no test',
    ]);
    assert.equal(last, '2 passed, 2 failed');
  });

  it('names what was skipped, and why', async () => {
    const skip = "it('is skipped', {skip: 'no engine: install one'}, () => {});";
    const {code, said, last} = await run({'test/house/a.test.ts': `${passes} ${skip}`});
    assert.deepEqual([code, last], [0, '1 passed, 0 failed, 1 skipped']);
    assert.match(said, /^skipped: .*no engine: install one$/m);
  });

  it('takes suites and files by name, and refuses other names', async () => {
    const planted = {
      'test/house/a.test.ts': passes,
      'test/house/b.test.ts': "throw new Error('not asked for')",
      [wtr]: "throw new Error('not asked for')",
      'test/element/c.test.ts': passes,
    };
    assert.equal((await run(planted, ['./test/house/a.test.ts'])).last, '1 passed, 0 failed');
    assert.match((await run(planted, ['server'])).failed.join(), /b\.test\.ts/);
    assert.equal((await run(planted, ['test/house/d.test.ts'])).code, 2);
  });

  it('refuses a test file that no suite runs', async () => {
    const {code, said} = await run({'test/house/a.test.ts': passes, 'test/elsewhere/b.test.ts': passes});
    assert.equal(code, 2);
    assert.match(said, /elsewhere\/b\.test\.ts is neither a suite nor a file of one/);
  });

  it('leaves the further files to a run of their own and says so; a file or suite that is named is run whole', async () => {
    const planted = {
      'test/house/a.test.ts': passes,
      'service/test/b.test.ts': `// Further: \`test/house/a.test.ts\`.\n${passes}`,
    };
    const first = await run(planted);
    assert.equal(first.last, '1 passed, 0 failed');
    assert.match(first.said, /^1 further files, .*: npm run test:all/m);
    assert.equal((await run(planted, ['--further'])).last, '1 passed, 0 failed');
    assert.equal((await run(planted, ['service/test/b.test.ts'])).last, '1 passed, 0 failed');
    assert.equal((await run(planted, ['server'])).last, '2 passed, 0 failed');
  });

  it('takes of the end-to-end tests those with @smoke; another run takes the others, and a named one all', async () => {
    const planted = {
      'test/e2e/a.spec.ts': "test('saves a card @smoke');",
      'test/e2e/b.spec.ts': "test('saves a card in Urdu');",
      'node_modules/@playwright/test/cli.js': `import {writeFileSync} from 'node:fs';
        import {resolve} from 'node:path';
        const args = process.argv.slice(process.argv.indexOf('-c') + 2);
        console.log('args', ...args);
        const files = args.filter((one) => one.endsWith('.spec.ts'));
        const results = files.map((file) => ['passed', resolve(file), 'a test']);
        writeFileSync(process.env.CARD_VAULT_COUNTS, JSON.stringify(results));`,
      'package.json': '{"type": "module"}',
    };
    const taken = async (...args: string[]) => /^args (.*)$/m.exec((await run(planted, args)).said)![1];
    assert.equal(await taken(), 'test/e2e/a.spec.ts --grep @smoke');
    assert.equal(await taken('--further'), 'test/e2e/a.spec.ts test/e2e/b.spec.ts --grep-invert @smoke');
    assert.equal(await taken('e2e'), 'test/e2e/a.spec.ts test/e2e/b.spec.ts');
    assert.equal(await taken('test/e2e/b.spec.ts'), 'test/e2e/b.spec.ts');
  });
});

describe('a run of all other tests', atOnce, () => {
  const says = (text: string, code = 0) =>
    `console.log(${JSON.stringify(text)}); process.exitCode = ${code};`;

  it('closes with the sum of its steps, and has failed where one has', async () => {
    const planted = (text: string, code?: number) => ({'tools/test/test.mjs': says(text, code)});
    const all = (files: Record<string, string>) => run(files, ['production', 'runtimes'], 'test-all.mjs');
    const green = await all(planted('3 passed, 0 failed, 1 skipped'));
    assert.deepEqual([green.code, green.last], [0, '6 passed, 0 failed, 2 skipped']);
    const red = await all(planted('failed: a test\n3 passed, 1 failed', 1));
    assert.deepEqual([red.code, red.last, red.failed.length], [1, '6 passed, 2 failed', 2]);
    const lost = await all(planted('3 passed, 0 failed', 4));
    assert.deepEqual(
      [lost.code, lost.last, lost.failed[0]],
      [1, '6 passed, 2 failed', 'failed: production: ended with 4'],
    );
    const silent = await all(planted('fine'));
    assert.deepEqual([silent.code, silent.last], [1, '0 passed, 2 failed']);
  });

  it('takes every suite that npm test takes only by its name, and what it leaves out', async () => {
    const {said: refused} = await run({}, ['no-suite']);
    const named = /Suites: (.*)\./.exec(refused)![1]!.split(', ');
    const planted = {
      'tools/test/test.mjs':
        'console.log("args", ...process.argv.slice(2)); console.log("1 passed, 0 failed");',
    };
    const steps = ['further', 'production', 'runtimes', 'stacks', 'engines'];
    const {said} = await run(planted, steps, 'test-all.mjs');
    const taken = [...said.matchAll(/^args (.*)$/gm)].flatMap(([, args]) => args!.split(' '));
    const always = ['unit', 'e2e', 'server'];
    assert.deepEqual([...taken, ...always].sort(), ['--further', ...named].sort());
    const {said: unknown} = await run({}, ['everything'], 'test-all.mjs');
    for (const step of steps) assert.match(unknown, new RegExp(`Steps: .*\\b${step}\\b`));
  });

  it('refuses a step that there is not', async () => {
    const {code, said} = await run({}, ['everything'], 'test-all.mjs');
    assert.equal(code, 2);
    assert.match(said, /^everything is no step\. Steps: further, production/);
  });
});

describe('what npm test leaves out', () => {
  const files = ['test', 'service/test'].flatMap((folder) =>
    readdirSync(folder, {recursive: true, encoding: 'utf8'})
      .map((path) => join(folder, path).replaceAll('\\', '/'))
      .filter((path) => /\.(test|spec|node|contract)\.tsx?$/.test(path) && !path.includes('node_modules')),
  );
  const furtherOf = (file: string) =>
    /^\/\/ Further: (.*(?:\n\/\/ .*)*)/m.exec(readFileSync(file, 'utf8'))?.[1];

  it('names what covers each file that is left out', () => {
    for (const file of files) {
      const line = furtherOf(file);
      if (line === undefined) continue;
      const named = [...line.matchAll(/`([^`]+\.tsx?)`/g)].map(([, path]) => path!);
      assert.notDeepEqual(named, [], `${file}: “Further: ${line}” names no file`);
      for (const one of named) assert.ok(files.includes(one), `${file}: there is no ${one}`);
    }
  });

  it('leaves a test of every end-to-end file, unless the file says what covers it', () => {
    for (const file of files.filter((one) => one.endsWith('.spec.ts')))
      assert.ok(
        furtherOf(file) !== undefined || /@smoke['`]|smokeIf\(/.test(readFileSync(file, 'utf8')),
        `${file}: give its quickest test “@smoke”, or begin the file with “// Further: ” and what covers it`,
      );
  });
});
