/**
 * One word for one thing, and the word that people search for. The lists name words that once
 * stood for something that the field calls otherwise.
 */
import assert from 'node:assert/strict';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {basename, join} from 'node:path';
import {describe, it} from 'node:test';
import {documentsAndPages} from './support/markdown.js';
import {wordsOf, namesIn, textsIn, titlesIn} from './support/words.js';

interface Rule {
  readonly words: RegExp;
  readonly write: string;
}

/** Over the words of a name, in lower case and with blanks between: `askAll` is `ask all`. */
const names: readonly Rule[] = [
  {words: /\btold\b/, write: 'last sent, describe or event feed: what it is each time'},
  {words: /\bwish(es)?\b/, write: 'options'},
  {words: /\bawaited\b/, write: 'deferred'},
  {words: /\bdead tokens?\b/, write: 'revoked token'},
  {words: /\bpresence\b/, write: 'heartbeat'},
  {words: /\bvisitors?\b/, write: 'guest'},
  {words: /\bways? back\b/, write: 'return URL'},
  {words: /\blook up\b/, write: 'read, or what is read'},
  {words: /\bopenings\b/, write: 'links'},
  {words: /\bpass over\b/, write: 'skip'},
  {words: /\bjudges?d?\b/, write: 'validate'},
  {words: /\b(nobody|somebody|whoever|whatever)\b/, write: 'what it is'},
  {words: /\bin life\b/, write: 'in production'},
  // `claim`, `claim_until` and `claimed_at` are columns.
  {
    words: /\bclaim(ing|able|ed(?! at))\b|\b(re|un|new|forget) ?claims?\b|\bclaim (?!until\b)\w/,
    write: 'lease; claims are what a JWT has',
  },
  {words: /\bcredential\b/, write: 'time-based token, from page to database'},
  {words: /\bask all\b/, write: 'authorize charges'},
  {words: /\bsettle (form|tracker|duty)s?\b/, write: 'end, complete or fix; settle is for money'},
];

/** Over names of both packages and the service’s tests, in addition: elsewhere pages are visited. */
const packageNames: readonly Rule[] = [
  {words: /\bvisits?\b/, write: 'checkout session, or its context'},
  {words: /\bstay(s|ed|ing)?\b/, write: 'scope'},
  {words: /\bjourneys?\b/, write: 'scenario, or travel for the clock'},
];

/** Over names of the service and its tests, in addition. `settled at` is a column, and a field of charges. */
const serviceNames: readonly Rule[] = [
  {words: /\bsettl(?!ed at\b)/, write: 'end, complete or fix; settle is for money'},
];

/** Over names as they are spelled: types and classes, which begin with a capital. */
const typeNames: readonly Rule[] = [
  {words: /^Found$/, write: 'page of results'},
  {words: /^Later$/, write: 'Lazy'},
  {words: /^(Look|Ending)$/, write: 'appearance, outcome'},
];

/** Over file names, in addition. */
const fileNames: readonly Rule[] = [
  {words: /^tries$/, write: 'rate limit'},
  {words: /^page of$/, write: 'pages'},
  {words: /^(ask|look|ending)$/, write: 'authorize charges, appearance, outcome'},
];

/** Over guides, documents and READMEs. */
const documents: readonly Rule[] = [
  {words: /\b(nobody|somebody|whoever|whatever)\b/i, write: 'say who or what'},
  {words: /\bsmall letters\b/i, write: 'lower case'},
  {words: /\bgot nothing\b/i, write: 'is required'},
  {words: /\bin life\b/i, write: 'in production'},
  {words: /\bdead tokens?\b/i, write: 'revoked token'},
];

/** Over strings and comments, and the titles of the service’s tests. */
const sentences: readonly Rule[] = [
  ...documents,
  {words: /\ban? (empty |another )?text\b(?! (field|input|column|node))/i, write: 'a string'},
  {words: /\bways? back\b/i, write: 'return URL'},
];

/** Over comments of the package: each begins with a noun or a verb, and no clause is a subject. */
const openings: readonly Rule[] = [
  {words: /^\/\*\*?\s*(What|Who|Whom|That|Those|It|They)\b/, write: 'a noun or a verb first'},
  {words: /^\/\/\s*(What|Who|Whom|That|Those|It|They)\b/, write: 'a noun or a verb first'},
];

/** Over paragraphs and list items of documents: no clause is a subject. A question may begin so, and the label `What to do:`. */
const paragraphs: readonly Rule[] = [
  {words: /^(- |\d+\. )?(What|Who|Whom|Those)\b(?! to do:)(?!.*\?)/, write: 'a noun or a verb first'},
];

