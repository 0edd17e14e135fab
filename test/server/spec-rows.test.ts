// Further: each row of the specification over HTTP; the rows: `service/test/rules/rows.test.ts`.
import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {startService, type Service} from '../../service/src/index.js';
import {rows} from '../../service/test/rules/rows.js';
import {TestProcess} from '../../service/test/support/process.js';
import {tryRow, type SpecRow} from '../../tools/test/spec-rows/row.js';
import {Stranger} from '../../tools/test/spec-rows/stranger.js';

const tool = 'tools/test/spec-rows.ts';

describe('npm run spec-rows at a running service', () => {
  let service: Service;
  let lines: readonly string[];
  let code: number | string;
  before(async () => {
    const free = {port: 0, fieldsPort: 0, issuerPort: 0};
    service = await startService({...free, database: 'memory:', allowRaw: true});
    const {urls, keys} = service;
    const named = ['--public-key', keys.publicKey, '--secret-key', keys.secretKey];
    const run = new TestProcess(tool, ['--service', `${urls.api}/`, ...named]);
    code = await run.end();
    lines = `${run.stdout}\n${run.stderr}`.split('\n');
  });
  after(() => service.close());

  for (const [address, says] of Object.entries(rows)) {
    it(`spec ${address} works (${says})`, () => {
      const line = lines.find((one) => one.startsWith(`| ${address} | ${says}.`));
      assert.match(line ?? lines.slice(-3).join('\n'), /\| works \|$/);
    });
  }

  it('tries them in the order of the specification, and closes with the sum', (t) => {
    const sections = lines.flatMap((line) => /^\| (\d[.\d]*)/.exec(line)?.[1] ?? []).map(Number);
    assert.deepEqual(
      sections,
      sections.toSorted((one, other) => one - other),
    );
    const count = Object.keys(rows).length;
    const sum = `${count} rows: ${count} work, 0 partly, 0 missing, 0 differ`;
    assert.ok(lines.includes(sum), lines.slice(-3).join('\n'));
    assert.equal(code, 0);
    t.diagnostic(sum);
  });
});

describe('the verdict on a row', () => {
  const api = new Stranger({service: 'http://127.0.0.1:9', publicKey: '', secretKey: ''});
  const verdictOf = async (attempt: SpecRow['attempt'], lastStatus = 200) => {
    api.lastStatus = lastStatus;
    const {verdict, back} = await tryRow({address: '9', sends: 'nothing', attempt}, api);
    return [verdict, back];
  };

  it('works where all is as expected, and tells what came back', async () => {
    const verdict = await verdictOf(async (_, check) => check('code', 'a.b', /^a/));
    assert.deepEqual(verdict, ['works', 'code: a.b']);
  });

  it('is partly where something is not, and tells that alone', async () => {
    const verdict = await verdictOf(async (_, check) => {
      check('one', 1, 1);
      check('other', [1], [2]);
    });
    assert.deepEqual(verdict, ['partly', 'other: [1] (expected 2)']);
  });

  it('differs where nothing is, and is missing where there is no route', async () => {
    const wrong: SpecRow['attempt'] = async (_, check) => check('state', 'paused', 'active');
    assert.deepEqual(await verdictOf(wrong), ['differs', 'state: paused (expected active)']);
    assert.equal((await verdictOf(wrong, 404))[0], 'missing');
  });

  it('is no success where nothing was tried or nobody answers', async () => {
    assert.equal((await verdictOf(async () => undefined))[0], 'differs');
    const [verdict, back] = await verdictOf(async () => void (await api.customer()));
    assert.deepEqual([verdict, back], ['differs', 'fetch failed']);
  });

  it('a service that does not answer ends the run with 2 and its address', async () => {
    const run = new TestProcess(tool, ['--service', 'http://127.0.0.1:9']);
    assert.equal(await run.end(), 2);
    assert.match(run.stderr, /http:\/\/127\.0\.0\.1:9: fetch failed/);
  });
});
