// Further: the elements in two pages that are no browser; the elements: `test/element/form.test.ts`.
import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {describe, it} from 'node:test';
import {promisify} from 'node:util';

const run = promisify(execFile);

describe('the elements in a component test without a browser', () => {
  for (const page of ['jsdom', 'jsdom29', 'happy-dom'])
    // shows: time 33
    it(`mount in ${page}, draw their text, open nothing before they are used, save a card that the bank asks about, and keep its trace`, async () => {
      const args = ['--import', import.meta.resolve('tsx'), 'test/support/simulated-page.ts', page];
      const {stdout} = await run(process.execPath, args, {
        env: {...process.env, NODE_TEST_CONTEXT: undefined},
      });
      assert.deepEqual(JSON.parse(stdout), {
        labels: ['Card number', 'Expiry date', 'Security code'],
        layout: 'compact',
        subscribe: 'Subscribe',
        unused: 0,
        outcome: 'saved',
        token: 'pm_1',
        wallet: 1,
        traced: true,
        problems: [],
      });
    });
});
