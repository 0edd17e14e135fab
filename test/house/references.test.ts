/**
 * Comments, titles of tests and documents refer to what is written under docs, in these forms and no others:
 *
 * - `spec 3.1`, `spec 3.1 step 3a`, `spec 3.1 rule 2`, `spec 3.3 REQUIRED`: docs/specification.md; a bare `step 9` is one of spec 3.1
 * - `wire 1.6`: docs/wire.md
 * - `guarantees 4.1`, `guarantees 2.6 rule 1`: docs/guarantees.md; `V19` and `A12` are the invariants and figures in it
 * - `decision 0016`: docs/decisions; `flow rule 3`: the rules of decision 0004
 *
 * Several stand together as `wire 1.2, 1.9`, `wire 3 to 5`, `spec 3.1 steps 7 and 8`, `decisions 0002 and 0004`. The packages bring no
 * docs along, so the doc comment of a published name is a whole sentence without its reference.
 */
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {describe, it} from 'node:test';
import {tests} from '../proofs/support/tests.js';
import {headings, references, referencesIn} from './support/references.js';

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
  const files = readdirSync('test/proofs')
    .filter((file) => file.endsWith('.ts'))
    .map((file) => file.replace(/\.ts$/, ''));

  it('are those that the guarantees name', () => {
    assert.deepEqual([...new Set(named)].sort(), [...files, ...Object.keys(tests)].sort());
  });

  for (const name of [...files, ...Object.keys(tests)]) {
    it(`${name} has the ids of the figures that it shows`, () => {
      const idOf = (file: string) => /^export const id = '([\w/]+)'/m.exec(readFileSync(file, 'utf8'))?.[1];
      const ids = tests[name]?.id ?? idOf(`test/proofs/${name}.ts`);
      assert.ok(ids);
      for (const id of ids.split('/')) {
        const figure = guarantees.split(/^#+ /m).find((section) => section.startsWith(`${id} `));
        assert.ok(figure?.includes(`\`${name}\``), `guarantees ${id} does not name ${name}`);
      }
    });
  }

  it('that are ordinary tests are there, and take rounds where they have several', () => {
    for (const [name, {file, title, rounds}] of Object.entries(tests)) {
      const text = readFileSync(file, 'utf8');
      assert.ok(text.includes(`'${title}`), `${name}: ${title}`);
      assert.equal(text.includes('rounds('), rounds !== undefined, name);
    }
  });
});

describe('tests', () => {
  it('that the guarantees name are there, in test or service/test', () => {
    const lists = readFileSync('docs/guarantees.md', 'utf8').match(/Test:\s(?:[^.]|\.(?=\w))+/g)!;
    const names = lists.flatMap((list) =>
      [...list.matchAll(/`([\w-]+\/[\w/-]+)`/g)].map(([, name]) => name!),
    );
    const forms = ['.test.ts', '.test.tsx', '.spec.ts', '.node.ts'];
    const isThere = (name: string) =>
      forms.some((form) =>
        [`test/${name}`, name.replace(/^service\//, 'service/test/')].some((path) => existsSync(path + form)),
      );
    assert.ok(names.length > 150, `${names.length} found`);
    assert.deepEqual(
      names.filter((name) => !isThere(name)),
      [],
    );
    assert.equal(isThere('service/no-such-test'), false);
  });
});

describe('decisions', () => {
  const folder = 'docs/decisions';
  const files = readdirSync(folder).filter((file) => /^\d/.test(file));
  const paths = [
    'src',
    'service/src',
    'service/test',
    'test',
    'bench',
    'demo',
    'docs',
    'site',
    'examples',
    'tools',
    '.ci',
  ]
    .flatMap((root) =>
      readdirSync(root, {recursive: true, encoding: 'utf8'}).map((path) => `/${root}/${path}`),
    )
    .concat(readdirSync('.').map((path) => `/${path}`));
  /** Sources and folders of the repository that a text names in backticks and that are nowhere. */
  const missingIn = (text: string) =>
    [...text.matchAll(/`((?:src|service|test|tools|bench|demo|docs)\/[\w./-]+|[\w/-]+\.(?:ts|mjs))`/g)]
      .map(([, path]) => path!.replace(/\/$/, ''))
      .filter((path) => !paths.some((one) => new RegExp(`/${path}(\\.\\w+)*$`).test(one)));

  it('name only files that are there', () => {
    assert.deepEqual(
      files.flatMap((file) =>
        missingIn(readFileSync(`${folder}/${file}`, 'utf8')).map((path) => `${file}: ${path}`),
      ),
      [],
    );
    assert.deepEqual(missingIn('`flow/step.ts`, `stages/gone.ts`, `test/golden/states`, `tools/none/`'), [
      'stages/gone.ts',
      'tools/none',
    ]);
  });

  it('have one row each in their list', () => {
    const rows = [
      ...readFileSync(`${folder}/README.md`, 'utf8').matchAll(/^\| \[(\d{4})\]\(([\w-]+\.md)\) *\|/gm),
    ];
    assert.deepEqual(rows.map(([, , file]) => file).sort(), files.sort());
    for (const [, number, file] of rows) assert.ok(file!.startsWith(`${number}-`), file);
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
    assert.deepEqual(deadIn('wrong.push(`V99 ${token}`);', 'test/proofs/random-faults.ts'), ['1: V99']);
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
      '// spec 3.1 steps 7 and 8, wire 3 to 5, V19, A12, decisions 0002 and 0004, flow rules 1 to 6';
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
