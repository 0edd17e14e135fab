import assert from 'node:assert/strict';
import {spawnSync} from 'node:child_process';
import {existsSync, readFileSync, readdirSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, it} from 'node:test';
import {transform} from 'esbuild';
import {CardVaultElement} from '../../src/element/exports/index.js';
import {CardVaultListElement} from '../../src/element/list/card-vault-list.js';
import {CardVaultSubscribeElement} from '../../src/element/subscribe/card-vault-subscribe.js';
import type {StopCause, StopReason} from '../../src/flow/index.js';
import {stopByDecline, stopByEnding, stopOfStatus, stopOfValidation} from '../../src/flow/outcomes.js';
import {authenticationStatuses} from '../../src/protocol/index.js';
import {validationResults} from '../../src/protocol/types.js';
import {decliningCards} from '../../service/src/simulators/network/declines.js';
import {decliningTestCards, testCards} from '../../src/testing/index.js';
import {documentBlocks, documents, tableBelow, tagsOf} from './support/markdown.js';

const blocks = documentBlocks();
const blocksIn = (...languages: readonly string[]) =>
  blocks.filter(({language}) => languages.includes(language));
const placeOf = ({file, line}: {file: string; line: number}) => `${file}:${line}`;

/** A member that is missing here, or one too many, does not compile. */
const reasons = Object.keys({
  failed: true,
  rejected: true,
  unavailable: true,
  'not-eligible': true,
  cancelled: true,
  'timed-out': true,
} satisfies Record<StopReason, true>);
const causes = Object.keys({
  'issuer-declined': true,
  'issuer-rejected': true,
  'issuer-unavailable': true,
  'card-not-eligible': true,
  'cancelled-at-issuer': true,
  'closed-by-shopper': true,
  'step-up-limit': true,
  interrupted: true,
  'unknown-status': true,
} satisfies Record<StopCause, true>);

