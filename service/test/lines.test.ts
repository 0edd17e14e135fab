import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {describe, it} from 'node:test';
import {lineWriter} from '../src/cli/lines.js';

describe('lines of the log', () => {
  it('are written together, whole and in order, soon after the first', async () => {
    const written: string[] = [];
    const both = new Promise<void>((resolve) => {
      const write = lineWriter({write: (text: string) => (written.push(text), resolve(), true)});
      write('one');
      write('two');
    });
    assert.deepEqual(written, []);
    const keepAlive = setInterval(() => undefined, 1000);
    await both;
    clearInterval(keepAlive);
    assert.deepEqual(written, ['one\ntwo\n']);
  });

  it('are not lost when the process exits, even through an error', () => {
    for (const end of ['process.exit(0)', 'throw new Error("the end")']) {
      const program = `import {lineWriter} from './service/src/cli/lines.ts'; lineWriter(process.stdout)('last words'); ${end};`;
      const {stdout} = spawnSync(process.execPath, [
        '--import',
        'tsx',
        '--input-type=module',
        '--eval',
        program,
      ]);
      assert.equal(stdout.toString(), 'last words\n');
    }
  });
});
