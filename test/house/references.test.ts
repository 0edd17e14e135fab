/**
 * Comments, titles of tests and documents refer to what is written under docs, in these forms and no others:
 *
 * - `spec 3.1`, `spec 3.1 step 3a`, `spec 3.1 rule 2`, `spec 3.3 REQUIRED`: docs/specification.md; a bare `step 9` is one of spec 3.1
 * - `wire 1.6`: docs/wire.md
 * - `guarantees 4.1`, `guarantees 2.6 rule 1`: docs/guarantees.md; `V19` and `A12` are the invariants and figures in it
 * - `decision 0016`: docs/decisions; `flow rule 3`: the rules of decision 0004
 *
 * Several stand together as `wire 1.2, 1.9`, `wire 3 to 5`, `spec 3.1 steps 7 and 8`, `decisions 0002 and 0024`. The packages bring no
 * docs along, so the doc comment of a published name is a whole sentence without its reference.
 */
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {headings, references, referencesIn} from './support/references.js';
import {titlesIn} from './support/words.js';

const known = headings();
const within = (content: string, file = 'src/flow/step.ts') => referencesIn(file, content, known);
const deadIn = (content: string, file?: string) =>
  within(content, file)
    .filter(({dead}) => dead)
    .map(({line, written}) => `${line}: ${written}`);

