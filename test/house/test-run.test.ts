import assert from 'node:assert/strict';
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {closing, groupsOf, lookAgain, runNodeFiles, totalOf} from '../../tools/test-run.mjs';

const test = (name: string, body: string) =>
  `import {existsSync, writeFileSync} from 'node:fs'; import {it} from 'node:test'; it('${name}', () => {${body}});`;

describe('a run of tests', () => {
  let folder: string;
  let result: Awaited<ReturnType<typeof runNodeFiles>>;
  let said = '';
  const path = (name: string) => join(folder, `${name}.test.mjs`);
  const run = (entries: Parameters<typeof runNodeFiles>[0]) =>
    runNodeFiles(entries, {concurrency: 2, print: (text: string) => void (said += text)});

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'card-vault-planted-'));
    const once = `const mark = '${join(folder, 'mark')}'; if (!existsSync(mark)) { writeFileSync(mark, ''); throw new Error('the first time'); }`;
    const planted: Record<string, string> = {
      right: test('is right', ''),
      flaky: test('is right the second time', once) + " it('is right beside it', () => {});",
      wrong: test('is never right', "throw new Error('always');"),
      empty: '',
      ends: test('ends its process', 'process.exit(3);'),
    };
    for (const [name, text] of Object.entries(planted)) writeFileSync(path(name), text);
    result = await run(Object.keys(planted).map(path));
  });
  after(() => rmSync(folder, {recursive: true, force: true}));

  it('counts what passed and what failed in each file', () => {
    const {files, flaky} = result;
    assert.deepEqual(flaky, []);
    assert.deepEqual(files[path('right')], {passed: 1, failed: 0, skipped: 0, names: []});
    assert.deepEqual(files[path('flaky')], {
      ...{passed: 1, failed: 1, skipped: 0},
      names: ['is right the second time'],
    });
    assert.deepEqual(files[path('wrong')]!.names, ['is never right']);
    assert.match(said, /the first time/);
  });

  it('takes a file that runs no test, or whose process fails without naming one, for failed', () => {
    assert.deepEqual(result.files[path('empty')]!.names, ['ran no test']);
    assert.match(result.files[path('ends')]!.names[0]!, /ended with 3/);
  });

  it('ends a process that does not end, and says so', async () => {
    writeFileSync(path('stays'), `${test('is right', '')} setInterval(() => {}, 1000);`);
    const {files} = await runNodeFiles([path('stays')], {concurrency: 1, limitMs: 500, print: () => {}});
    assert.deepEqual(files[path('stays')]!.names, ['did not end in 0.5 s']);
  });

  it('tells the files of one process apart, and charges its end to all of them', async () => {
    const {files} = await run([['right', 'wrong', 'empty'].map(path)]);
    assert.deepEqual(
      ['right', 'wrong', 'empty'].map((name) => [files[path(name)]!.passed, files[path(name)]!.names]),
      [
        [1, []],
        [0, ['is never right']],
        [0, ['ran no test']],
      ],
    );
    const both = ['right', 'ends'].map(path);
    const ended = await run([both]);
    assert.deepEqual(Object.keys(ended.files), [both.join('\n')]);
    assert.equal(totalOf(ended).failed, 1);
  });

  it('runs what failed once more, alone, and names what then passes', async () => {
    const seen: string[] = [];
    const again = (file: string) => {
      seen.push(file);
      return run([file]);
    };
    const {files, flaky} = await lookAgain(result, again);
    assert.deepEqual(seen, ['flaky', 'wrong', 'empty', 'ends'].map(path));
    assert.deepEqual(flaky, [`is right the second time (${path('flaky')})`]);
    assert.deepEqual(files[path('flaky')], {passed: 2, failed: 0, skipped: 0, names: []});
    const lines = closing(totalOf({files}), flaky).split('\n');
    assert.deepEqual(lines, [`flaky: ${flaky[0]}`, '3 passed, 3 failed']);
  });

  it('puts every file into one group', () => {
    const groups = groupsOf(['a', 'b', 'c', 'd', 'e'], 2);
    assert.deepEqual(groups, [['a', 'd'], ['b', 'e'], ['c']]);
    assert.deepEqual(groupsOf([], 8), []);
  });

  it('does not look again where so much failed that it is no accident', async () => {
    const failed = {passed: 0, failed: 1, skipped: 0, names: ['one']};
    const files = Object.fromEntries(Array.from({length: 6}, (_, index) => [`${index}.ts`, failed]));
    const again = () => Promise.reject(new Error('It was run again.'));
    assert.equal((await lookAgain({files, flaky: []}, again)).flaky.length, 0);
  });
});