/** Lines that begin a paragraph or an item of a list, without those of code. */
function beginningsIn(markdown: string): readonly string[] {
  const lines = markdown.replace(/^```[\s\S]*?^```$/gm, '').split('\n');
  return lines.filter((line, index) => /^(- |\d+\. )/.test(line) || !lines[index - 1]?.trim());
}

/** Over those of the service, in addition: elsewhere a journey goes through shop, service and bank. */
const serviceSentences: readonly Rule[] = [
  ...sentences,
  {words: /\bjourneys?\b/i, write: 'scenario, or travel for the clock'},
  {words: /\bsettl(e|es|ed|ing|ement)\b(?!\.ts|-money)/i, write: 'end, complete or fix; settle is for money'},
];

/** Over titles of the service’s tests, in addition. */
const titleRules: readonly Rule[] = [
  {words: /\btold\b/i, write: 'notified, returned, reported or sent'},
  {words: /\b(goes|comes|came) back\b/i, write: 'returns, or is returned'},
  {words: /\bgiv(e|en|es|ing) back\b/i, write: 'reverse or release'},
  {words: /\btokens? (dies?|died|runs? out|ran out)\b/i, write: 'revoked or expired'},
  {words: /\b(is|are) asked (again|for again)\b/i, write: 'repeated or retried'},
  {words: /\bwritten down\b/i, write: 'stored'},
  {words: /\bhears?\b/i, write: 'gets or is sent'},
];

/** Names that stay, by the end of their file's path, and why. */
const exceptions: readonly (readonly [file: string, name: RegExp, why: string])[] = [
  ['service/src/domain/billing/settle.ts', /settl/i, 'a charge is settled: money'],
  ['service/src/domain/trackers/settled-money.ts', /^settled money$/, 'capture, void, refund: money'],
  ['service/src/domain/events/events.ts', /`ch_…:2:settled`/, 'the end of a charge: money'],
  ['service/test/billing/pipeline.test.ts', /^settled$/, 'charges: money'],
  ['service/test/expiry.test.ts', /^settle an open authorization/, 'money'],
  ['service/test/subscription-changes.test.ts', /^a charge at the network is settled/, 'money'],
  ['tools/test/make-fixture.ts', /^told$/, 'a field of the fixtures that are kept'],
  ['src/flow/confirm.ts', /^awaited$/, 'a validation that is awaited, not a deferred value'],
  ...['relay', 'server', 'session', 'session-answer', 'payment-session', 'options'].map(
    (file) =>
      [`src/server/${file}.ts`, /visit$/, 'a request of a page with its shop; no checkout session'] as const,
  ),
  ...[
    'capture-context',
    'cors',
    'framed-pages',
    'hosted-pages',
    'http',
    'library',
    'page',
    'run',
    'session',
    'webhook',
  ].map((file) => [`src/cli/check/${file}.ts`, /^visit/, 'the command visits addresses'] as const),
];

const isException = (file: string, name: string) =>
  exceptions.some(([end, allowed]) => file.endsWith(end) && allowed.test(name));

const filesOf = (folder: string, kind = /\.(tsx?|mjs)$/): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .filter((file) => kind.test(file))
    .map((file) => join(folder, file));

const wordsOfFile = (file: string) => wordsOf(basename(file).replace(/\..*$/, ''));

const found = (file: string, rules: readonly Rule[], entries: readonly string[]) =>
  entries.flatMap((entry) =>
    rules
      .filter(({words}) => words.test(entry) && !isException(file, entry))
      .map(({write}) => `${file}: "${entry}"; write: ${write}`),
  );