describe('proofs', () => {
  const guarantees = readFileSync('docs/guarantees.md', 'utf8');
  const named = [...guarantees.matchAll(/Proof:\s+((?:`[\w-]+`(?:,\s+)?)+)/g)].flatMap(([, list]) =>
    [...list!.matchAll(/[\w-]+/g)].map(([name]) => name),
  );
  const files = readdirSync('bench/prove').map((file) => file.replace(/\.ts$/, ''));

  it('are those that the guarantees name', () => {
    assert.deepEqual([...new Set(named)].sort(), files.sort());
  });

  for (const file of files) {
    it(`${file} has the ids of the figures that it shows`, () => {
      const ids = /^export const id = '([\w/]+)'/m.exec(readFileSync(`bench/prove/${file}.ts`, 'utf8'))?.[1];
      assert.ok(ids);
      for (const id of ids.split('/')) {
        const figure = guarantees.split(/^#+ /m).find((section) => section.startsWith(`${id} `));
        assert.ok(figure?.includes(`\`${file}\``), `guarantees ${id} does not name ${file}`);
      }
    });
  }
});

describe('tests', () => {
  const documents = ['docs/form-in-time.md', 'docs/accessibility.md', 'docs/peers.md', 'docs/attacks.md'];
  const named = documents.flatMap((path) => [
    ...readFileSync(path, 'utf8').matchAll(/`([\w/-]+)`: “([^”]+)”/g),
  ]);
  /** A suite that several test files run has no kind. */
  const kinds = ['.test', '.spec', '.node', ''];
  /** A title that is made of parts is named with the parts filled in. */
  const pattern = (title: string) =>
    new RegExp(
      `^${title
        .split(/\$\{[^}]*\}/)
        .map(literally)
        .join('.+')}$`,
      's',
    );
  const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pathOf = (file: string) =>
    file.startsWith('service/') ? file.replace('service/', 'service/test/') : `test/${file}`;
  const isTest = (file: string, title: string) =>
    kinds
      .map((kind) => `${pathOf(file)}${kind}.ts`)
      .filter(existsSync)
      .some((path) => titlesIn(path, readFileSync(path, 'utf8')).some((one) => pattern(one).test(title)));

  it('are there, each one that a document names', () => {
    assert.ok(named.length > 100, `only ${named.length} were found`);
    const missing = named.filter(([, file, title]) => !isTest(file!, title!)).map(([written]) => written);
    assert.deepEqual(missing, []);
    assert.equal(isTest('element/early', 'is a test that does not exist'), false);
    assert.equal(isTest('element/parents', 'in a box'), true);
  });
});

describe('the rows of docs/peers.md', () => {
  const text = readFileSync('docs/peers.md', 'utf8');
  const rows = [...text.matchAll(/^\| (\d+) +\| [^|]+\| (yes|no) +\| ([^|]+)\|$/gm)];

  it('are 92, each with a test where it is yes, and with a reason where it is no', () => {
    assert.deepEqual(
      rows.map(([, number]) => Number(number)),
      Array.from({length: 92}, (_, index) => index + 1),
    );
    for (const [, number, here, shown] of rows)
      if (here === 'yes') assert.match(shown!, /`[\w/-]+`: “[^”]+”/, number);
      else assert.match(shown!, /^[^`“]*\w/, number);
  });

  it('that are yes are as many as its first sentences say', () => {
    const yes = rows.filter(([, , here]) => here === 'yes').length;
    assert.equal(Number(/(\d+)\s+are\s+here/.exec(text)?.[1]), yes);
  });
});

describe('the rows of docs/attacks.md', () => {
  it('are 21, each with a test', () => {
    const rows = [...readFileSync('docs/attacks.md', 'utf8').matchAll(/^\| (\d+) +\| [^|]+\| ([^|]+)\|$/gm)];
    assert.deepEqual(
      rows.map(([, number]) => Number(number)),
      Array.from({length: 21}, (_, index) => index + 1),
    );
    for (const [, number, shown] of rows) assert.match(shown!, /`[\w/-]+`: “[^”]+”/, number);
  });
});

describe('the criteria of WCAG 2.2', () => {
  const text = readFileSync('docs/accessibility.md', 'utf8');
  const rows = [...text.matchAll(/^\| (\d\.\d\.\d+) [^|]+\| (A+) +\|[^|]+\|([^|]+)\|$/gm)];

  it('are all there, of levels A and AA, each once and with how it was checked', () => {
    const countOf = (level: string) => rows.filter(([, , one]) => one === level).length;
    assert.deepEqual([countOf('A'), countOf('AA')], [31, 24]);
    assert.equal(new Set(rows.map(([, number]) => number)).size, 55);
    for (const [, number, , shown] of rows)
      assert.match(shown!, /“|by reading|calculated|not applicable|not met/, number);
  });
});

describe('references', () => {
  it('lead to a heading under docs, all of them', () => {
    const all = references();
    assert.ok(all.length > 700, `only ${all.length} were found`);
    assert.deepEqual(
      all.flatMap(({file, line, written, dead}) => (dead ? [`${file}:${line} ${written}: ${dead}`] : [])),
      [],
    );
  });

  for (const written of [
    'spec 3.9',
    'spec 3.1 step 11',
    'spec 3.1 rule 4',
    'spec 3.3 PERHAPS',
    'spec 3.1 steps 7 and 12',
    'wire 1.2, 1.99',
    'guarantees 2.6 rule 6',
    'V27',
    'A99',
    'decision 0999',
    'decision 16',
    'flow rule 8',
    'step 12',
    'design 3.4',
    'design section 5',
    'specification table 3.1',
    'section 6',
    'table 3.1',
    'rule 2',
    'wire.md 1.3',
    'docs/design.md',
  ]) {
    it(`a dead one is found in a comment: ${written.replace(/\d/g, '#')}`, () => {
      assert.deepEqual(deadIn(`// fine\n/** Why it is so (${written}). */\nexport {};`), [`2: ${written}`]);
    });
  }

  it('a dead one is found in a title, however the test is called', () => {
    for (const call of ['describe', 'it', 'test', 'test.step', 'it.only', 'await step']) {
      assert.deepEqual(deadIn(`${call}('is so (V99)', () => {});`), ['1: V99'], call);
    }
    assert.deepEqual(deadIn('it(`${name} is so (V99)`, () => {});'), ['1: V99']);
    assert.deepEqual(deadIn("rule('3.9', 'is so', () => {});"), ['1: spec 3.9']);
    assert.deepEqual(deadIn("it('is so (3.3, 2.4)', () => {});"), ['1: (3.3, 2.4)']);
  });

  it('a dead one is found across the end of a line, in a document, a style sheet and a page', () => {
    assert.deepEqual(deadIn('/**\n * Why it is so (wire\n * 1.99).\n */'), ['2: wire 1.99']);
    assert.deepEqual(deadIn('// Why it is so (wire\n// 1.99).'), ['1: wire 1.99']);
    assert.deepEqual(deadIn('Why\n\nit is so (V99).', 'src/flow/README.md'), ['3: V99']);
    assert.deepEqual(deadIn('/* wire 1.99 */ a {color: red}', 'demo/shop.css'), ['1: wire 1.99']);
    assert.deepEqual(deadIn('<!-- wire 1.99 --><p>wire 1.98</p>', 'demo/shop.html'), ['1: wire 1.99']);
    assert.deepEqual(deadIn('wrong.push(`V99 ${token}`);', 'bench/prove/random-faults.ts'), ['1: V99']);
  });

  it('a link to a document or a heading that is not there is found', () => {
    const document =
      '[a](wire.md#1-http) [b](wire.md#1-https) [c](plans.md) [d](#nowhere) [e](https://a.test/b.md)';
    assert.deepEqual(deadIn(document, 'docs/flow.md'), [
      '1: (wire.md#1-https)',
      '1: (plans.md)',
      '1: (#nowhere)',
    ]);
  });

  it('a living one is counted, one by one', () => {
    const comment =
      '// spec 3.1 steps 7 and 8, wire 3 to 5, V19, A12, decisions 0002 and 0024, flow rules 1 to 6';
    assert.equal(within(comment).length, 6);
    assert.deepEqual(deadIn(comment), []);
  });

  it('what only looks like one is none', () => {
    for (const content of [
      "// The bank's page is at /V1/Cruise/StepUp, the form at /V2/Cruise.",
      '// RFC 9110 section 12.5.4',
      "const path = '/frame'; // color #F6, %D8%B4",
      "fetch('https://bank.test/V99'); const form = /V99/;",
      "const text = 'design 3.4'; `section 6 ${text} rule 2`;",
    ]) {
      assert.deepEqual(within(content), [], content);
    }
  });
});
