import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {describe, it} from 'node:test';
import type {Clock} from '../src/platform/clock/clock.js';
import {createLogger} from '../src/platform/http/log.js';
import {lineWriter} from '../src/cli/lines.js';

describe('lines of the log', () => {
  it('hold no character that a terminal obeys', () => {
    const lines: string[] = [];
    const logger = createLogger((line) => lines.push(line), {now: () => new Date(0)} as unknown as Clock);
    logger.warn('part.what_happened', {error: 'a\u001b[2J\u009b31m\u202eb\u2028c\r\nd'});
    assert.deepEqual(lines.length, 1);
    assert.match(lines[0]!, /^[\x20-\x7e]+$/);
    assert.match(lines[0]!, /"event":"part.what_happened"/);
  });

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