describe('words', () => {
  for (const [folder, least] of [
    ['service/src', 100],
    ['src', 100],
    ['service/test', 80],
    ['demo', 30],
    ['bench', 10],
    ['test/proofs', 80],
    ['tools', 50],
  ] as const) {
    const files = filesOf(folder);
    const rules = [
      ...names,
      ...(/src$|^service/.test(folder) ? packageNames : []),
      ...(folder.startsWith('service/') ? serviceNames : []),
    ];

    it(`file names of ${folder} are words of the field`, () => {
      assert.ok(files.length > least, `only ${files.length} files`);
      assert.deepEqual(
        files.flatMap((file) => found(file, [...rules, ...fileNames], [wordsOfFile(file)])),
        [],
      );
    });

    it(`names that ${folder} declares are words of the field`, () => {
      assert.deepEqual(
        files.flatMap((file) => {
          const declared = namesIn(file, readFileSync(file, 'utf8'));
          return [...found(file, rules, declared.map(wordsOf)), ...found(file, typeNames, declared)];
        }),
        [],
      );
    });
  }

  for (const folder of ['service/src', 'demo', 'bench', 'test/proofs', 'tools']) {
    it(`texts and comments of ${folder} are plain English`, () => {
      assert.deepEqual(
        filesOf(folder).flatMap((file) =>
          found(
            file,
            folder.startsWith('service') ? serviceSentences : sentences,
            textsIn(file, readFileSync(file, 'utf8')),
          ),
        ),
        [],
      );
    });
  }

  it('comments of src begin with a noun or a verb, and say who', () => {
    const comments = (file: string) =>
      textsIn(file, readFileSync(file, 'utf8')).filter((text) => /^\/[/*]/.test(text));
    assert.deepEqual(
      filesOf('src').flatMap((file) => found(file, [...documents, ...openings], comments(file))),
      [],
    );
  });

  it('READMEs of the service’s rooms are plain English', () => {
    const readmes = filesOf('service/src', /README\.md$/);
    assert.ok(readmes.length > 30);
    assert.deepEqual(
      readmes.flatMap((file) => found(file, serviceSentences, readFileSync(file, 'utf8').split('\n'))),
      [],
    );
  });

  it('guides, documents and READMEs are plain English', () => {
    // These quote titles of tests.
    const quoting = /^docs\/(accessibility|attacks|form-in-time|peers)\.md$/;
    const folders = [
      ...readdirSync('src').map((room) => `src/${room}/README.md`),
      ...['demo', 'bench', 'test/proofs'].map((folder) => `${folder}/README.md`),
      ...readdirSync('examples').map((shop) => `examples/${shop}/README.md`),
      ...documentsAndPages(),
    ];
    const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...folders].filter(
      (file) => file.endsWith('.md') && existsSync(file) && !quoting.test(file),
    );
    assert.ok(files.length > 30, `only ${files.length} files`);
    assert.deepEqual(
      files.flatMap((file) => found(file, documents, readFileSync(file, 'utf8').split('\n'))),
      [],
    );
  });

  it('paragraphs of documents and READMEs begin with a noun or a verb', () => {
    const files = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md'].concat(
      documentsAndPages(),
      ['src', 'service/src'].flatMap((folder) => filesOf(folder, /README\.md$/)),
    );
    assert.ok(files.length > 70, `only ${files.length} files`);
    assert.deepEqual(
      files.flatMap((file) => found(file, paragraphs, beginningsIn(readFileSync(file, 'utf8')))),
      [],
    );
  });

  it('titles of the service’s tests are plain English', () => {
    const all = filesOf('service/test').map(
      (file) => [file, titlesIn(file, readFileSync(file, 'utf8'))] as const,
    );
    assert.ok(all.flatMap(([, texts]) => texts).length > 800);
    assert.deepEqual(
      all.flatMap(([file, texts]) => found(file, [...serviceSentences, ...titleRules], texts)),
      [],
    );
  });

  it('every exception is in use', () => {
    const isUsed = (file: string, allowed: RegExp) => {
      const content = readFileSync(file, 'utf8');
      const declared = namesIn(file, content);
      const texts = [...titlesIn(file, content), ...textsIn(file, content)];
      const all = [...declared, ...declared.map(wordsOf), ...texts, wordsOfFile(file)];
      return all.some((entry) => allowed.test(entry));
    };
    const unused = exceptions.filter(([file, allowed]) => !isUsed(file, allowed));
    assert.deepEqual(unused, []);
  });

  it('the list sees a name, a text, a comment and a title', () => {
    const bad = '/** For whoever asks. */ export const lastToldAt = "an empty text";';
    assert.equal(found('x.ts', names, namesIn('x.ts', bad).map(wordsOf)).length, 1);
    assert.equal(found('x.ts', sentences, textsIn('x.ts', bad)).length, 2);
    const clauses = ['/** What a page says. */', '  // It is gone.\n', '/** Words of a page. */'];
    assert.equal(clauses.flatMap((text) => found('x.ts', openings, textsIn('x.ts', text))).length, 2);
    const document = 'What it does.\n\n- Who calls.\n- Who calls?\n\n```\nWhat\n```\n\n- What to do: it.\n';
    assert.equal(found('x.md', paragraphs, beginningsIn(document)).length, 2);
    const test = "it.only(`nobody is told of ${what}`, () => {}); rule('2.1', 'a way back', show);";
    assert.equal(found('x.ts', [...sentences, ...titleRules], titlesIn('x.ts', test)).length, 3);
  });
});