describe('the README', () => {
  it('has at most 180 lines', () => {
    const lines = readFileSync('README.md', 'utf8').trimEnd().split('\n');
    assert.ok(lines.length <= 180, `${lines.length} lines`);
  });

  it('reads in one go: no sentence has more than 40 words', () => {
    const prose = readFileSync('README.md', 'utf8')
      .replace(/```[^]*?```/g, '')
      .split(/\n\s*\n|\n(?=[-|#])/)
      .filter((paragraph) => !/^\s*[|!]/.test(paragraph));
    const sentences = prose.flatMap((paragraph) => paragraph.split(/[.?!](?:\*\*)?\s/));
    assert.deepEqual(
      sentences.filter((sentence) => sentence.split(/\s+/).length > 40),
      [],
    );
  });

  it('lists every reason and cause with which the flow stops, and no other', () => {
    const stops = [
      stopByDecline,
      ...Object.values(stopByEnding),
      ...[...authenticationStatuses, 'UNKNOWN' as const].map((status) => stopOfStatus(status)),
      ...validationResults.map((result) => stopOfValidation({result, eci: undefined})),
    ].filter((stop) => stop !== undefined);
    const inCode = new Set(stops.map(([reason, cause]) => `${reason} · ${cause}`));
    const inTable = tableBelow('README.md', 'What can happen').map(
      ([, reason = '', cause = '']) => `${reason.replaceAll('`', '')} · ${cause.replaceAll('`', '')}`,
    );
    assert.deepEqual(inTable.toSorted(), [...inCode].toSorted());
    const parts = inTable.map((row) => row.split(' · '));
    assert.deepEqual([...new Set(parts.map(([reason]) => reason))].toSorted(), reasons.toSorted());
    assert.deepEqual([...new Set(parts.map(([, cause]) => cause))].toSorted(), causes.toSorted());
  });

  it('names test cards that exist', () => {
    const known = [...testCards, ...decliningTestCards].map(({number}) => number);
    for (const [cell = ''] of tableBelow('README.md', 'Test cards'))
      assert.ok(known.includes(cell.replace(/\D/g, '')), `${cell} is no test card`);
  });

  it('and its tests know the cards that the service declines', () => {
    const told = decliningTestCards.map(({number, failure, declines}) => [number, failure, declines]);
    const inService = decliningCards.map(({number, decline, occasion}) => [number, decline, occasion]);
    assert.deepEqual(told, inService);
  });
});

describe('the documents', () => {
  it('have code of frameworks that parses', async () => {
    const code = blocksIn('mjs', 'jsx');
    assert.ok(code.length > 5);
    for (const block of code)
      await assert.doesNotReject(
        transform(block.text, {loader: 'jsx', format: 'esm', logLevel: 'silent'}),
        placeOf(block),
      );
  });

  it('have HTML that parses, with attributes that our elements know', () => {
    const elements: Readonly<Record<string, readonly string[]>> = {
      'card-vault': CardVaultElement.observedAttributes,
      'card-vault-subscribe': CardVaultSubscribeElement.observedAttributes,
      'card-vault-list': [...CardVaultListElement.observedAttributes, 'value'],
      'card-vault-field': ['name', 'select'],
      'card-vault-button': [],
      'card-vault-status': [],
    };
    // What every form control takes, though the element does not observe it.
    const ofControls = ['name', 'form', 'id', 'class', 'slot'];
    const pages = blocksIn('html');
    assert.ok(pages.length > 0);
    for (const block of pages) {
      for (const {name, attributes} of tagsOf(block.text)) {
        if (!name.includes('-')) continue;
        const known = elements[name];
        assert.ok(known, `${placeOf(block)}: there is no <${name}>`);
        for (const attribute of attributes) {
          const exists = known.includes(attribute) || ofControls.includes(attribute);
          assert.ok(exists, `${placeOf(block)}: <${name}> has no attribute ${attribute}`);
        }
      }
    }
  });

  it('name npm scripts, programs and packages that exist', () => {
    const root = JSON.parse(readFileSync('package.json', 'utf8')) as PackageFile;
    const service = JSON.parse(readFileSync('service/package.json', 'utf8')) as PackageFile;
    const tarballs = [root, service].map(({name, version}) => `${name}-${version}.tgz`);
    const programs = Object.keys({...root.bin, ...service.bin});
    const lines = blocksIn('sh', 'bash').flatMap((block) => block.text.split(/\n|&&/));
    assert.ok(lines.length > 0);
    for (const line of lines.map((text) => text.replace(/\s#.*$/, '').trim())) {
      const script = /^npm (?:run (\S+)|(start|test)\b)/.exec(line);
      if (script) assert.ok((script[1] ?? script[2]!) in (root.scripts ?? {}), line);
      const program = /^npx (\S+)/.exec(line);
      if (program)
        assert.ok(programs.includes(program[1]!) || existsSync(join('node_modules/.bin', program[1]!)), line);
      const tarball = /([\w.-]+\.tgz)$/.exec(line);
      if (tarball) assert.ok(tarballs.includes(tarball[1]!), line);
    }
  });

  it('name suites and files that `npm test` knows', () => {
    const named = documents()
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/\bnpm test -- ([^`#\n]+)/g)])
      .flatMap(([, words = '']) => words.trim().split(/\s+/))
      .filter((word) => !word.startsWith('--') && word !== 'FILE')
      .flatMap(expand);
    assert.ok(named.length > 0);
    // It names the first argument that it does not know: this one only if it knows all of the documents.
    const {stderr} = spawnSync(process.execPath, ['tools/test/test.mjs', ...named, 'unknown'], {
      encoding: 'utf8',
    });
    assert.match(stderr, /^unknown is neither a suite nor a file of one/);
  });

  it('name test files that exist in their commands', () => {
    const named = blocksIn('sh', 'bash').flatMap(({text}) =>
      [...text.matchAll(/(?<=[\s'])(?:service\/)?test\/[\w./*-]+/g)].map(([path]) => path),
    );
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((path) => !expand(path).every((one) => existsSync(one))),
      [],
    );
  });

  it('for maintainers have at most 45,000 words', () => {
    const list = [
      'README.md',
      'CONTRIBUTING.md',
      'CHANGELOG.md',
      ...readdirSync('docs', {recursive: true, encoding: 'utf8'}).map((path) => `docs/${path}`),
    ].filter((file) => file.endsWith('.md'));
    const words = list.flatMap((file) => readFileSync(file, 'utf8').match(/\S*[\p{L}\p{N}]\S*/gu) ?? []);
    assert.ok(list.length > 40, String(list.length));
    assert.ok(words.length <= 45_000, `${words.length} words: make one page tell one thing`);
  });

  it('link to files that exist', () => {
    const broken = documents().flatMap((file) =>
      [...proseOf(file).matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)]
        .map(([, path = '']) => join(dirname(file), path))
        .filter((path) => !existsSync(path) && !path.startsWith('site/reference/'))
        .map((path) => `${file}: ${path}`),
    );
    assert.deepEqual(broken, []);
  });
});

/** A document without its blocks of code, in which brackets are no links. */
const proseOf = (file: string): string => readFileSync(file, 'utf8').replace(/^```[^]*?^```$/gm, '');

/** The files that a pattern of the shell stands for; the text itself where it is none, or matches nothing. */
function expand(text: string): readonly string[] {
  const [folder = ''] = text.split('*');
  if (folder === text || !existsSync(folder)) return [text];
  const form = new RegExp(
    `^${text
      .replaceAll('.', '\\.')
      .replaceAll('**/', '(?:.+/)?')
      .replaceAll(/(?<!\.)\*/g, '[^/]*')}$`,
  );
  const found = readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map((path) => join(folder, path))
    .filter((path) => form.test(path));
  return found.length > 0 ? found : [text];
}

interface PackageFile {
  readonly name: string;
  readonly version: string;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly bin?: Readonly<Record<string, string>>;
}
